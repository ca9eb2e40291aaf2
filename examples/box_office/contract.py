"""The box office: what its server and its view agree on. Imported by both, so it imports neither."""

from pydantic import BaseModel, Field

from viewsdk import DeclaredError, Grant, Tool, View


class ShowId(BaseModel):
    id: int = Field(description="The show's number, as list_shows gives it")


class Show(BaseModel):
    id: int
    title: str
    starts: str = Field(description="When it starts, in words")
    capacity: int = Field(description="Seats in the house")
    seats: list[str] = Field(description="The seats that are still free, front row first")


class Party(BaseModel):
    show: int = Field(description="The show's number")
    name: str = Field(min_length=1, max_length=60, description="Who the seats are for")
    size: int = Field(ge=1, le=12, description="How many seats, side by side as far as possible")


class Wiped(BaseModel):
    bookings: int = Field(description="How many bookings were thrown away")


class ShowNotFound(DeclaredError):
    """There is no such show."""

    id: int


class SoldOut(DeclaredError):
    """Not enough seats are left."""

    left: int


list_shows = Tool(
    "list_shows",
    output=list[Show],
    title="Tonight's shows",
    description="Lists the shows and their free seats.",
)
get_show = Tool(
    "get_show",
    input=ShowId,
    output=Show,
    errors=[ShowNotFound],
    description="One show with its free seats.",
)
seat_the_party = Tool(
    "seat_the_party",
    input=Party,
    output=Show,
    errors=[ShowNotFound, SoldOut],
    title="Seat a party",
    description="Books the first free seats for a party; answers with the show as it is then.",
)
wipe = Tool(
    "wipe",
    output=Wiped,
    description="Throws away every booking.",
    annotations={"destructiveHint": True},
)


class Bill(View, uri="ui://box-office/bill", title="Bill"):
    launch = Grant.launch(list_shows)
    show = Grant.app(get_show)
    seat = Grant.shared(seat_the_party)
    wipe = Grant.app(wipe)
