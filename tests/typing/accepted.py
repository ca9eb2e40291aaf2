"""Author code that must check: every expression has exactly the type written beside it."""

from collections.abc import AsyncIterator
from typing import Any, Never, assert_never, assert_type

from pydantic import BaseModel, TypeAdapter

from viewsdk import (
    App,
    Called,
    Cancelled,
    DeclaredError,
    Failed,
    Grant,
    NoInput,
    Partial,
    Port,
    Returned,
    Run,
    Stream,
    Tool,
    ToolFailed,
    Unreadable,
    View,
    Waiting,
    memory_pair,
    state_tool,
)


class ShowId(BaseModel):
    id: int


class Show(BaseModel):
    id: int
    title: str = ""


class ShowNotFound(DeclaredError):
    id: int


class SoldOut(DeclaredError, name="sold_out"):
    left: int = 0


list_shows = Tool("list_shows", output=list[Show])
get_show = Tool("get_show", input=ShowId, output=Show, errors=[ShowNotFound], title="Get", description="One show")
next_show = Tool("next_show", output=TypeAdapter[Show | None](Show | None), errors=[SoldOut])


class Bill(View, uri="ui://box-office/bill", title="Bill"):
    launch = Grant.launch(list_shows)
    show = Grant.app(get_show)
    next = Grant.shared(next_show)
    keep = Grant.app(state_tool("keep"))


class Finder(View, uri="ui://box-office/finder", title="Finder", display_modes=("inline", "pip")):
    launch = Grant.launch(get_show)


assert_type(list_shows, Tool[NoInput, list[Show], Never])
assert_type(get_show, Tool[ShowId, Show, ShowNotFound])
assert_type(next_show, Tool[NoInput, Show | None, SoldOut])


async def calls(app: App[Bill]) -> None:
    assert_type(await app.call(Bill.show, ShowId(id=7)), Show)
    assert_type(await app.call(Bill.launch), list[Show])
    assert_type(await app.call(Bill.next, timeout=5, on_progress=print), Show | None)
    assert_type(await app.result(Bill.launch), list[Show])
    assert_type(app.stream(Bill.launch), Stream[Show])
    assert_type(app.stream(Bill.show, ShowId(id=7)), Stream[Show])
    async for show in app.stream(Bill.launch):
        assert_type(show, Show)
    try:
        await app.call(Bill.show, ShowId(id=7))
    except ShowNotFound as missing:
        assert_type(missing.id, int)


async def launch(app: App[Finder]) -> None:
    assert_type(app.watch(Finder.launch), AsyncIterator[Run[ShowId, Show, ShowNotFound]])
    async for run in app.watch(Finder.launch):
        match run:
            case Waiting(overdue=overdue):
                assert_type(overdue, bool)
            case Partial(arguments=draft):
                assert_type(draft["id"], Any)
            case Called(input=asked):
                assert_type(asked, ShowId)
            case Returned(output=show):
                assert_type(show, Show)
            case Failed(error=error):
                assert_type(error, ShowNotFound | ToolFailed)
            case Cancelled(reason=reason):
                assert_type(reason, str | None)
            case Unreadable(detail=detail, is_empty=is_empty):
                assert_type((detail, is_empty), tuple[str, bool])
            case _:
                assert_never(run)


async def connects(port: Port) -> None:
    near, _ = memory_pair()
    async with App.connect(Bill, near) as app:
        assert_type(app, App[Bill])
        assert_type(app.view, type[Bill])
    async with App.open(Finder, port, timeout=5, patience=1) as finder:
        assert_type(finder, App[Finder])


async def app_tools(app: App[Bill]) -> None:
    @app.tools.add(title="Pick")
    async def pick(seat: str, row: int = 1) -> Show:
        return Show(id=row, title=seat)

    assert_type(await pick("A1", row=2), Show)
    assert_type(await app.state.load(Show), Show | None)


ShowNotFound(id=7)
SoldOut()
