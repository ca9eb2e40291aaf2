"""How busy the machine is: polled while somebody looks, drawn as lines and bars."""

import asyncio
from datetime import timedelta

from contract import Machine, Monitor, Sample

from viewsdk import App, Refused, ViewError
from viewsdk.browser import Child, Event, Page, Series, Signal, bar_chart, h, line_chart

KEPT = 60  # samples on the chart

PACES = {"1": "every second", "2": "every 2 seconds", "5": "every 5 seconds"}


class Board:
    """What the view knows."""

    def __init__(self, app: App[Monitor], page: Page) -> None:
        self.app = app
        self.page = page
        self.machine: Signal[Machine | None] = Signal(None)
        self.samples: Signal[list[Sample]] = Signal([])
        self.trouble: Signal[str | None] = Signal(None)
        self.is_running = Signal(True)
        self.pace = Signal("2")
        self.polling: asyncio.Task[None] | None = None

    async def name_machine(self) -> None:
        try:
            self.machine.value = await self.app.result(Monitor.launch)
        except ViewError as error:
            self.trouble.value = f"What machine this is could not be read: {error}"

    def start_polling(self) -> None:
        if self.polling is not None:
            self.polling.cancel()
        self.polling = self.page.start(self.poll(float(self.pace.value))) if self.is_running.value else None

    async def poll(self, seconds: float) -> None:
        """Samples for as long as the view lives; the beat rests while nobody sees it."""
        async for _ in self.page.every(seconds):
            await self.sample()

    async def sample(self) -> None:
        try:
            sample = await self.app.call(Monitor.sample, timeout=10)
        except Refused as refusal:
            self.stop(f"The host refused: {refusal}")
        except ViewError as error:
            self.stop(str(error))
        else:
            self.trouble.value = None
            self.samples.value = [*self.samples.value, sample][-KEPT:]

    def stop(self, why: str) -> None:
        self.trouble.value = why
        self.toggle()

    def toggle(self) -> None:
        self.is_running.value = not self.is_running.value
        self.start_polling()

    def set_pace(self, event: Event) -> None:
        self.pace.value = event.value
        self.start_polling()


def draw(board: Board) -> Child:
    samples = board.samples.value
    return h.div(
        header(board),
        trouble(board.trouble.value),
        figures(samples[-1] if samples else None),
        charts(samples) if samples else waiting(),
        class_="stack",
    )


def header(board: Board) -> Child:
    machine = board.machine.value
    is_running = board.is_running.value
    name = machine.name if machine is not None else "System monitor"
    about = f"{machine.system}, {machine.processors} processors" if machine is not None else "Reading the machine"
    return h.header(
        h.div(h.h1(name), h.p(about, class_="muted"), class_="grow"),
        h.label("Pace", for_="pace", class_="only-spoken"),
        h.select(
            [h.option(name, value=pace, selected=pace == board.pace.value) for pace, name in PACES.items()],
            id="pace",
            on_change=board.set_pace,
            style="width: auto",
        ),
        h.button("Pause" if is_running else "Go on", on_click=board.toggle, class_=None if is_running else "primary"),
        class_="row",
    )


def trouble(text: str | None) -> Child:
    inside = h.div(h.strong("No more samples"), h.div(text), class_="callout danger") if text else None
    return h.div(inside, role="status")


def figures(sample: Sample | None) -> Child:
    if sample is None:
        return None
    return h.div(
        figure("Processors", f"{sample.processor:.0f} %"),
        figure("Memory", f"{sample.memory:.0f} %"),
        figure("Load, 1 min", f"{sample.load:.2f}"),
        figure("Up", in_words(sample.uptime)),
        class_="grid",
        style="grid-template-columns: repeat(auto-fit, minmax(min(140px, 100%), 1fr))",
    )


def figure(name: str, value: str) -> Child:
    return h.div(
        h.div(name, class_="muted small"),
        h.div(value, style="font-size: 22px; font-weight: 600; font-variant-numeric: tabular-nums"),
        class_="card",
    )


def charts(samples: list[Sample]) -> Child:
    missing: list[float | None] = [None] * (KEPT - len(samples))
    lines = [
        Series("Processors", [*missing, *(sample.processor for sample in samples)]),
        Series("Memory", [*missing, *(sample.memory for sample in samples)]),
    ]
    bars = {str(number): load for number, load in enumerate(samples[-1].processors)}
    return h.div(
        h.div(
            line_chart(lines, title="In use", unit="%", low=0, high=100, ends=(f"{KEPT} samples ago", "now")),
            class_="card",
        ),
        h.div(bar_chart(bars, title="By processor", unit="%", high=100, height=110), class_="card"),
        class_="stack",
    )


def waiting() -> Child:
    return h.div(
        h.span("Waiting for the first sample", class_="only-spoken"),
        h.div(class_="bone", style="height: 240px"),
        class_="card",
    )


def in_words(seconds: float) -> str:
    passed = timedelta(seconds=int(seconds))
    hours, rest = divmod(passed.seconds, 3600)
    return f"{passed.days} d {hours} h" if passed.days else f"{hours} h {rest // 60} min"


async def main(app: App[Monitor]) -> None:
    page = Page()
    board = Board(app, page)
    page.show(lambda: draw(board))
    board.start_polling()
    await board.name_machine()
