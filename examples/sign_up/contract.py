"""A workshop's sign-up form: what the model drafts, the person corrects and the server keeps."""

from datetime import date
from enum import StrEnum
from typing import Annotated

from pydantic import BaseModel, Field, StringConstraints

from viewsdk import DeclaredError, Grant, Tool, View

Name = Annotated[str, StringConstraints(strip_whitespace=True, min_length=2, max_length=60)]
Email = Annotated[
    str, StringConstraints(strip_whitespace=True, pattern=r"^[^@\s]+@[^@\s]+\.[^@\s]{2,}$", max_length=120)
]


class Meal(StrEnum):
    NONE = "none"
    ANY = "any"
    VEGETARIAN = "vegetarian"
    VEGAN = "vegan"


class Draft(BaseModel):
    """What the model knows so far; nothing of it is checked, because the person still corrects it."""

    name: str = Field(default="", description="Who signs up")
    email: str = Field(default="", description="Where the confirmation goes")
    guests: int = Field(default=0, description="How many people they bring along")
    meal: str = Field(default="any", description="none, any, vegetarian or vegan")
    remarks: str = Field(default="", description="Anything the hosts should know")


class Workshop(BaseModel):
    title: str
    day: date
    place: str
    free: int = Field(description="Places that are still free")


class SignUp(BaseModel):
    """What the server keeps; the view checks with these very rules while the person types."""

    name: Name
    email: Email
    guests: int = Field(default=0, ge=0, le=4)
    meal: Meal = Meal.ANY
    remarks: str = Field(default="", max_length=400)


class Confirmation(BaseModel):
    number: str
    workshop: Workshop
    sign_up: SignUp


class AlreadySignedUp(DeclaredError):
    """This address is signed up already."""

    number: str


class WorkshopFull(DeclaredError):
    """There are not enough places."""

    free: int


draft_sign_up = Tool(
    "draft_sign_up",
    input=Draft,
    output=Workshop,
    title="Sign up for the workshop",
    description="Shows a sign-up form filled with what is known; the person corrects and sends it.",
)
sign_up = Tool(
    "sign_up",
    input=SignUp,
    output=Confirmation,
    errors=[AlreadySignedUp, WorkshopFull],
    description="Signs a person up for the workshop.",
)


class Form(View, uri="ui://sign-up/form", title="Sign-up form"):
    launch = Grant.launch(draft_sign_up)
    send = Grant.app(sign_up)
