"""One framing of a view: feeds the conversation what the page and the server say, and performs its effects.

It takes no decision about the view: each is an effect of `hostsim.conversation`. `hostsim.host` makes and ends them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import assert_never

from hostsim.audit import AuditEntry
from hostsim.consent import Outcome
from hostsim.conversation import Conversation
from hostsim.effects import (
    AddMessage,
    AppToolAnswered,
    AppToolsListed,
    AskConsent,
    CallTool,
    CancelErrand,
    Effect,
    End,
    Key,
    ListResources,
    OpenLink,
    ReadResource,
    Record,
    Resize,
    Sample,
    SaveFile,
    Send,
    SetDisplayMode,
    SetModelContext,
    WithdrawConsent,
)
from hostsim.errands import Answer, Errands
from hostsim.page_messages import (
    Answered,
    Done,
    Frame,
    OpenTab,
    SaveFiles,
    ShowNote,
    ToPage,
    Unreadable,
    Withdraw,
)
from hostsim.questions import OUTCOMES, as_question, as_saved_file, as_text
from hostsim.trace import TraceWriter
from viewsdk.protocol.jsonrpc import INVALID_REQUEST, ErrorData, Failure, encode

__all__ = ["Mount"]

Show = Callable[[ToPage], None]


class Mount:
    """One conversation at work; `ended` is done when it is over, and nothing is handled after that."""

    def __init__(
        self,
        number: int,
        conversation: Conversation,
        errands: Errands,
        trace: TraceWriter,
        show: Show,
        *,
        on_record: Callable[[AuditEntry], None],
        on_display: Callable[[str], None],
        on_resize: Callable[[Resize], None],
    ) -> None:
        self.number = number
        self.conversation = conversation
        self._errands, self._trace, self._show = errands, trace, show
        self._on_record, self._on_display, self._on_resize = on_record, on_display, on_resize
        self._loop = asyncio.get_running_loop()
        self._timer: asyncio.TimerHandle | None = None
        self._asked: set[Key] = set()
        self.ended: asyncio.Future[End] = self._loop.create_future()

    @property
    def now(self) -> float:
        """The clock every verb of the conversation is given."""
        return self._loop.time()

    # What the page says

    def hear(self, text: str) -> None:
        """Takes one frame of the view."""
        if self.ended.done():
            return
        self._trace.frame("view-to-host", text, self.number)
        self.perform(self.conversation.receive(text, self.now))

    def refuse_unreadable(self, message: Unreadable) -> None:
        """Answers a frame the page could not carry, if its id could be read; the ruling on malformed requests."""
        if self.ended.done():
            return
        what = f"a frame ({message.method}, {message.size} characters)"
        self._trace.note(f"dropped {what}: {message.reason}", self.number)
        if message.id is not None and message.method is not None:
            why = f"{message.method} was not read: {message.reason}"
            self._send(encode(Failure(message.id, ErrorData(INVALID_REQUEST, why))))

    def answer_consent(self, message: Answered) -> None:
        """Takes a person's answer; one to a question that is no longer open says nothing."""
        self._resolve(_key_of(message.key), OUTCOMES[message.outcome])

    def answer_done(self, message: Done) -> None:
        """Takes the page's word on what it did outside the frame."""
        failure = None if message.ok else "the host page could not do it"
        self.perform(self.conversation.performed(_key_of(message.key), failure, self.now))

    def lose_page(self) -> None:
        """The host page went away: nobody can be asked any more, and the frame is gone (heddle:H90)."""
        for key in tuple(self._asked):
            self._resolve(key, Outcome.UNAVAILABLE)
        self.perform(self.conversation.close("the host page has gone", self.now))

    def _resolve(self, key: Key, outcome: Outcome) -> None:
        if key in self._asked:
            self._asked.discard(key)
            self.perform(self.conversation.consent_given(key, outcome, self.now))

    # Effects

    def perform(self, effects: Sequence[Effect]) -> None:
        """Performs effects in their order, then sets the clock for the next one."""
        for effect in effects:
            if not self.ended.done():
                self._perform(effect)
        self._set_timer()

    def _perform(self, effect: Effect) -> None:
        match effect:
            case Send(text):
                self._send(text)
            case Record(entry):
                self._on_record(entry)
            case End():
                self._end(effect)
            case Resize():
                self._on_resize(effect)
            case SetDisplayMode(mode):
                self._on_display(mode)
            case CallTool() | ReadResource() | ListResources() | CancelErrand():
                self._run(effect)
            case AskConsent(key, question):
                self._asked.add(key)
                self._show(as_question(self._name(key), question))
            case WithdrawConsent(key):
                self._asked.discard(key)
                self._show(Withdraw(key=self._name(key)))
            case _:
                self._perform_outside(effect)

    def _run(self, effect: CallTool | ReadResource | ListResources | CancelErrand) -> None:
        """What concerns the server."""
        self._trace.effect(type(effect).__name__, self.number, effect.key)
        match effect:
            case CallTool():
                self._errands.call(effect, self._tool_answered, self._progressed)
            case ReadResource():
                self._errands.read(effect, self._resource_answered)
            case ListResources():
                self._errands.list_resources(effect, self._resources_listed)
            case CancelErrand(key):
                self._errands.cancel(key)
            case _:
                assert_never(effect)

    def _perform_outside(
        self,
        effect: OpenLink | SaveFile | AddMessage | SetModelContext | Sample | AppToolsListed | AppToolAnswered,
    ) -> None:
        """What concerns the page around the frame."""
        match effect:
            case OpenLink(key, url):
                self._show(OpenTab(key=self._name(key), url=url))
            case SaveFile():
                self._save(effect)
            case AddMessage(key, content):
                self._note(key, ShowNote(title="The view says to the model", text=as_text(content)))
            case SetModelContext(key, content, structured):
                text = as_text(content, structured) or "(nothing)"
                self._note(key, ShowNote(title="The view keeps the model informed", text=text, slot="model-context"))
            case Sample(key, _):
                self.perform(self.conversation.sampled(key, _SAMPLE, self.now))
            case AppToolsListed(tools):
                names = ", ".join(str(tool.get("name")) for tool in tools) or "none"
                self._show(ShowNote(title="The view offers tools", text=names, slot="app-tools"))
            case AppToolAnswered(key, result, failure):
                self._trace.effect("AppToolAnswered", self.number, key, result=result, failure=failure)
            case _:
                assert_never(effect)

    def _note(self, key: Key, note: ShowNote) -> None:
        self._show(note)
        self.perform(self.conversation.performed(key, None, self.now))

    def _save(self, effect: SaveFile) -> None:
        files = [as_saved_file(item) for item in effect.items]
        if None in files:
            why = "hostsim saves embedded resources; a resource link has no content to save"
            self.perform(self.conversation.performed(effect.key, why, self.now))
            return
        present = tuple(file for file in files if file is not None)
        self._show(SaveFiles(key=self._name(effect.key), files=present))

    def _send(self, text: str) -> None:
        self._trace.frame("host-to-view", text, self.number)
        self._show(Frame(mount=self.number, text=text))

    # What the server says

    def _tool_answered(self, key: Key, answer: Answer) -> None:
        self.perform(self.conversation.tool_answered(key, answer, self.now))

    def _resource_answered(self, key: Key, answer: Answer) -> None:
        self.perform(self.conversation.resource_answered(key, answer, self.now))

    def _resources_listed(self, key: Key, answer: Answer) -> None:
        self.perform(self.conversation.resources_listed(key, answer, self.now))

    def _progressed(self, key: Key, progress: float, total: float | None, message: str | None) -> None:
        self.perform(self.conversation.progressed(key, progress, total, message, self.now))

    # Time and end

    def _set_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        when = None if self.ended.done() else self.conversation.next_deadline()
        if when is not None:
            self._timer = self._loop.call_at(when, self._tick)

    def _tick(self) -> None:
        self.perform(self.conversation.tick(self.now))

    def _end(self, end: End) -> None:
        self._trace.effect("End", self.number, ending=end.ending.value, reason=end.reason)
        self.ended.set_result(end)

    async def close(self) -> None:
        """Stops what still runs for this mount."""
        if self._timer is not None:
            self._timer.cancel()
        await self._errands.close()

    def _name(self, key: Key) -> str:
        return f"{self.number}:{key}"


def _key_of(name: str) -> Key:
    return Key(int(name.rpartition(":")[2]))


# hostsim has no model; it says so in the shape a model's answer has, so that a view's own path can be tried.
_SAMPLE = {
    "model": "hostsim",
    "role": "assistant",
    "content": {"type": "text", "text": "hostsim has no model; this is its standing answer."},
    "stopReason": "endTurn",
}
