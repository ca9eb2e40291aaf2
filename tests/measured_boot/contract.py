"""The contract of the view whose start benchmarks/boot.py times."""

from pydantic import BaseModel

from viewsdk import Grant, Tool, View


class Greeting(BaseModel):
    """What the launch tool returns."""

    text: str
    times: list[int] = []


greet = Tool("greet", output=Greeting)


class Started(View, uri="ui://measured/boot", title="Started"):
    """A view that only says that it has started."""

    launch = Grant.launch(greet)
