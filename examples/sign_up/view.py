"""A sign-up form: filled as the model writes, corrected by the person, checked as they type, confirmed and saved."""

from collections.abc import Callable
from typing import Never

from calendar_file import calendar_entry
from contract import AlreadySignedUp, Confirmation, Draft, Form, Meal, Workshop, WorkshopFull
from form import FIELDS, checked, from_draft

from viewsdk import App, Called, Download, Failed, Partial, Refused, Returned, Run, ViewError
from viewsdk.browser import Child, Element, Event, Locale, Page, Signal, h

Control = Callable[..., Element]

EMPTY = {"name": "", "email": "", "guests": "0", "meal": "any", "remarks": ""}


class Desk:
    """What the view knows, and what the person can do."""

    def __init__(self, app: App[Form]) -> None:
        self.app = app
        self.workshop: Signal[Workshop | None] = Signal(None)
        self.values = Signal(dict(EMPTY))
        self.touched: Signal[frozenset[str]] = Signal(frozenset())
        self.is_drafting = Signal(False)
        self.is_sending = Signal(False)
        self.trouble: Signal[tuple[str, str] | None] = Signal(None)
        self.done: Signal[Confirmation | None] = Signal(None)

    async def follow_launch(self) -> None:
        async for run in self.app.watch(Form.launch):
            self.take(run)

    def take(self, run: Run[Draft, Workshop, Never]) -> None:
        self.is_drafting.value = isinstance(run, Partial)
        match run:
            case Partial(arguments=draft):
                self.fill(from_draft(draft))
            case Called(input=draft):
                self.fill(from_draft(draft.model_dump()))
            case Returned(output=workshop):
                self.workshop.value = workshop
            case Failed(error=error):
                self.trouble.value = ("The workshop could not be read", str(error))
            case _:
                pass

    def fill(self, draft: dict[str, str]) -> None:
        """Takes over what the model wrote, but nothing the person has touched."""
        fresh = {name: text for name, text in draft.items() if name not in self.touched.value}
        self.values.value = {**self.values.value, **fresh}

    def write(self, name: str, text: str) -> None:
        self.values.value = {**self.values.value, name: text}

    def touch(self, *names: str) -> None:
        self.touched.value = self.touched.value | set(names)

    async def send(self) -> None:
        self.touch(*FIELDS)
        person, _ = checked(self.values.value)
        if person is None:
            return
        self.is_sending.value = True
        self.trouble.value = None
        try:
            self.done.value = done = await self.app.call(Form.send, person)
            self.workshop.value = done.workshop
        except AlreadySignedUp as known:
            self.trouble.value = ("You are signed up already", f"Your number is {known.number}.")
        except WorkshopFull as full:
            self.trouble.value = ("There are not enough places", f"{full.free} are left; please bring fewer guests.")
        except Refused as refusal:
            self.trouble.value = ("The host refused", str(refusal))
        except ViewError as error:
            self.trouble.value = ("This was not sent", str(error))
        finally:
            self.is_sending.value = False

    async def save(self, done: Confirmation) -> None:
        entry = Download.of_text(f"confirmation-{done.number}.ics", calendar_entry(done), mime_type="text/calendar")
        try:
            await self.app.download_file(entry)
        except ViewError as error:
            self.trouble.value = ("The calendar entry was not saved", str(error))

    def again(self) -> None:
        self.values.value = dict(EMPTY)
        self.touched.value = frozenset()
        self.trouble.value = None
        self.done.value = None


def draw(desk: Desk) -> Child:
    done = desk.done.value
    return h.div(
        header(desk.workshop.value, Locale.of(desk.app.context), desk.is_drafting.value),
        trouble(desk.trouble.value),
        confirmation(desk, done) if done is not None else form(desk),
        class_="stack",
    )


def header(workshop: Workshop | None, locale: Locale, is_drafting: bool) -> Child:
    drafting = h.span(h.span(class_="spinner", aria_hidden=True), " The form is being filled in", class_="badge info")
    if workshop is None:
        return h.header(h.h1("Sign up"), drafting if is_drafting else h.div(class_="bone", style="width: 60%"))
    where = f"{locale.day(workshop.day, 'full')}, {workshop.place}"
    free = f"{workshop.free} places free"
    return h.header(
        h.h1(workshop.title),
        h.div(h.span(where, class_="muted"), h.span(free, class_="badge success"), class_="row"),
    )


def trouble(said: tuple[str, str] | None) -> Child:
    inside = h.div(h.strong(said[0]), h.div(said[1]), class_="callout warning") if said is not None else None
    return h.div(inside, role="status")


def form(desk: Desk) -> Child:
    _, problems = checked(desk.values.value)
    shown = {name: text for name, text in problems.items() if name in desk.touched.value}
    meals = [h.option(meal.value.capitalize(), value=meal.value) for meal in Meal]
    return h.form(
        h.div(
            field(desk, shown, "name", "Name", h.input, autocomplete="name"),
            field(desk, shown, "email", "E-mail", h.input, type="email", autocomplete="email"),
            field(desk, shown, "guests", "Guests you bring", h.input, type="number", min=0, max=4),
            field(desk, shown, "meal", "Meal", h.select, meals),
            class_="grid",
        ),
        field(desk, shown, "remarks", "Remarks", h.textarea, rows=3),
        h.div(
            h.button("Sign up", class_="primary", disabled=desk.is_sending.value),
            h.span(f"{len(shown)} to correct", class_="muted small") if shown else None,
            class_="row",
        ),
        on_submit=desk.send,
        novalidate=True,  # the contract's rules are the rules, and the words are ours
        class_="card stack",
    )


def field(
    desk: Desk, problems: dict[str, str], name: str, label: str, control: Control, *inside: Child, **more: str | int
) -> Child:
    def write(event: Event) -> None:
        desk.write(name, event.value)

    problem = problems.get(name)
    return h.div(
        h.label(label, for_=name),
        control(
            *inside,
            id=name,
            name=name,
            value=desk.values.value[name],
            on_input=write,
            on_blur=lambda: desk.touch(name),
            aria_invalid=True if problem else None,
            aria_describedby=f"{name}-wrong" if problem else None,
            **more,
        ),
        h.span(problem, id=f"{name}-wrong", class_="wrong") if problem else None,
        class_="field",
    )


def confirmation(desk: Desk, done: Confirmation) -> Child:
    person = done.sign_up
    guests = {0: "on their own", 1: "with one guest"}.get(person.guests, f"with {person.guests} guests")
    return h.div(
        h.div(
            h.strong(f"{person.name} is signed up"),
            h.div(f"Number {done.number}, {guests}; the confirmation goes to {person.email}."),
            class_="callout success",
            role="status",
        ),
        h.div(
            h.button("Save to calendar", on_click=lambda: desk.save(done), class_="primary"),
            h.button("Sign up somebody else", on_click=desk.again),
            class_="row",
        ),
        class_="stack",
    )


async def main(app: App[Form]) -> None:
    desk = Desk(app)
    Page().show(lambda: draw(desk))
    await desk.follow_launch()
