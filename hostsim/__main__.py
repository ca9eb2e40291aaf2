"""`python -m hostsim` is `hostsim`."""

from hostsim.cli import main

__all__: list[str] = []

main(prog_name="hostsim")
