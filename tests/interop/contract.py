"""The view our side of a pairing runs: a launch, a call, and tools of its own."""

from pydantic import BaseModel

from viewsdk import DeclaredError, Grant, Tool, View


class ShowId(BaseModel):
    id: int


class Show(BaseModel):
    id: int
    title: str


class ShowNotFound(DeclaredError):
    id: int


list_shows = Tool("list_shows", output=list[Show])
get_show = Tool("get_show", input=ShowId, output=Show, errors=[ShowNotFound])


class Bill(View, uri="ui://box-office/bill", title="Bill", display_modes=("inline", "fullscreen"), provides_tools=True):
    launch = Grant.launch(list_shows)
    show = Grant.app(get_show)


HAMLET = {"id": 7, "title": "Hamlet"}


def called(value: object) -> dict[str, object]:
    """A tool result with this structured content."""
    return {"content": [{"type": "text", "text": "see the structured content"}], "structuredContent": value}
