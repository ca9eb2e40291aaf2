"""The box office the interaction tests play: every kind of grant, with errors, streams and state."""

from pydantic import BaseModel, Field

from viewsdk import DeclaredError, Grant, Tool, View, state_tool


class ShowId(BaseModel):
    id: int


class Show(BaseModel):
    id: int
    title: str
    seats: list[str] = Field(default_factory=list)


class ShowNotFound(DeclaredError):
    id: int


class Bill(View, uri="ui://box-office/bill", title="Bill", display_modes=("inline", "fullscreen"), provides_tools=True):
    launch = Grant.launch(Tool("list_shows", output=list[Show]))
    show = Grant.app(Tool("get_show", input=ShowId, output=Show, errors=[ShowNotFound]))
    seat = Grant.shared(Tool("seat", input=ShowId, output=Show))
    tail = Grant.app(Tool("tail", output=list[Show]))
    wipe = Grant.app(Tool("wipe", output=type(None)))
    keep = Grant.app(state_tool("keep"))


HAMLET = Show(id=7, title="Hamlet", seats=["A1", "Ä2"])
LEAR = Show(id=8, title="Lear")

CALLS = 'call = ["list_shows", "get_show", "seat", "tail", "keep"]\n'
