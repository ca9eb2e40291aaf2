"""Taking over a conversation that the page's shim began."""

import json
from typing import Any

import pytest

from tests.protocol.frames import (
    APP_INFO,
    failure,
    hello,
    initialized,
    notification,
    read,
    request,
    success,
    text,
    welcome,
)
from viewsdk.protocol.capabilities import AppCapabilities, ListChanges
from viewsdk.protocol.events import (
    ContextChanged,
    HandshakeCompleted,
    HandshakeGaveUp,
    HostRequested,
    ToolInput,
    ToolInputPartial,
    ToolResult,
    Traced,
    TraceKind,
)
from viewsdk.protocol.implementation import Implementation
from viewsdk.protocol.local_errors import LocalProtocolError
from viewsdk.protocol.states import HostState, LaunchState, ViewState
from viewsdk.protocol.transcript import Transcript, TranscriptFrame
from viewsdk.protocol.view_connection import ViewConnection

HANDSHAKE = [("out", hello()), ("in", welcome()), ("out", initialized())]


def new_view() -> ViewConnection:
    return ViewConnection(Implementation(**APP_INFO), AppCapabilities(tools=ListChanges()))


def adopted(*frames: tuple[Any, str]) -> tuple[ViewConnection, list[Any]]:
    view = new_view()
    entries = tuple(TranscriptFrame(direction, line, at) for at, (direction, line) in enumerate(frames))
    return view, list(view.adopt(Transcript(entries), 100.0))


def sent(view: ViewConnection) -> list[dict[str, Any]]:
    return read(view.drain())


def test_a_finished_handshake_is_taken_over() -> None:
    """The state is what the shim made it, nothing is sent again, and ids go on."""
    view, events = adopted(*HANDSHAKE)

    (completed,) = events
    assert isinstance(completed, HandshakeCompleted)
    assert (ViewState.READY, HostState.READY) == (view.state, view.host_state)
    assert [] == view.drain()
    assert view.next_deadline() is None
    assert 1 == view.request("tools/call", {"name": "a"}, now=100.0)


def test_what_the_shim_heard_becomes_events() -> None:
    """Data that came seconds before Python is not lost."""
    view, events = adopted(
        *HANDSHAKE,
        ("in", notification("ui/notifications/tool-input-partial", {"arguments": {"a": 1}})),
        ("in", notification("ui/notifications/tool-input", {"arguments": {"a": 2}})),
        ("in", notification("ui/notifications/host-context-changed", {"theme": "dark"})),
        ("in", notification("ui/notifications/tool-result", {"content": []})),
    )

    assert [ToolInputPartial({"a": 1}), ToolInput({"a": 2})] == events[1:3]
    assert isinstance(events[3], ContextChanged)
    assert [ToolResult({"content": []})] == events[4:]
    assert {"theme": "dark"} == view.context.raw
    assert LaunchState.ENDED is view.launch


def test_an_empty_transcript_is_a_start() -> None:
    """Without a shim Python does the handshake itself."""
    view, events = adopted()

    assert [] == events
    assert ["ui/initialize"] == [frame["method"] for frame in sent(view)]


def test_a_handshake_in_progress_goes_on_with_the_sends_that_are_left() -> None:
    """The answer may come to either of the shim's ids."""
    view, _ = adopted(("out", hello(0)), ("out", hello(1)))
    view.drain()

    view.tick(100.8)
    assert [2] == [frame["id"] for frame in sent(view)]
    (completed,) = view.receive(welcome(1), 101.0)
    assert isinstance(completed, HandshakeCompleted)
    assert ["ui/notifications/initialized"] == [frame["method"] for frame in sent(view)]


def test_a_shim_that_used_up_its_sends_leaves_one_last_wait() -> None:
    """Nobody sends a sixth time."""
    view, _ = adopted(*[("out", hello(number)) for number in range(5)])

    (gave_up,) = view.tick(100.8)
    assert isinstance(gave_up, HandshakeGaveUp)
    assert 5 == gave_up.tries
    assert [] == view.drain()


def test_an_answer_that_was_heard_but_not_confirmed_is_confirmed_now() -> None:
    """Whatever Python was asked to send meanwhile follows it."""
    view = new_view()
    waiting = view.request("tools/call", {"name": "a"}, now=0.0)
    entries = (TranscriptFrame("out", hello(5)), TranscriptFrame("in", welcome(5)))
    view.adopt(Transcript(entries), 1.0)

    assert ["ui/notifications/initialized", "tools/call"] == [frame["method"] for frame in sent(view)]
    assert 0 == waiting
    assert 6 == view.request("tools/call", {"name": "b"}, now=1.0)


def test_a_handshake_the_host_refused_has_failed() -> None:
    """The reason is reported as if Python had heard it."""
    view, events = adopted(("out", hello()), ("in", failure(0, -32603, "busy")))

    (gave_up,) = events
    assert isinstance(gave_up, HandshakeGaveUp)
    assert ViewState.FAILED is view.state


def test_an_unreadable_answer_to_the_shim_has_failed_too() -> None:
    """The kind of frame that is no answer at all."""
    _, events = adopted(("out", hello()), ("in", text(id=0, result=None)))

    (gave_up,) = events
    assert isinstance(gave_up, HandshakeGaveUp)


