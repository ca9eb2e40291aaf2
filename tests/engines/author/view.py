"""Shows the greeting, counts on demand, and says whether this engine can wait inside a function that is not async."""

import asyncio
import importlib

from contract import Amount, Smoke
from pyodide.ffi import run_sync

from viewsdk import App
from viewsdk.browser import Page, Signal, h


async def waited() -> str:
    """What a function that is not async gets from one that is."""
    await asyncio.sleep(0)
    return "waited"


async def main(app: App[Smoke]) -> None:
    """Draw, then show the greeting when it comes."""
    greeting, said = Signal("nothing yet"), Signal("")

    async def count() -> None:
        total = await app.call(Smoke.count, Amount(by=5))
        said.value = f"counted to {total.total}"

    async def wait() -> None:
        await asyncio.sleep(0)  # out of the event's own call, which is a synchronous one
        try:
            said.value = run_sync(waited())
        except RuntimeError as error:
            said.value = str(error)

    async def load() -> None:
        await asyncio.sleep(0)
        try:
            said.value = importlib.import_module("wave").__name__  # by name, so that no build sees it coming
        except Exception as error:
            said.value = str(error)

    async def query() -> None:
        await asyncio.sleep(0)
        try:
            base = importlib.import_module("sqlite3").connect(":memory:")
            names = importlib.import_module("unicodedata")
            base.create_function("name", 1, names.name)
            (said.value,) = base.execute("select name(char(9731))").fetchone()
        except Exception as error:
            said.value = str(error)

    async def name() -> None:
        await asyncio.sleep(0)
        try:
            said.value = importlib.import_module("unicodedata").name("\u2603")
        except Exception as error:
            said.value = str(error)

    Page().show(
        lambda: h.div(
            h.h1(greeting.value),
            h.button("Count", id="count", on_click=count),
            h.button("Wait", id="wait", on_click=wait),
            h.button("Load", id="load", on_click=load),
            h.button("Query", id="query", on_click=query),
            h.button("Name", id="name", on_click=name),
            h.p(said.value, id="said"),
        )
    )
    greeting.value = (await app.result(Smoke.launch)).text
