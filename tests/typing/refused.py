"""Author code that must not check: exactly the lines that say so are errors, for both checkers."""

from pydantic import BaseModel

from tests.typing.accepted import Bill, Finder, Show, ShowId, ShowNotFound, get_show
from viewsdk import App, Grant, Tool, View


async def calls(app: App[Bill]) -> None:
    await app.call(Finder.launch, ShowId(id=7))  # refused: another view's grant
    await app.call(Bill.show, Show(id=7))  # refused: a wrong input
    await app.call(Bill.show)  # refused: a missing input
    await app.call(Bill.launch, ShowId(id=7))  # refused: an input for a tool that takes none
    await app.call(get_show, ShowId(id=7))  # refused: a tool, not a grant
    await app.call("get_show", {"id": 7})  # refused: a name, not a grant
    app.watch(Finder.launch)  # refused: another view's launch
    app.watch(Bill.show)  # refused: not the launch
    await app.result(Bill.show)  # refused: not the launch
    app.stream(Bill.show)  # refused: a missing input
    app.stream(Finder.launch, ShowId(id=7))  # refused: another view's grant
    show = await app.call(Bill.show, ShowId(id=7))
    show.price  # refused: the output has no such field
    await app.call(Bill.show, ShowId(id=7), timeout="5")  # refused: seconds are a number


ShowNotFound(id="x")  # refused: a wrong field
ShowNotFound(7)  # refused: fields are given by name
ShowNotFound()  # refused: a missing field
Tool("bad", output=Show, errors=[ValueError])  # refused: not a declared error
Tool("bad", input=ShowId)  # refused: no output
Grant.launch(Show)  # refused: not a tool


class Untitled(View, uri="ui://a/b"):  # refused: no title
    launch = Grant.launch(get_show)


class Plain(BaseModel):
    pass


async def connects() -> None:
    App.connect(Plain, None)  # refused: neither a view nor a port
