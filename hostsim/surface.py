"""How the view stands on the host page: its theme, display mode, size and status line.

It keeps what the page shows and what the view was told about it in step. It knows no conversation.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Literal

from hostsim.page_messages import Hello, OfferDisplays, Resize, Reveal, Room, ShowDisplay, ShowStatus, ShowTheme, ToPage
from hostsim.sizes import SizeBounds
from hostsim.surroundings import FIRST_HEIGHT, Surroundings

__all__ = ["PIP_SIZE", "Surface"]

PIP_SIZE = (400, 300)  # CSS pixels; what goose gives, the one host whose figure is known (hosts.md)
State = Literal["waiting", "ready", "failed", "ended"]


class Surface:
    """The view's place on one page after another; `show` reaches whichever page is open.

    Without a theme that somebody chose it is that of the page's browser.
    """

    def __init__(self, show: Callable[[ToPage], None], theme: str | None, bounds: SizeBounds) -> None:
        self.around = Surroundings() if theme is None else Surroundings(theme=theme)
        self.is_theme_chosen = theme is not None
        self.bounds = bounds
        self._show = show
        self._height: float = FIRST_HEIGHT

    def greet(self, hello: Hello) -> None:
        """Takes a new page's measures; a theme that was chosen stays."""
        self.around = Surroundings(
            theme=self.around.theme if self.is_theme_chosen else hello.scheme,
            width=hello.width,
            locale=hello.locale,
            time_zone=hello.time_zone,
            touch=hello.touch,
            hover=hello.hover,
        )

    def begin(self) -> None:
        """Starts over for a new mount: inline, small, hidden."""
        self._height = FIRST_HEIGHT
        self.around = replace(self.around, display="inline", height=FIRST_HEIGHT)
        self.say("waiting", "framing", "Waiting for the sandbox…")

    def measure(self, room: Room) -> bool:
        """Takes the room the page measured; says whether it is news for the view.

        A measure of another display mode was under way when the mode changed. Inline, the height is the view's own.
        """
        if room.display != self.around.display or room.width <= 0:
            return False
        height = FIRST_HEIGHT if room.display == "inline" else room.height
        before, self.around = self.around, replace(self.around, width=room.width, height=height)
        return before != self.around

    def set_theme(self, theme: str) -> None:
        """Draws the page in another theme."""
        self.around = replace(self.around, theme=theme)
        self._show(ShowTheme(theme=theme))

    def set_display(self, mode: str) -> None:
        """Shows the view in another display mode."""
        self.around = replace(self.around, display=mode)
        self._show(ShowDisplay(mode=mode, height=self._shown_height()))

    def offer_displays(self, ours: Sequence[str], views: Sequence[str] | None) -> None:
        """Offers the modes both have; a view that named none may be put into any (R44)."""
        both = tuple(mode for mode in ours if views is None or mode in views)
        why = "This host does not have it" if views is None else f"The view lists {', '.join(views)}"
        self._show(OfferDisplays(modes=both, otherwise=why))

    def resize(self, mount: int, height: float | None, *, is_cut: bool) -> None:
        """Gives the frame the height the view asked for, where the mode leaves it to the view, or says it is cut."""
        if height is None or self.around.display != "inline":
            return
        self._height = height
        self._show(Resize(mount=mount, height=round(height), is_cut=is_cut))

    def reveal(self, mount: int) -> None:
        """Shows the frame, which stays hidden until the view has initialized."""
        self._show(Reveal(mount=mount))
        self.say("ready", "ready")

    def say(self, state: State, short: str, long: str | None = None) -> None:
        """Sets the status line and, with `long`, what stands in the view's place."""
        self._show(ShowStatus(state=state, short=short, long=long))

    def _shown_height(self) -> int:
        return PIP_SIZE[1] if self.around.display == "pip" else round(self._height)
