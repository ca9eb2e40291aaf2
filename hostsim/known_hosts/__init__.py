"""One data file per known host; `hostsim.profiles` reads them."""
