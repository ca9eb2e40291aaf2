"""The shell, the deliveries, and what a build writes and says."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from viewsdk.bundle.assets import Asset, AssetFolder, UnwritableFolder
from viewsdk.bundle.bridge import AssetReader, NoSuchChunk, bridge_base
from viewsdk.bundle.csp import csp_needs
from viewsdk.bundle.deliver import Delivered, Delivery, ViewPage, deliver
from viewsdk.bundle.hosts import would_refuse
from viewsdk.bundle.locate import web_folder
from viewsdk.bundle.output import NotOurs, write
from viewsdk.bundle.page import LARGEST_SHELL, page_html
from viewsdk.bundle.prepare import Prepared
from viewsdk.bundle.scripts import UnlinkableScript, link

ROLES = [
    *("pyodide.asm.wasm", "pyodide.asm.js", "pyodide.js", "stdlib.pyc.zip", "stdlib.zip", "start.js", "native.pack"),
    *("pyodide.first.wasm", "pyodide.late.wasm"),
    *("site.pyc.pack", "site.pack", "sdk.pyc.pack", "sdk.pack", "snapshot.pack", "author.pack"),
]
PAGE = ViewPage("ui://box-office/bill", "contract:Bill", "view:main", "Bill")


@pytest.fixture
def prepared(tmp_path: Path) -> Prepared:
    """A folder with a small file in every role."""
    folder = AssetFolder(tmp_path / "cache")
    return Prepared(folder.folder, tuple(folder.add(role, role.encode() * 50) for role in ROLES))


def config_of(html: str) -> dict[str, object]:
    found = re.search(r'<script type="application/json" id="viewsdk-config">(.*?)</script>', html)
    assert found
    return json.loads(found[1])


def test_the_shell_stays_small(prepared: Prepared) -> None:
    """Everything that has to cross before anything can be shown."""
    html = deliver(PAGE, prepared, Delivery.LINKED, "http://127.0.0.1:8000/").html
    assert len(html.encode()) <= LARGEST_SHELL


def test_the_shim_comes_before_any_other_script_and_the_title_is_only_text() -> None:
    """A title cannot end an element, nor can anything in the configuration."""
    html = page_html(
        "c:V", "v:m", "</title><script>x</script>", "http://a/", [], app={"name": "</script><!--"}, styles=""
    )
    assert html.index("viewsdk-config") < html.index("(()=>{") < html.index("<title>")
    assert "<script>x" not in html
    assert "</script><!--" == config_of(html)["app"]["name"]  # type: ignore[index]


def test_a_linked_page_needs_its_assets_origin_to_connect_and_no_script_origin() -> None:
    """Scripts come as data and run inline."""
    needs = csp_needs("https://assets.example:8443/views/")
    assert (("https://assets.example:8443",), ("'wasm-unsafe-eval'",)) == (
        needs.connect_domains,
        needs.resource_domains,
    )
    assert ((), ()) == (csp_needs(None, wasm_keyword=False).connect_domains, csp_needs(None, False).resource_domains)


def test_an_inline_page_holds_what_it_starts_with_and_names_the_view_for_the_rest(prepared: Prepared) -> None:
    """Late files are asked of the host under the view's own scheme, the late part of the runtime too. ours"""
    page = deliver(PAGE, prepared, Delivery.INLINE)
    inside = re.findall(r'data-asset="([a-z.]+)"', page.html)
    assert ["pyodide.first.wasm", "start.js", "pyodide.js"] == inside[:3]
    assert {"pyodide.asm.js", "native.pack", "author.pack", "snapshot.pack"} == {*inside[3:]}
    whole = replace(prepared, files=tuple(asset for asset in prepared.files if asset.name != "pyodide.first.wasm"))
    assert 'data-asset="pyodide.asm.wasm"' in deliver(PAGE, whole, Delivery.INLINE).html
    assert "viewsdk-asset://box-office/bill/" == config_of(page.html)["assets"]["base"]  # type: ignore[index]
    assert () == page.needs.connect_domains


def test_hosts_that_would_refuse_a_page_are_named_with_the_reason(prepared: Prepared) -> None:
    """A cap in bytes, WebAssembly, a loopback address."""
    small = deliver(PAGE, prepared, Delivery.LINKED, "http://127.0.0.1:8000/")
    large = Delivered(Delivery.INLINE, "x" * 5_000_000, prepared, csp_needs(None))
    said = {host.name: why for host, why in would_refuse(large)}
    assert "its cap for a page is 4,194,304 bytes, this one has 5,000,000" == said["mattermost"]
    assert "Claude" not in said
    assert "it blocks files on a loopback address" == {h.name: why for h, why in would_refuse(small)}["Codex"]
    without_keyword = deliver(PAGE, prepared, Delivery.LINKED, "https://a.example/", wasm_keyword=False)
    assert "VS Code" in {host.name for host, _ in would_refuse(without_keyword)}


