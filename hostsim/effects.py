"""What a conversation wants done, as values. The shell performs each and reports back by its key.

Only the gate can make the permit that `CallTool` and `ReadResource` need, so no other code can reach a server. Pure.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, NewType

from hostsim.audit import AuditEntry
from hostsim.consent import Question
from hostsim.grants import CallPermit, ReadPermit

__all__ = [
    "AddMessage",
    "AppToolAnswered",
    "AppToolsListed",
    "AskConsent",
    "CallTool",
    "CancelErrand",
    "Effect",
    "End",
    "Ending",
    "Key",
    "ListResources",
    "OpenLink",
    "ReadResource",
    "Record",
    "Resize",
    "Sample",
    "SaveFile",
    "SaveItem",
    "Send",
    "SetDisplayMode",
    "SetModelContext",
    "WithdrawConsent",
]

Key = NewType("Key", int)
"""Names one errand of one conversation, from the effect that starts it to the answer that ends it."""


@dataclass(frozen=True, slots=True)
class Send:
    """Post this JSON-RPC text to the view, in the order the effects are given."""

    text: str


@dataclass(frozen=True, slots=True)
class CallTool:
    """Call a tool upstream; answer with `tool_answered`, report progress with `progressed`."""

    key: Key
    permit: CallPermit
    meta: Mapping[str, Any] = field(default_factory=dict[str, Any])

    def __post_init__(self) -> None:
        if not isinstance(self.permit, CallPermit):  # pyright: ignore[reportUnnecessaryIsInstance] - untyped callers
            raise TypeError("a tool is called with a permit of hostsim.grants")

    @property
    def name(self) -> str:
        """The tool the permit is for."""
        return self.permit.tool

    @property
    def arguments(self) -> Mapping[str, Any]:
        """The arguments the permit is for."""
        return self.permit.arguments


@dataclass(frozen=True, slots=True)
class ReadResource:
    """Read a resource upstream; answer with `resource_answered`."""

    key: Key
    permit: ReadPermit

    def __post_init__(self) -> None:
        if not isinstance(self.permit, ReadPermit):  # pyright: ignore[reportUnnecessaryIsInstance] - untyped callers
            raise TypeError("a resource is read with a permit of hostsim.grants")

    @property
    def uri(self) -> str:
        """The URI the permit is for."""
        return self.permit.uri


@dataclass(frozen=True, slots=True)
class ListResources:
    """List the resources upstream, from `cursor` on; answer with `resources_listed`."""

    key: Key
    cursor: str | None = None


@dataclass(frozen=True, slots=True)
class CancelErrand:
    """Stop a call, read, list or sampling that is under way; its answer is no longer wanted."""

    key: Key


@dataclass(frozen=True, slots=True)
class AskConsent:
    """Ask a person; answer with `consent_given`."""

    key: Key
    question: Question


@dataclass(frozen=True, slots=True)
class WithdrawConsent:
    """Close the dialog of a question that no longer matters."""

    key: Key


@dataclass(frozen=True, slots=True)
class OpenLink:
    """Open an absolute http or https URL outside the view; answer with `performed`."""

    key: Key
    url: str


@dataclass(frozen=True, slots=True)
class SaveItem:
    """One item of a download: where it says it comes from, a safe file name, and the item as sent."""

    uri: str
    name: str
    mime_type: str | None
    item: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class SaveFile:
    """Offer files to the person; answer with `performed`."""

    key: Key
    items: tuple[SaveItem, ...]


@dataclass(frozen=True, slots=True)
class AddMessage:
    """Add a user message to the chat; answer with `performed`."""

    key: Key
    content: Sequence[Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class SetModelContext:
    """Replace what this view tells the model; empty clears it; answer with `performed`. Starts no turn (R56)."""

    key: Key
    content: Sequence[Mapping[str, Any]]
    structured_content: Mapping[str, Any] | None


@dataclass(frozen=True, slots=True)
class Sample:
    """Ask the model; answer with `sampled`."""

    key: Key
    params: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class SetDisplayMode:
    """Show the view in this mode; the view is told by itself."""

    mode: str


@dataclass(frozen=True, slots=True)
class Resize:
    """Give the frame this size in CSS pixels, already clamped; None leaves a side as it is.

    `is_cut` says that the view reported more height than it gets: what is below can only be scrolled to.
    """

    width: float | None
    height: float | None
    is_cut: bool = False


@dataclass(frozen=True, slots=True)
class AppToolsListed:
    """The tools the view itself offers; they live as long as the mount (R77, R78)."""

    tools: tuple[Mapping[str, Any], ...]


@dataclass(frozen=True, slots=True)
class AppToolAnswered:
    """The end of a call that `call_app_tool` started: a result, or why there is none."""

    key: Key
    result: Mapping[str, Any] | None
    failure: str | None = None


@dataclass(frozen=True, slots=True)
class Record:
    """Write this to the audit and the trace."""

    entry: AuditEntry


class Ending(StrEnum):
    """Why a mount is over."""

    TORN_DOWN = "torn-down"
    NAVIGATED = "navigated"
    UNANSWERED = "unanswered"
    NEVER_READY = "never-ready"
    CLOSED = "closed"


@dataclass(frozen=True, slots=True)
class End:
    """Remove the frame; nothing more comes from this conversation."""

    ending: Ending
    reason: str


Effect = (
    Send
    | CallTool
    | ReadResource
    | ListResources
    | CancelErrand
    | AskConsent
    | WithdrawConsent
    | OpenLink
    | SaveFile
    | AddMessage
    | SetModelContext
    | Sample
    | SetDisplayMode
    | Resize
    | AppToolsListed
    | AppToolAnswered
    | Record
    | End
)
