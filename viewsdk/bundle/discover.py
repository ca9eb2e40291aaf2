"""Finds the view of a folder: the one `View` subclass its `contract.py` declares, and where its code starts."""

import importlib
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

from viewsdk.bundle.author import BadReference, module_of
from viewsdk.view import Declaration, View, declaration

__all__ = ["DEFAULT_CONTRACT", "DEFAULT_ENTRY", "find_view"]

DEFAULT_CONTRACT = "contract"
DEFAULT_ENTRY = "view:main"


def find_view(folder: Path, reference: str | None = None) -> tuple[str, Declaration]:
    """The reference (`contract:Bill`) and declaration of the folder's view. Raises BadReference in one sentence."""
    if not folder.is_dir():
        raise BadReference(f"there is no folder {folder}")
    module_name = module_of(reference) if reference else DEFAULT_CONTRACT
    module = _imported(folder, module_name)
    views = _views(module)
    if reference:
        name = reference.partition(":")[2]
        if name not in views:
            raise BadReference(f"{module_name} in {folder} has no view {name!r}")
        return reference, declaration(views[name])
    own = [name for name, view in views.items() if view.__module__ == module_name]
    if len(own) != 1:
        found = ", ".join(own) or "no view"
        raise BadReference(f"{folder}/{module_name}.py declares {found}: name one, as in --view contract:Bill")
    return f"{module_name}:{own[0]}", declaration(views[own[0]])


def _views(module: ModuleType) -> dict[str, type[View]]:
    found: dict[str, type[View]] = {}
    for name, value in vars(module).items():
        if isinstance(value, type) and issubclass(value, View) and value is not View:
            found[name] = value
    return found


def _imported(folder: Path, name: str) -> ModuleType:
    with _on_path(folder):
        sys.modules.pop(name, None)
        try:
            return importlib.import_module(name)
        except Exception as error:
            raise BadReference(f"{folder}/{name}.py cannot be imported: {type(error).__name__}: {error}") from error
        finally:
            sys.modules.pop(name, None)


@contextmanager
def _on_path(folder: Path) -> Generator[None]:
    sys.path.insert(0, str(folder))
    try:
        yield
    finally:
        sys.path.remove(str(folder))
