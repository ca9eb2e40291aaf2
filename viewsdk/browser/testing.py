"""A view without a browser, for pytest: its `main` over any port, a document in memory, and a screen to look at it.

```python
view, host = memory_pair()
async with showing(Bill, main, view) as screen:
    screen.get("button", "The Tempest").click()
    await screen.see("16 of 24")
```
"""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import TypeVar, Unpack

from viewsdk import App, Port, Settings, View
from viewsdk.browser.errors import Where
from viewsdk.browser.memory import MemoryDocument
from viewsdk.browser.screen import Control, Screen

__all__ = ["Control", "MemoryDocument", "Screen", "showing"]

V = TypeVar("V", bound=View)


@asynccontextmanager
async def showing(
    view: type[V], main: Callable[[App[V]], Awaitable[None]], port: Port, **settings: Unpack[Settings]
) -> AsyncGenerator[Screen]:
    """The view's `main`, running; the host's side of the port is the caller's.

    Errors of the view end the waits of the screen and are listed in `screen.document.errors.reports`.
    """
    document = MemoryDocument()
    settings.setdefault("on_error", document.errors.report)
    with document:
        async with App.connect(view, port, **settings) as app:
            task = asyncio.ensure_future(_run(main, app, document))
            try:
                yield Screen(document)
            finally:
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)


async def _run(main: Callable[[App[V]], Awaitable[None]], app: App[V], document: MemoryDocument) -> None:
    try:
        await main(app)
    except Exception as error:
        document.errors.report(error, Where.MAIN)
