"""The contract of a view that looks around after its start."""

from pydantic import BaseModel

from viewsdk import Grant, Tool, View


class Nothing(BaseModel):
    """The launch tool returns nothing of interest."""


look = Tool("look", output=Nothing)


class Facts(View, uri="ui://boot/facts", title="Facts"):
    """Writes what it finds into the page."""

    launch = Grant.launch(look)
