"""Each corner of the page library, with the controls a test needs."""

import asyncio
from datetime import UTC, date, datetime

from contract import Gallery

from viewsdk import App
from viewsdk.browser import Child, Event, Locale, Page, Signal, h

order: Signal[list[str]] = Signal(list("abcdef"))
typed = Signal("")
sent = Signal("")
layout = Signal("plain")
broken = Signal(False)
seen: Signal[bool] | None = None

LAYOUTS: dict[str, Child] = {
    "plain": None,
    "viewport": h.div("as tall as the frame", style="height: 100vh"),
    "tall": h.div("a long list", style="height: 3000px"),
}


def rotate() -> None:
    first, *rest = order.value
    order.value = [*rest, first]


async def rotate_later() -> None:
    await asyncio.sleep(0.05)
    rotate()


def shout(event: Event) -> None:
    typed.value = event.value.upper()


def fail() -> None:
    raise KeyError("handler")


async def fail_later() -> None:
    await asyncio.sleep(0)
    raise KeyError("async handler")


def forget() -> None:
    asyncio.ensure_future(fail_later())  # noqa: RUF006  # nobody waits for it, which is the point


def note(event: Event) -> None:
    sent.value = f"{event.form}"


async def keep_still(event: Event) -> None:
    event.prevent_default()
    sent.value = "kept"


def written(locale: Locale) -> str:
    moment = locale.moment(datetime(2026, 11, 30, 20, 30, tzinfo=UTC), "short")
    return f"{locale.number(1234.5, digits=2)} | {locale.day(date(2026, 11, 30))} | {moment}"


def lists() -> Child:
    rows = [h.div(h.label(f"Row {name}", h.input(name=name)), key=name) for name in order.value]
    return h.section(
        h.div(rows, id="rows", style="height: 120px; overflow: auto; overflow-anchor: none"),
        h.button("Rotate", on_click=rotate),
        h.button("Rotate later", on_click=rotate_later),
        h.label("Typed", h.input(value=typed.value, on_input=shout)),
        h.output(typed.value),
    )


def forms() -> Child:
    return h.section(
        h.form(
            h.label("Required", h.input(name="required", required=True)),
            h.label("Note", h.textarea(name="note")),
            h.button("Send"),
            on_submit=note,
        ),
        h.form(h.label("Alone", h.input(name="alone")), on_submit=note),
        h.p(sent.value, role="status"),
    )


def links() -> Child:
    return h.nav(
        h.a("Outside", href="https://example.com/page"),
        h.a("Scripted", href="javascript:alert(1)"),
        h.a("Kept", href="https://example.com/kept", on_click=keep_still),
        h.p("<b>not bold</b>", id="text"),
        h.div(unsafe_html="<b>bold</b>", id="markup"),
    )


def faults() -> Child:
    if broken.value:
        raise KeyError("drawing")
    names = {"Fail": fail, "Fail later": fail_later, "Forget": forget, "Break": lambda: setattr(broken, "value", True)}
    return h.section([h.button(name, on_click=handler) for name, handler in names.items()])


def sizes() -> Child:
    choices = [h.button(name, on_click=lambda name=name: setattr(layout, "value", name)) for name in LAYOUTS]
    return h.section(choices, LAYOUTS[layout.value])


async def main(app: App[Gallery]) -> None:
    page = Page()
    page.show(
        lambda: h.div(
            h.h1("Gallery"),
            h.p("seen" if page.is_seen.value else "unseen", id="seen"),
            h.p("still" if page.reduces_motion.value else "moving", id="motion"),
            h.p(written(Locale("de", "Asia/Tokyo")), id="german"),
            h.p(written(Locale("no such tag!", "No/Where")), id="unknown"),
            lists(),
            forms(),
            links(),
            faults(),
            sizes(),
        )
    )

    @app.on_teardown
    def end() -> None:
        raise KeyError("teardown")

    await app.result(Gallery.launch)
