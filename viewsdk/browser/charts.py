"""Line and bar charts as SVG, sized by their box, in the page's own colours, with a name and a summary in words.

The plot is stretched to whatever width there is while words and lines keep their size: words are HTML around it.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from viewsdk.browser.builder import h
from viewsdk.browser.nodes import Child, Element
from viewsdk.browser.scales import Scale, scale_of

__all__ = ["Series", "bar_chart", "line_chart"]

COLOURS = 6  # --view-series-1 to -6 of base.css; more lines than that nobody can tell apart

SIDE = 100.0  # the plot's own units on both axes; the browser stretches them


@dataclass(frozen=True, slots=True)
class Series:
    """One line: values at equal distances, None where there is none."""

    name: str
    values: Sequence[float | None]


def _plain(value: float) -> str:
    """A value in words: up to one decimal."""
    return f"{value:,.1f}".removesuffix(".0")


def line_chart(
    series: Sequence[Series],
    *,
    title: str,
    unit: str = "",
    ends: tuple[str, str] = ("", ""),
    low: float | None = None,
    high: float | None = None,
    height: int = 160,
    word: Callable[[float], str] = _plain,
) -> Element:
    """Lines over one axis of equal steps.

    Args:
        ends: What the first and the last step are, in words.
        low: The lower end of the scale, if it is to stay; likewise `high`.
        height: Of the plot, in CSS pixels.
        word: How a value is written.
    """
    scale = scale_of((v for line in series for v in line.values if v is not None), low=low, high=high)
    lines = [_line(line, scale, number) for number, line in enumerate(series)]
    summary = "; ".join(_told(line, unit, word) for line in series)
    under = h.div(h.span(ends[0]), h.span(ends[1]), class_="chart-ends", aria_hidden=True) if any(ends) else None
    legend = _legend([line.name for line in series]) if len(series) > 1 else None
    return _chart(title, summary, _plot(scale, lines, title, summary, unit, height, word), under, legend)


def bar_chart(
    values: Mapping[str, float],
    *,
    title: str,
    unit: str = "",
    low: float | None = 0.0,
    high: float | None = None,
    height: int = 160,
    word: Callable[[float], str] = _plain,
) -> Element:
    """One bar per name, in the order given; bars start at zero unless `low` says otherwise."""
    scale = scale_of(values.values(), low=low, high=high)
    width = SIDE / max(1, len(values))
    bars = [_bar(number * width, width, scale, value) for number, value in enumerate(values.values())]
    summary = "; ".join(f"{name} {word(value)}{unit}" for name, value in values.items()) or "no values"
    names = h.div([h.span(name, key=name) for name in values], class_="chart-names", aria_hidden=True)
    return _chart(title, summary, _plot(scale, bars, title, summary, unit, height, word), names, None)


def _chart(title: str, summary: str, plot: Child, under: Child, legend: Child) -> Element:
    return h.figure(h.figcaption(title), plot, under, legend, class_="chart")


def _plot(
    scale: Scale, marks: Child, title: str, summary: str, unit: str, height: int, word: Callable[[float], str]
) -> Element:
    rows = [(tick, SIDE * (1 - scale.share(tick))) for tick in scale.ticks]
    grid = [h.line(x1=0, x2=SIDE, y1=y, y2=y, key=tick, class_="axis") for tick, y in rows]
    words = [h.span(f"{word(tick)}{unit}", key=tick, style=f"top: {y:g}%") for tick, y in rows]
    return h.div(
        h.div(words, class_="chart-ticks", aria_hidden=True),
        h.svg(
            h.title(title),
            h.desc(summary),
            h.g(grid, key="grid"),
            h.g(marks, key="marks"),
            role="img",
            aria_label=f"{title}: {summary}",
            viewBox=f"0 0 {SIDE:g} {SIDE:g}",
            preserveAspectRatio="none",
        ),
        class_="chart-plot",
        style=f"height: {height}px",
    )


def _line(series: Series, scale: Scale, number: int) -> Element:
    colour = f"var(--view-series-{number % COLOURS + 1})"
    return h.path(d=_path(series.values, scale), key=series.name, class_="series", style=f"stroke: {colour}")


def _path(values: Sequence[float | None], scale: Scale) -> str:
    step = SIDE / max(1, len(values) - 1)
    parts: list[str] = []
    is_drawing = False
    for number, value in enumerate(values):
        if value is not None:
            place = f"{number * step:.2f} {SIDE * (1 - scale.share(value)):.2f}"
            # A line begins with a step onto itself, so that a value between two gaps is seen as a dot.
            parts.append(f"L{place}" if is_drawing else f"M{place}L{place}")
        is_drawing = value is not None
    return "".join(parts)


def _bar(left: float, width: float, scale: Scale, value: float) -> Element:
    zero, top = SIDE * (1 - scale.share(0.0)), SIDE * (1 - scale.share(value))
    return h.rect(
        x=f"{left + width * 0.15:.2f}",
        y=f"{min(zero, top):.2f}",
        width=f"{width * 0.7:.2f}",
        height=f"{abs(zero - top):.2f}",
        style="fill: var(--view-series-1)",
    )


def _told(series: Series, unit: str, word: Callable[[float], str]) -> str:
    known = [value for value in series.values if value is not None]
    if not known:
        return f"{series.name}: no values"
    low, high = word(min(known)), word(max(known))
    return f"{series.name}: {low} to {high}{unit}, last {word(known[-1])}{unit}"


def _legend(names: Sequence[str]) -> Element:
    entries = [
        h.li(h.span(class_="swatch", style=f"background: var(--view-series-{number % COLOURS + 1})"), name, key=name)
        for number, name in enumerate(names)
    ]
    return h.ul(entries, class_="legend")
