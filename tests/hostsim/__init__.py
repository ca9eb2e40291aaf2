"""Tests of the host's decisions and of its way to a server."""
