"""The line between host page and host: what goes through text and what is refused."""

import json

import pytest

from hostsim.page_messages import (
    Answered,
    BadPageMessage,
    Choose,
    Done,
    Frame,
    FromPage,
    Hello,
    Navigated,
    Noise,
    Room,
    SandboxReady,
    SandboxSilent,
    Scheme,
    ShowEntry,
    Unreadable,
    Violation,
    read_from_page,
    write_to_page,
)

EVERY_MESSAGE: list[FromPage] = [
    Hello(width=1, height=2, display="inline", locale="de", time_zone="UTC", touch=True, hover=False, scheme="dark"),
    Room(width=1, height=2, display="pip"),
    Scheme(scheme="light"),
    SandboxReady(mount=1),
    SandboxSilent(mount=1),
    Frame(mount=1, text='{"jsonrpc": "2.0"}'),
    Unreadable(mount=1, id="7", method="ping", reason="why", size=3),
    Noise(mount=1, what="a string"),
    Navigated(mount=2),
    Violation(mount=1, directive="frame-src", blocked="http://x"),
    Answered(key="1:2", outcome="session"),
    Done(key="1:2", ok=False),
    Choose(what="theme", value="dark"),
]


@pytest.mark.parametrize("message", EVERY_MESSAGE, ids=lambda message: message.type)
def test_a_message_of_the_page_is_the_same_after_a_trip_through_text(message: FromPage) -> None:
    """Each event round-trips. heddle:H91"""
    assert message == read_from_page(message.model_dump_json())


def test_half_a_surrogate_pair_reaches_the_page() -> None:
    """Text that UTF-8 has no form for stays an escape on the line. ours"""
    entry = {"kind": "note", "text": "\ud800 ü"}
    text = write_to_page(ShowEntry(entry=entry))
    assert text.isascii()
    assert {"type": "entry", "entry": entry} == json.loads(text)


UNKNOWN = ['{"type": "exec"}', '{"type": "frame", "mount": 1}', '{"type": "navigated", "mount": 1, "more": 2}', "x"]
UNKNOWN += [
    f'{{"type": "done", "ok": true, "key": "{key}"}}' for key in ("", "x", "1", "1:", ":2", "1:x", "1:2:3", "-1:2")
]
UNKNOWN += [f'{{"type": "answered", "outcome": "once", "key": "{key}"}}' for key in ("x", "9" * 5000 + ":1", "1:2\\n")]


@pytest.mark.parametrize("text", UNKNOWN)
def test_a_message_nobody_knows_is_refused(text: str) -> None:
    """Unknown types, missing and surplus members, and text that is no message. heddle:H91"""
    with pytest.raises(BadPageMessage):
        read_from_page(text)
