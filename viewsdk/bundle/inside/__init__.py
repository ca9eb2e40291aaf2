"""Scripts that run inside Pyodide while a build is made; never imported by CPython."""

__all__: list[str] = []
