"""What the pages of views share, and the box office's own snapshot, in .cache/assets: so that no first run has to wait.

Making them is the product's work (`viewsdk.bundle.prepare`) and takes half a minute; whoever changes a view later pays
only for that view.
"""

from stamps import CACHE, ROOT, VENV_PYTHON, digest, is_done, mark_done, run, say

ASSETS = CACHE / "assets"
EXAMPLE = ROOT / "examples" / "box_office"
MAKE = (
    "from pathlib import Path; from viewsdk.bundle.prepare import prepare; "
    "prepare(Path('examples/box_office'), 'contract:Bill', 'view:main').compressed()"
)


def install() -> None:
    """Make the files, unless they are those of this source."""
    sources = sorted([*ROOT.glob("viewsdk/**/*.py"), *ROOT.glob("web/*.*"), *EXAMPLE.glob("*.py")])
    stamp = digest(*sources, ROOT / "locks" / "browser.lock")
    if is_done(ASSETS, "pages", stamp):
        return
    say("files of the pages, once for this version of the source")
    run([VENV_PYTHON, "-c", MAKE], "the files of the pages could not be made; the lines above say why")
    mark_done(ASSETS, "pages", stamp)