def test_what_the_shim_answered_is_not_answered_again() -> None:
    """A ping, and a teardown whose state is kept."""
    view, events = adopted(
        *HANDSHAKE,
        ("in", request("p", "ping")),
        ("out", success("p")),
        ("in", request("t", "ui/resource-teardown", {})),
        ("out", success("t")),
    )

    assert [] == view.drain()
    assert (ViewState.TORN_DOWN, HostState.ENDED) == (view.state, view.host_state)
    assert Traced("the shim answered ui/resource-teardown", TraceKind.IGNORED) == events[-1]


def test_what_the_shim_left_open_is_answered_or_reported_now() -> None:
    """A ping at once, a tool call through the author's code."""
    view, events = adopted(*HANDSHAKE, ("in", request("p", "ping")), ("in", request("c", "tools/call", {"name": "a"})))

    assert [{"jsonrpc": "2.0", "id": "p", "result": {}}] == sent(view)
    assert isinstance(events[-1], HostRequested)
    assert view.answer("c", {"content": []})


def test_the_shims_own_calls_keep_their_ids_and_their_answers() -> None:
    """A shim may read assets through the host; its ids are never used again, and late answers are only traced."""
    view, events = adopted(
        *HANDSHAKE,
        ("out", request(1, "resources/read", {"uri": "ui://a"})),
        ("in", success(1, {"contents": []})),
        ("out", request(2, "resources/read", {"uri": "ui://b"})),
        ("out", notification("notifications/message", {"level": "info", "data": 1})),
    )

    assert [HandshakeCompleted] == [type(event) for event in events]
    assert 3 == view.request("tools/call", now=100.0)
    (late,) = view.receive(success(2), 101.0)
    assert isinstance(late, Traced)


@pytest.mark.parametrize(
    ("frames", "note"),
    [
        (
            [("out", notification("ui/notifications/size-changed", {}))],
            "the shim sent ui/notifications/size-changed in",
        ),
        ([("out", request(0, "tools/call", {}))], "the shim sent tools/call in"),
        ([*HANDSHAKE, ("out", initialized())], "the shim sent initialized in"),
        ([*HANDSHAKE, ("out", hello(1))], "the shim sent ui/initialize in"),
        ([("out", success("z"))], "the shim answered 'z', which nobody asked"),
        ([("in", success("z"))], "the shim heard an answer to 'z', which nobody asked"),
        ([("out", "nonsense")], "the shim sent no frame"),
    ],
)
def test_a_shim_that_breaks_the_protocol_shows_up_in_the_trace(frames: list[tuple[str, str]], note: str) -> None:
    """It is judged by the same tables as everyone."""
    _, events = adopted(*frames)

    assert any(isinstance(event, Traced) and event.note.startswith(note) for event in events)


def test_a_second_introduction_of_the_shims_is_not_waited_for() -> None:
    """Its answer finds nobody, and the conversation stays the first one."""
    second = welcome(1, hostInfo={"name": "other", "version": "1"})
    view, _ = adopted(*HANDSHAKE, ("out", hello(1)), ("in", second))

    assert ViewState.READY is view.state
    assert view.host_info is not None
    assert "host" == view.host_info.name


def test_adopting_is_for_a_connection_that_has_not_begun() -> None:
    """Afterwards there is a conversation to lose."""
    view, _ = adopted(*HANDSHAKE)

    with pytest.raises(LocalProtocolError, match="cannot adopt"):
        view.adopt(Transcript(), 0.0)


def test_a_transcript_is_read_from_the_shims_json() -> None:
    """Frames, the count of partials, and what the shim says of the boot."""
    entry = {"direction": "in", "text": "{}", "at": 12.5}
    written = json.dumps({"frames": [entry], "partials": 3, "boot": {"stage": "python"}})

    assert Transcript((TranscriptFrame("in", "{}", 12.5),), 3, {"stage": "python"}) == Transcript.from_json(written)
    assert Transcript() == Transcript.from_json('{"frames": []}')


@pytest.mark.parametrize(
    "written",
    ["[]", "{}", "no", '{"frames": [{}]}', '{"frames": [{"direction": "up", "text": ""}]}', '{"frames": 3}'],
)
def test_what_is_no_transcript_is_a_bug_of_ours(written: str) -> None:
    """The shim is ours, so this raises where a peer's frame would not."""
    with pytest.raises(ValueError, match=r"transcript|Expecting"):
        Transcript.from_json(written)


def test_a_transcript_knows_what_was_last_sent_of_a_method() -> None:
    """The newest frame counts, what was heard does not, and never sent is not sent with nothing. ours"""
    said = [
        ("out", hello()),
        ("out", notification("ui/notifications/size-changed", {"height": 1})),
        ("in", notification("ui/notifications/size-changed", {"height": 3})),
        ("out", notification("ui/notifications/size-changed", {"height": 2})),
        ("out", success(4)),
    ]
    transcript = Transcript(tuple(TranscriptFrame(way, frame) for way, frame in said))  # type: ignore[arg-type]
    assert {"height": 2} == transcript.last_sent("ui/notifications/size-changed")
    assert None is transcript.last_sent("ui/open-link")
