"""The build: everything that turns Python files into a page and its assets.

CPython only; never imported by `import viewsdk`, and never part of what goes into the browser.
"""

__all__: list[str] = []