def test_chunks_are_read_by_the_views_own_uris_only(prepared: Prepared) -> None:
    """Another view's, an unknown file, a range that makes no sense: each is refused by name."""
    reader = AssetReader(prepared.folder, prepared.files, PAGE.uri)
    asset = prepared.files[0]
    base = bridge_base(PAGE.uri)
    whole = (prepared.folder / asset.path).read_bytes()
    assert whole[3:13] == reader.read(f"{base}{asset.digest}?offset=3&size=10")
    assert whole[-5:] == reader.read(f"{base}{asset.digest}?offset={asset.bytes - 5}&size=10")
    for uri in (
        f"viewsdk-asset://other/view/{asset.digest}?offset=0&size=10",
        f"{base}{'0' * 64}?offset=0&size=10",
        f"{base}{asset.digest}?offset=0",
        f"{base}{asset.digest}?offset=-1&size=10",
        f"{base}{asset.digest}?offset=0&size=100000000",
        f"{base}../{asset.path}?offset=0&size=10",
    ):
        with pytest.raises(NoSuchChunk):
            reader.read(uri)


def test_a_build_is_written_whole_and_replaces_only_a_build(tmp_path: Path, prepared: Prepared) -> None:
    """A folder with something else in it is left alone."""
    target = tmp_path / "dist"
    pages = [("linked", deliver(PAGE, prepared.compressed(), Delivery.LINKED, "https://a.example/"))]
    write(pages, target, lambda data: b"br" + data[:1])
    write(pages, target, None)
    asset = prepared.files[0]
    assert {f"{asset.path}", f"{asset.path}.gz"} <= {path.name for path in (target / "assets").iterdir()}
    assert {"about.json", "assets", "linked.html"} == {path.name for path in target.iterdir()}
    other = tmp_path / "home"
    other.mkdir()
    (other / "letter.txt").write_text("dear")
    with pytest.raises(NotOurs, match="is not empty"):
        write(pages, other, None)
    assert ["letter.txt"] == [path.name for path in other.iterdir()]


def test_an_output_that_cannot_be_written_leaves_nothing_behind(tmp_path: Path, prepared: Prepared) -> None:
    """A file stands in the way; the folder beside it stays as it was."""
    (tmp_path / "taken").write_text("a file")
    before = sorted(path.name for path in tmp_path.iterdir())
    with pytest.raises(UnwritableFolder, match="cannot write"):
        write([("linked", deliver(PAGE, prepared, Delivery.LINKED, "https://a/"))], tmp_path / "taken/dist", None)
    assert before == sorted(path.name for path in tmp_path.iterdir())


def test_a_missing_asset_never_becomes_half_a_build(tmp_path: Path, prepared: Prepared) -> None:
    """The target appears only when all of it is there."""
    gone = Asset("site.pack", "site.gone.pack", "0" * 64, 10)
    broken = Prepared(prepared.folder, (*prepared.files, gone))
    with pytest.raises(UnwritableFolder):
        write([("linked", deliver(PAGE, broken, Delivery.LINKED, "https://a/"))], tmp_path / "dist", None)
    assert not (tmp_path / "dist").exists()
    assert [] == [path.name for path in tmp_path.iterdir() if path.name.startswith(".dist")]


def test_scripts_are_linked_without_comments_and_keep_their_names_apart(tmp_path: Path) -> None:
    """Two modules may use the same private name."""
    (tmp_path / "a.js").write_text(
        'import { two } from "./b.js";\n// why\nconst one = 1;\nexport const sum = one + two;\n'
    )
    (tmp_path / "b.js").write_text("/** doc */\nconst one = 2;\nexport const two = one;\n")
    linked = link(tmp_path, "a.js")
    assert "why" not in linked
    assert "doc" not in linked
    assert linked.index("$b=") < linked.index("$a=")


def test_a_module_that_cannot_be_linked_is_named(tmp_path: Path) -> None:
    """A default export, for example."""
    (tmp_path / "a.js").write_text("export default 1;\n")
    with pytest.raises(UnlinkableScript, match=r"a\.js"):
        link(tmp_path, "a.js")


def test_no_script_of_a_page_ends_its_own_element(tmp_path: Path) -> None:
    """Neither the end tag nor what would hide it may stand in an inline script; its strings stay what they are."""
    (tmp_path / "a.js").write_text('export const texts = ["</script>", "</SCRIPT >", "<!-- <script>"];\n')
    linked = link(tmp_path, "a.js")
    assert r'["<\/script>", "<\/SCRIPT >", "<\!-- <script>"]' in linked
    for script in (linked, *(link(web_folder(), entry) for entry in ("shim.js", "boot.js", "start.js"))):
        assert not re.search("</script|<!--", script, re.IGNORECASE)


def test_no_stylesheet_ends_its_own_element() -> None:
    """An author's text in a style sheet stays in it, and means the same there."""
    html = page_html("c:V", "v:m", "Bill", "http://a/", [], styles='p::after{content:"</STYLE><script>x</script>"}')
    assert r'content:"<\/STYLE><script>x</script>"' in html
    assert 2 == len(re.findall("</style", html, re.IGNORECASE))
