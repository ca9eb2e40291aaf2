"""The bill: tonight's shows, one of them in detail, and a form to seat a party. Runs in the iframe under Pyodide."""

from collections.abc import Awaitable
from dataclasses import dataclass
from typing import Literal, Never, TypeVar

from contract import Bill, Party, Show, ShowId, ShowNotFound, SoldOut
from pydantic import ValidationError

from viewsdk import App, Cancelled, Failed, NoInput, Partial, Refused, Returned, Run, Unreadable, ViewError, Waiting
from viewsdk.browser import Child, Event, Page, Signal, h

T = TypeVar("T")

SEATS_IN_A_ROW = 6


@dataclass(frozen=True)
class Notice:
    """What the last thing the person did has come to."""

    kind: Literal["success", "warning", "danger", "info"]
    title: str
    text: str = ""


class Office:
    """What the view knows, and what the person can do."""

    def __init__(self, app: App[Bill]) -> None:
        self.app = app
        self.shows: Signal[list[Show] | None] = Signal(None)
        self.opened: Signal[Show | None] = Signal(None)
        self.last_opened: int | None = None
        self.notice: Signal[Notice | None] = Signal(None)
        self.is_busy = Signal(False)
        self.is_overdue = Signal(False)

    async def follow_launch(self) -> None:
        async for run in self.app.watch(Bill.launch):
            self.take(run)

    def take(self, run: Run[NoInput, list[Show], Never]) -> None:
        match run:
            case Waiting(overdue=overdue):
                self.is_overdue.value = overdue
            case Partial():
                pass  # the tool takes no input, so a draft of it says nothing
            case Returned(output=shows):
                self.shows.value = shows
            case Failed(error=error):
                self.fail(Notice("danger", "The shows could not be listed", str(error)))
            case Cancelled():
                self.fail(Notice("info", "Listing the shows was cancelled"))
            case Unreadable():
                self.fail(Notice("info", "The shows of this chat are no longer at hand"))
            case _:
                pass

    def fail(self, notice: Notice) -> None:
        self.notice.value = notice
        self.is_overdue.value = True

    async def load(self) -> None:
        shows = await self.tried("The shows could not be listed", self.app.call(Bill.launch))
        if shows is not None:
            self.shows.value = shows

    async def open(self, id: int) -> None:
        self.opened.value = await self.tried("That show cannot be opened", self.app.call(Bill.show, ShowId(id=id)))

    async def open_by_number(self, event: Event) -> None:
        text = str(event.form.get("number", ""))
        if text.strip().isdecimal():
            await self.open(int(text))
        else:
            self.notice.value = Notice("warning", "A show has a number", f"{text!r} is none.")

    async def seat(self, event: Event) -> None:
        before = self.opened.value
        if before is None:
            return
        try:
            party = Party.model_validate({**event.form, "show": before.id})
        except ValidationError as problem:
            first = problem.errors()[0]
            self.notice.value = Notice("warning", "The party cannot be seated so", f"{first['loc'][0]}: {first['msg']}")
            return
        after = await self.tried("The party was not seated", self.app.call(Bill.seat, party))
        if after is not None:
            self.update(after)
            got = [seat for seat in before.seats if seat not in after.seats]
            self.notice.value = Notice("success", f"Seated {party.size} for {party.name}", f"Seats {', '.join(got)}.")

    async def wipe(self) -> None:
        wiped = await self.tried("The bookings are still there", self.app.call(Bill.wipe))
        if wiped is not None:
            self.notice.value = Notice("info", f"{wiped.bookings} bookings were thrown away")
            await self.load()

    def close(self) -> None:
        self.last_opened = self.opened.value.id if self.opened.value is not None else None
        self.opened.value = None
        self.notice.value = None

    def update(self, show: Show) -> None:
        self.opened.value = show
        self.shows.value = [show if other.id == show.id else other for other in self.shows.value or []]

    async def tried(self, title: str, call: Awaitable[T]) -> T | None:
        """What a call returns; None when it failed, and then the person is told how."""
        self.is_busy.value = True
        notice: Notice | None = None
        try:
            return await call
        except ShowNotFound as missing:
            notice = Notice("warning", title, f"There is no show number {missing.id}.")
        except SoldOut as full:
            notice = Notice("warning", title, f"Only {seats(full.left)} left.")
        except Refused as refusal:
            notice = Notice("danger", f"{title}: the host refused", str(refusal))
        except ViewError as error:
            notice = Notice("danger", title, str(error))
        finally:
            # Not before: what is said stays until there is something else to say, and nothing jumps meanwhile.
            self.notice.value = notice
            self.is_busy.value = False
        return None


