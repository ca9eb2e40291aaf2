"""A one-tool contract for the boot tests."""

from pydantic import BaseModel

from viewsdk import Grant, Tool, View


class Greeting(BaseModel):
    """What the launch tool returns."""

    text: str


greet = Tool("greet", output=Greeting)


class Card(View, uri="ui://boot/card", title="Card"):
    """A view with nothing but its launch."""

    launch = Grant.launch(greet)
