"""What the host page and the Python side say to each other: one model per message, told apart by `type`.

It is a private line of hostsim, not the MCP Apps protocol: its frames travel inside `Frame` as the text they are. It
carries no policy and no CSP (heddle:H89); web/host/link.js is the other end. Pure.
"""

from __future__ import annotations

import json
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError
from pydantic_core import to_jsonable_python

__all__ = [
    "Answered",
    "AskPerson",
    "BadPageMessage",
    "Choose",
    "Done",
    "Frame",
    "FromPage",
    "Hello",
    "MountView",
    "Navigated",
    "Noise",
    "OfferDisplays",
    "OpenTab",
    "Resize",
    "Reveal",
    "Room",
    "SandboxReady",
    "SandboxSilent",
    "SaveFiles",
    "SavedFile",
    "Scheme",
    "ShowDisplay",
    "ShowEntry",
    "ShowNote",
    "ShowStage",
    "ShowStatus",
    "ShowTheme",
    "ToPage",
    "Unmount",
    "Unreadable",
    "Violation",
    "Welcome",
    "Withdraw",
    "read_from_page",
    "write_to_page",
]


class BadPageMessage(ValueError):
    """The page sent something this version does not know; the message says what."""


# A mount's number and one of its keys: what the page was given, so anything else is a message nobody knows.
_MountKey = Annotated[str, Field(pattern=r"^[0-9]{1,9}:[0-9]{1,15}$")]


