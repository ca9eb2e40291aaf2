"""`viewsdk.protocol`, module by module; `tests/laws` has what must hold for every input."""