def draw(office: Office) -> Child:
    opened = office.opened.value
    return h.div(
        header(office, opened),
        said(office.notice.value),
        one_show(office, opened) if opened is not None else all_shows(office),
        class_="stack",
        aria_busy=office.is_busy.value,
    )


def header(office: Office, opened: Show | None) -> Child:
    if opened is None:
        return h.header(h.h1("Tonight at the box office"), h.p("Pick a show to see its seats.", class_="muted"))
    back = h.button("All shows", on_click=office.close, class_="plain", autofocus=True)
    return h.header(h.div(h.h1(opened.title), back, class_="row spread"), h.p(opened.starts, class_="muted"))


def said(notice: Notice | None) -> Child:
    # The region is always there: a screen reader says what changes in it, not what appears with it.
    inside = [h.strong(notice.title), h.div(notice.text)] if notice is not None else []
    return h.div(h.div(*inside, class_=f"callout {notice.kind}") if notice else None, role="status")


def all_shows(office: Office) -> Child:
    shows = office.shows.value
    if shows is None:
        return waiting(office)
    if not shows:
        return h.div("Nothing is on tonight.", class_="callout")
    return h.div(
        h.div([card(office, show) for show in shows], class_="grid"),
        h.form(
            h.div(
                h.label("Show number", for_="number"),
                h.input(id="number", name="number", inputmode="numeric", autocomplete="off"),
                class_="field grow",
            ),
            h.button("Open", disabled=office.is_busy.value),
            on_submit=office.open_by_number,
            class_="row",
            style="align-items: end",
        ),
        h.div(
            h.span("The house keeps every booking.", class_="muted small"),
            h.button("Clear all bookings", on_click=office.wipe, class_="danger", disabled=office.is_busy.value),
            class_="row spread",
        ),
        class_="stack",
    )


def waiting(office: Office) -> Child:
    if office.is_overdue.value:
        return h.div(
            h.p("The shows have not come.", class_="muted"),
            h.button("Load the shows", on_click=office.load, class_="primary", disabled=office.is_busy.value),
            class_="row",
        )
    bones = [h.div(h.div(class_="bone", style="height: 44px"), class_="card", aria_hidden=True) for _ in range(4)]
    return h.div(h.span("Loading the shows", class_="only-spoken"), h.div(bones, class_="grid"))


def card(office: Office, show: Show) -> Child:
    free = len(show.seats)
    kind = "danger" if not free else "warning" if free * 5 <= show.capacity else "success"
    return h.button(
        h.h2(show.title),
        h.p(show.starts, class_="muted small"),
        h.span("sold out" if not free else f"{seats(free)} free", class_=f"badge {kind}"),
        key=show.id,
        class_="card stack",
        style="gap: 6px; display: flex; align-items: flex-start",
        autofocus=show.id == office.last_opened,  # who comes back by keyboard goes on where they left
        on_click=lambda: office.open(show.id),
        disabled=office.is_busy.value,
    )


def one_show(office: Office, show: Show) -> Child:
    return h.div(plan(show), booking_form(office, show), class_="stack")


def plan(show: Show) -> Child:
    free = set(show.seats)
    names = [f"{chr(ord('A') + n // SEATS_IN_A_ROW)}{n % SEATS_IN_A_ROW + 1}" for n in range(show.capacity)]
    return h.figure(
        h.figcaption(f"{seats(len(free))} of {show.capacity} free", class_="muted small"),
        h.div(
            [seat(name, name in free) for name in names],
            style=f"display: grid; grid-template-columns: repeat({SEATS_IN_A_ROW}, minmax(36px, 56px)); gap: 6px",
        ),
        class_="card stack",
        style="margin: 0",
    )


def seat(name: str, is_free: bool) -> Child:
    state = "free" if is_free else "taken"
    return h.span(
        name,
        key=name,
        role="img",
        aria_label=f"Seat {name}, {state}",
        class_=["badge", "success" if is_free else None],
        style={"justify_content": "center", "opacity": 1 if is_free else 0.5},
    )


def booking_form(office: Office, show: Show) -> Child:
    cannot = office.is_busy.value or not show.seats
    return h.form(
        h.div(
            field("name", "Name of the party", required=True, maxlength=60, autocomplete="off"),
            field("size", "Seats", type="number", min=1, max=12, value="2", required=True),
            class_="grid",
        ),
        h.div(h.button("Seat the party", class_="primary", disabled=cannot), class_="row"),
        on_submit=office.seat,
        class_="card stack",
    )


def field(name: str, label: str, **attributes: str | int | bool) -> Child:
    return h.div(h.label(label, for_=name), h.input(id=name, name=name, **attributes), class_="field")


def seats(number: int) -> str:
    return "1 seat" if number == 1 else f"{number} seats"


async def main(app: App[Bill]) -> None:
    office = Office(app)
    Page().show(lambda: draw(office))
    await office.follow_launch()
