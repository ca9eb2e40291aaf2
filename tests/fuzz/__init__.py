"""A longer search than the laws make, run by itself: `python -m tests.fuzz --seconds 60`."""
