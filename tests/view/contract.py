"""The view the tests of this folder run: one tool of every kind an author can declare."""

from typing import Annotated

from pydantic import BaseModel, Field, TypeAdapter

from viewsdk import DeclaredError, Grant, StateReply, StateRequest, Tool, View, state_tool


class ShowId(BaseModel):
    id: int


class Show(BaseModel):
    id: int
    title: str
    seats: list[str] = Field(default_factory=list)


class Party(BaseModel):
    show: int
    size: Annotated[int, Field(ge=1)]


class ShowNotFound(DeclaredError):
    id: int


class SoldOut(DeclaredError, name="sold_out"):
    """No such party of seats is left."""

    left: int


list_shows = Tool("list_shows", output=list[Show])
find_show = Tool("find_show", input=ShowId, output=Show, errors=[ShowNotFound])
get_show = Tool("get_show", input=ShowId, output=Show, errors=[ShowNotFound])
seat_party = Tool("seat_party", input=Party, output=Show, errors=[ShowNotFound, SoldOut])
next_show = Tool("next_show", output=TypeAdapter[Show | None](Show | None))
count = Tool("count", output=int)
greet = Tool("greet", output=str)
wipe = Tool("wipe", output=type(None))
tail = Tool("tail", output=list[Show])
improve = Tool("improve", input=ShowId, output=Show)
keep: Tool[StateRequest, StateReply] = state_tool("keep")


class Bill(View, uri="ui://box-office/bill", title="Bill", display_modes=("inline", "fullscreen"), provides_tools=True):
    launch = Grant.launch(list_shows)
    show = Grant.app(get_show)
    seat = Grant.shared(seat_party)
    next = Grant.app(next_show)
    count = Grant.app(count)
    greet = Grant.app(greet)
    wipe = Grant.app(wipe)
    tail = Grant.app(tail)
    improve = Grant.app(improve)
    keep = Grant.app(keep)


class Finder(View, uri="ui://box-office/finder", title="Finder"):
    launch = Grant.launch(find_show)


HAMLET = Show(id=7, title="Hamlet", seats=["A1", "A2"])
LEAR = Show(id=8, title="Lear")
