"""`python -m hostsim` is `hostsim`."""

from hostsim.commands import hostsim

__all__: list[str] = []

hostsim()
