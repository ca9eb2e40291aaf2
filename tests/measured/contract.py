"""The view that `benchmarks/calls.py` measures: a tool that echoes, and two through which it says how it goes."""

from pydantic import BaseModel, JsonValue

from viewsdk import Grant, Tool, View


class Draft(BaseModel):
    """The launch input, which this view only ever sees in parts."""

    seq: int
    text: str


class Asked(BaseModel):
    n: int


class Echoed(BaseModel):
    n: int
    title: str
    seats: list[str]


class Said(BaseModel):
    stage: str
    data: dict[str, JsonValue]


class Measured(View, uri="ui://measured/view", title="Measured"):
    launch = Grant.launch(Tool("draft", input=Draft, output=Draft))
    echo = Grant.app(Tool("echo", input=Asked, output=Echoed))
    say = Grant.app(Tool("say", input=Said, output=Said))
