"""What the smoke view of the engines and its server agree on."""

from pydantic import BaseModel

from viewsdk import Grant, Tool, View


class Greeting(BaseModel):
    """What the launch tool returns."""

    text: str


class Amount(BaseModel):
    """How far to count."""

    by: int


class Total(BaseModel):
    """What has been counted so far."""

    total: int


greet = Tool("greet", output=Greeting)
count = Tool("count", input=Amount, output=Total)


class Smoke(View, uri="ui://engines/smoke", title="Smoke"):
    """A view that shows its launch result, calls one tool, and tries to wait without `await`."""

    launch = Grant.launch(greet)
    count = Grant.app(count)
