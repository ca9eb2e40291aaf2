"""Says when an author's `main` is running with its first model validated; also run by the page it is compared with."""

import js
import pyodide_js
from contract import Greeting


async def main(app: object) -> None:
    """Validate a model, then tell the page, which tells the host."""
    greeting = Greeting.model_validate({"text": "good evening", "times": ["19", "21"]})
    root = js.document.documentElement
    root.dataset.heap = str(pyodide_js._module.HEAPU8.length)
    root.dataset.times = str(greeting.times)
    js.document.dispatchEvent(js.Event.new("measured"))
