"""The smoke view's page in each delivery, with the policy a strict host would give it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tests.shim.scripted import policy
from viewsdk.bundle.assets import Asset
from viewsdk.bundle.bridge import AssetReader, bridge_base
from viewsdk.bundle.inline import embed, marked
from viewsdk.bundle.page import page_html
from viewsdk.bundle.prepare import Prepared, prepare

AUTHOR = Path(__file__).parent / "author"
VIEW, ENTRY, TITLE = "contract:Smoke", "view:main", "Smoke"
URI = "ui://engines/smoke"


@dataclass(frozen=True, slots=True)
class Delivered:
    """A page, its policy, and who reads its files when the page may not."""

    html: str
    csp: str
    reader: AssetReader | None = None


@cache
def prepared() -> Prepared:
    """The files of the page: the same ones for every engine, and quick when they have been made before."""
    return prepare(AUTHOR, VIEW, ENTRY)


def linked(files: Sequence[Asset], base: str, *, wasm: bool = True) -> Delivered:
    """The page that fetches its files from their own origin."""
    return Delivered(page_html(VIEW, ENTRY, TITLE, base, files), policy(base.rstrip("/"), wasm=wasm))


def bridged() -> Delivered:
    """The page that has the host read its files."""
    made = prepared().compressed()
    html = page_html(VIEW, ENTRY, TITLE, bridge_base(URI), made.files, delivery="bridge")
    return Delivered(html, policy("", connect=False), AssetReader(made.folder, made.files, URI))


@cache
def inlined() -> Delivered:
    """The page in one piece; what it does not need in order to start comes through the host."""
    made = prepared().squeezed().compressed()
    files = marked(made.files)
    html = embed(page_html(VIEW, ENTRY, TITLE, bridge_base(URI), files, delivery="inline"), made.folder, files)
    return Delivered(html, policy("", connect=False), AssetReader(made.folder, made.files, URI))