class _Message(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Frame(_Message):
    """One frame of the view's conversation, as JSON text; both directions."""

    type: Literal["frame"] = "frame"
    mount: int
    text: str


# From the page


class Room(_Message):
    """The room the view has in its present display mode, in CSS pixels."""

    type: Literal["room"] = "room"
    width: int
    height: int
    display: str


class Hello(_Message):
    """The first message of a page: the room for the view, and what the browser says about the person's machine."""

    type: Literal["hello"] = "hello"
    width: int
    height: int
    display: str
    locale: str
    time_zone: str
    touch: bool
    hover: bool
    scheme: Literal["light", "dark"]


class Scheme(_Message):
    """The person's machine has come to prefer another colour scheme."""

    type: Literal["scheme"] = "scheme"
    scheme: Literal["light", "dark"]


class SandboxReady(_Message):
    """The sandbox announced itself and has been handed the HTML (R26, R27)."""

    type: Literal["sandbox_ready"] = "sandbox_ready"
    mount: int


class SandboxSilent(_Message):
    """The sandbox did not announce itself in time (heddle:H80)."""

    type: Literal["sandbox_silent"] = "sandbox_silent"
    mount: int


class Unreadable(_Message):
    """A JSON-RPC object the page could not pass on as text: too large, or holding what JSON cannot say."""

    type: Literal["unreadable"] = "unreadable"
    mount: int
    id: int | str | None = None
    method: str | None = None
    reason: str
    size: int


class Noise(_Message):
    """A message of the view's window that is no JSON-RPC; dropped, and noted within limits."""

    type: Literal["noise"] = "noise"
    mount: int
    what: str


class Navigated(_Message):
    """The view's frame loaded a second document; the sandbox has stopped forwarding for good (heddle:H86)."""

    type: Literal["navigated"] = "navigated"
    mount: int


class Violation(_Message):
    """The sandbox's own document saw the policy stop something, a navigation of the view for one."""

    type: Literal["violation"] = "violation"
    mount: int
    directive: str
    blocked: str


class Answered(_Message):
    """What a person answered: `once`, `session`, `deny`, or `cancel` when the question was closed."""

    type: Literal["answered"] = "answered"
    key: _MountKey
    outcome: Literal["once", "session", "deny", "cancel"]


class Done(_Message):
    """Whether the page did what it was asked to do outside the frame."""

    type: Literal["done"] = "done"
    key: _MountKey
    ok: bool


class Choose(_Message):
    """A button of the page."""

    type: Literal["choose"] = "choose"
    what: Literal["theme", "display", "reload", "teardown"]
    value: str


FromPage = (
    Hello | Room | Scheme | SandboxReady | SandboxSilent | Frame | Unreadable | Noise | Navigated | Violation
    | Answered | Done | Choose
)  # fmt: skip


# To the page


class Welcome(_Message):
    """What the page shows around the view."""

    type: Literal["welcome"] = "welcome"
    server: str
    title: str
    uri: str
    prompt: str
    theme: str
    displays: tuple[str, ...]
    stages: tuple[str, ...]


class MountView(_Message):
    """Frame this view: `url` is the sandbox's page, `allow` the permissions that were granted."""

    type: Literal["mount"] = "mount"
    mount: int
    title: str
    url: str
    html: str
    allow: str
    border: bool
    height: int
    max_frame_bytes: int
    ready_seconds: float


class Unmount(_Message):
    """Remove the frame of this mount."""

    type: Literal["unmount"] = "unmount"
    mount: int


class Reveal(_Message):
    """The view has initialized: show its frame."""

    type: Literal["reveal"] = "reveal"
    mount: int


class Resize(_Message):
    """Give the view's frame this height, and say so when the view is taller."""

    type: Literal["resize"] = "resize"
    mount: int
    height: int
    is_cut: bool


class ShowDisplay(_Message):
    """Put the view into this display mode; `height` counts where the mode does not fix one."""

    type: Literal["display"] = "display"
    mode: str
    height: int


class OfferDisplays(_Message):
    """The display modes host and view both have, and why a person cannot choose the others."""

    type: Literal["displays"] = "displays"
    modes: tuple[str, ...]
    otherwise: str


class ShowStatus(_Message):
    """A word beside the view and, while there is nothing to see, a line in its place."""

    type: Literal["status"] = "status"
    state: Literal["waiting", "ready", "failed", "ended"]
    short: str
    long: str | None = None


class ShowTheme(_Message):
    """Draw the page in this theme."""

    type: Literal["theme"] = "theme"
    theme: str


class ShowStage(_Message):
    """One line of the stage ledger."""

    type: Literal["stage"] = "stage"
    name: str
    state: Literal["pending", "running", "done", "failed"]
    detail: str = ""
    seconds: float | None = None


class ShowEntry(_Message):
    """One entry of the trace."""

    type: Literal["entry"] = "entry"
    entry: dict[str, Any]


class AskPerson(_Message):
    """A question for the person; `remembers` offers to allow it for the session."""

    type: Literal["ask"] = "ask"
    key: str
    title: str
    detail: str
    body: str = ""
    remembers: bool = False


class Withdraw(_Message):
    """A question that needs no answer any more."""

    type: Literal["withdraw"] = "withdraw"
    key: str


class ShowNote(_Message):
    """Something the view said to the conversation; a later note of the same slot replaces it."""

    type: Literal["note"] = "note"
    title: str
    text: str
    slot: str | None = None


class OpenTab(_Message):
    """Open a link in a new tab."""

    type: Literal["open"] = "open"
    key: str
    url: str


class SavedFile(_Message):
    """One file to save; `blob` is base64, `text` is text, one of the two is given."""

    name: str
    mime_type: str
    text: str | None = None
    blob: str | None = None


class SaveFiles(_Message):
    """Save these files on the person's machine."""

    type: Literal["save"] = "save"
    key: str
    files: tuple[SavedFile, ...]


ToPage = (
    Welcome | MountView | Unmount | Reveal | Resize | ShowDisplay | Frame | ShowStatus | ShowTheme | ShowStage
    | ShowEntry | OfferDisplays | AskPerson | Withdraw | ShowNote | OpenTab | SaveFiles
)  # fmt: skip

_FROM_PAGE: TypeAdapter[FromPage] = TypeAdapter(Annotated[FromPage, Field(discriminator="type")])


def read_from_page(text: str) -> FromPage:
    """Reads one message of the page; raises BadPageMessage for one this version does not know (heddle:H91)."""
    try:
        return _FROM_PAGE.validate_json(text)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(str(part) for part in first["loc"]) or "the message"
        raise BadPageMessage(f"{where}: {first['msg']}") from error


def write_to_page(message: ToPage) -> str:
    """Writes one message for the page as JSON text."""
    # Pure ASCII, and not by the model, which fails at half a surrogate pair: a view may well send one.
    return json.dumps(message.model_dump(), separators=(",", ":"), default=to_jsonable_python)
