"""The author's modules: what the view imports, and nothing else of the folder.

Found by following imports from the contract and the entry, so that `server.py`, tests and secrets beside them stay
where they are.
"""

import ast
from collections.abc import Iterator
from pathlib import Path, PurePath, PurePosixPath

__all__ = ["AuthorModules", "BadReference", "collect", "module_of", "outside_imports"]

AuthorModules = dict[str, bytes]


class BadReference(ValueError):
    """A `module:name` reference that cannot be followed."""


def module_of(reference: str) -> str:
    """The module part of a `module:name` reference such as `view:main`."""
    module, colon, name = reference.partition(":")
    if not (colon and name.isidentifier() and all(part.isidentifier() for part in module.split("."))):
        raise BadReference(f"{reference!r} is not of the form module:name, as in view:main")
    return module


def collect(folder: Path, *references: str) -> AuthorModules:
    """The sources, by path relative to `folder`, that the referenced modules need from it."""
    files: AuthorModules = {}
    waiting = [module_of(reference) for reference in references]
    for module in waiting:
        if _find(folder, module) is None:
            raise BadReference(f"{folder} has no module {module!r}")
    while waiting:
        path = _find(folder, waiting.pop())
        if path is None or path.relative_to(folder).as_posix() in files:
            continue
        source = path.read_bytes()
        files[path.relative_to(folder).as_posix()] = source
        waiting.extend(_imported(path.relative_to(folder), source))
    return dict(sorted(files.items()))


def outside_imports(modules: AuthorModules) -> list[str]:
    """What the modules import, at any level, that is not among them; sorted, without relative imports."""
    own = {path.removesuffix(".py").removesuffix("/__init__").replace("/", ".") for path in modules}
    found = {name for path, source in modules.items() for name in _imported(PurePosixPath(path), source)}
    return sorted(name for name in found if name.split(".")[0] not in {module.split(".")[0] for module in own})


def _find(folder: Path, module: str) -> Path | None:
    base = folder.joinpath(*module.split("."))
    for candidate in (base / "__init__.py", base.with_name(base.name + ".py")):
        if candidate.is_file():
            return candidate
    return None


def _imported(path: PurePath, source: bytes) -> Iterator[str]:
    try:
        tree = ast.parse(source, str(path))
    except (SyntaxError, ValueError):
        return  # the page shows the error with file and line; the build only collects
    package = list(path.parent.parts)
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield from _with_parents(alias.name)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            yield from _with_parents(module)
            for alias in node.names:
                yield f"{module}.{alias.name}" if module else alias.name


def _with_parents(module: str) -> Iterator[str]:
    parts = module.split(".")
    for length in range(1, len(parts) + 1):
        if parts[length - 1]:
            yield ".".join(parts[:length])
