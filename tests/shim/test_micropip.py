"""micropip in the running view: a wheel of the asset origin is installed and used, one that does not fit is named."""

import zipfile
from pathlib import Path

import pytest

from tests.shim.assets import Damaged
from tests.shim.scripted import ScriptedHost, policy
from viewsdk.bundle.page import page_html
from viewsdk.bundle.prepare import Prepared, prepare
from viewsdk.bundle.serve import serving

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.limit(240)]

FOLDER = Path(__file__).parent / "installs"
VIEW, ENTRY = "contract:Installs", "view:main"
PURE = "greeter-1.0-py3-none-any.whl"
FOREIGN = "greeter-1.0-cp313-cp313-win_amd64.whl"


@pytest.fixture(scope="module")
def prepared() -> Prepared:
    """The assets of the view that installs."""
    return prepare(FOLDER, VIEW, ENTRY)


def write_wheel(folder: Path, name: str) -> None:
    tag = name.removesuffix(".whl").split("-", 2)[2]
    with zipfile.ZipFile(folder / name, "w") as wheel:
        wheel.writestr("greeter.py", "def greet():\n    return 'good evening from a wheel'\n")
        wheel.writestr("greeter-1.0.dist-info/METADATA", "Metadata-Version: 2.1\nName: greeter\nVersion: 1.0\n")
        wheel.writestr("greeter-1.0.dist-info/WHEEL", f"Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: {tag}\n")
        wheel.writestr("greeter-1.0.dist-info/RECORD", "")


@pytest.mark.parametrize(
    ("name", "said"),
    [
        (PURE, "good evening from a wheel"),
        (FOREIGN, f"{FOREIGN} cannot be installed here: "),
        ("missing-1.0-py3-none-any.whl", "missing-1.0-py3-none-any.whl is not at "),
    ],
)
async def test_a_wheel_is_installed_in_the_frame_or_the_reason_is_readable(
    host: ScriptedHost, prepared: Prepared, tmp_path: Path, name: str, said: str
) -> None:
    """A pure wheel, one for another platform, one that is not there."""
    damaged = Damaged(prepared, tmp_path)
    for wheel in (PURE, FOREIGN):
        write_wheel(tmp_path, wheel)
    result = {"content": [], "structuredContent": {"name": name}}
    script = {
        "then": [
            {"jsonrpc": "2.0", "method": "ui/notifications/tool-input", "params": {"arguments": {}}},
            {"jsonrpc": "2.0", "method": "ui/notifications/tool-result", "params": result},
        ]
    }
    with serving(damaged.folder) as server:
        html = page_html(VIEW, ENTRY, "Installs", server.url, damaged.files)
        await host.mount(html, policy(server.url.rstrip("/")), script)
        element = await host.frame.wait_for_selector(f"#viewsdk-root >> text={said}", timeout=60_000)
        assert element
        assert "Traceback" not in await element.inner_text()
