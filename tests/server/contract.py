"""A small contract for the server's tests: every shape a tool can have."""

from __future__ import annotations

from datetime import date

from pydantic import BaseModel, Field, TypeAdapter, model_validator

from viewsdk import Ask, DeclaredError, Grant, Tool, View


class Branch(BaseModel):
    """A tree: a schema that refers to itself."""

    name: str
    branches: list[Branch] = []


class Order(BaseModel):
    article: str = Field(description="What to order", alias="article-name")
    amount: int = Field(1, ge=1, le=9, description="How many")
    day: date | None = None
    tags: list[str] = []

    @model_validator(mode="after")
    def not_seven(self) -> Order:
        if self.amount == 7:
            raise ValueError("seven is not sold")
        return self


class Receipt(BaseModel):
    article: str
    amount: int
    given: list[str]


class OutOfStock(DeclaredError):
    left: int


class Undeclared(DeclaredError):
    pass


count = Tool("count", output=int, description="A number.")
order = Tool(
    "order",
    input=Order,
    output=Receipt,
    errors=[OutOfStock],
    description="Orders.",
    annotations={"idempotentHint": True},
)
grow = Tool("grow", input=Branch, output=Branch)
perhaps = Tool("perhaps", output=TypeAdapter[Receipt | None](Receipt | None))
ticks = Tool("ticks", output=list[int])


ASK = Ask(connect=("https://api.example",), prefers_border=True)


class Shop(View, uri="ui://shop/counter", title="Counter", ask=ASK):
    launch = Grant.launch(count)
    order = Grant.shared(order)
    grow = Grant.app(grow)
    perhaps = Grant.app(perhaps)
    ticks = Grant.app(ticks)


class Side(View, uri="ui://shop/side", title="Side"):
    launch = Grant.launch(Tool("side", output=int))
