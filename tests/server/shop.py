"""The contract's server, as a program: what `mcp` clients start over stdio."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

from mcp.server import MCPServer
from mcp.server.mcpserver import Context

from tests.server.contract import (
    Branch,
    Order,
    OutOfStock,
    Receipt,
    Shop,
    Undeclared,
    count,
    grow,
    order,
    perhaps,
    ticks,
)
from viewsdk.server import Handlers, ServedView, serve_view

ASSETS = "https://assets.example/v1/"


def handlers() -> Handlers:
    made = Handlers()

    @made.on(count, text=lambda number: f"There are {number}.")
    def counted() -> int:
        return 3

    @made.on(order)
    async def ordered(wanted: Order, context: Context[Any]) -> Receipt:
        if wanted.amount == 9:
            raise OutOfStock(left=2)
        if wanted.amount == 8:
            raise Undeclared()
        return Receipt(article=wanted.article, amount=wanted.amount, given=sorted(wanted.model_fields_set))

    @made.on(grow)
    def grown(tree: Branch) -> Branch:
        return Branch(name=tree.name, branches=[*tree.branches, Branch(name="new")])

    @made.on(perhaps)
    async def nothing() -> Receipt | None:
        return None

    @made.on(ticks)
    async def ticking() -> AsyncIterator[int]:
        for number in range(3):
            yield number

    return made


class Endless:
    """A stream nobody reads to the end, and whether it was closed."""

    def __init__(self) -> None:
        self.closed = asyncio.Event()

    async def tick(self) -> AsyncIterator[int]:
        try:
            yield 0
            await asyncio.get_running_loop().create_future()
        finally:
            self.closed.set()


def served(**options: Any) -> ServedView:
    return serve_view(Shop, handlers=handlers(), assets_url=ASSETS, **options)


def server(**options: Any) -> MCPServer:
    return MCPServer("shop", extensions=[served(**options)])


if __name__ == "__main__":
    server().run()
