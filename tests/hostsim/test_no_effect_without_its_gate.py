"""The main promise, as a machine that does anything in any order: nothing happens that was not permitted.

The rules below are written down again here, apart from the product, and every effect is held against them.
"""

from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis import settings
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from hostsim.consent import Outcome
from hostsim.effects import (
    AskConsent,
    CallTool,
    Effect,
    End,
    Key,
    ListResources,
    OpenLink,
    ReadResource,
    SaveFile,
)
from hostsim.inventory import Inventory
from tests.hostsim.scene import BILL, TOOLS, Scene, frames, introduction, tool
from viewsdk.protocol.jsonrpc import ErrorData

POLICY = """
call = ["list_shows", "get_show", "seat_the_party", "audit_house"]
never = ["wipe"]
consent = ["seat_the_party"]
read = ["^data:"]
open = { allow = ["^https://good"], deny = ["bad"] }
save = ["^ui://"]
guards.get_show.id = { deny = ["^13$"] }
"""
NAMES = ("list_shows", "get_show", "audit_house", "wipe", "open_safe", "nonsense")
FULL = Inventory.read([*TOOLS, tool("open_safe", "id")])
SMALL = Inventory.read(TOOLS[:1])
FREE = {"list_shows", "get_show"}
ASKED = {"seat_the_party"}
ids = st.integers(min_value=0, max_value=30)
values = st.sampled_from((1, 13, "13", "x"))
uris = st.sampled_from(
    (BILL, f"{BILL}/a.js", "data:x", "ui://other", "https://good/1", "https://good/bad", "file://box-office/bill/x")
)


class AnyHost(RuleBasedStateMachine):
    """A view that does what it likes, a person who answers at random, and a server that comes and goes."""

    def __init__(self) -> None:
        super().__init__()
        self.scene = Scene(POLICY, inventory=FULL)
        self.initialized = False
        self.over = False
        self.listed = True
        self.agreed: list[Any] = []
        self.open_keys: dict[Key, type[Effect]] = {}
        self.questions: dict[Key, AskConsent] = {}
        self.asked: dict[int, int] = {}
        self.cancelled: set[int] = set()
        self.answered: dict[int, int] = {}

    # What is done

    @initialize(early=st.integers(min_value=0, max_value=9))
    def introduce(self, early: int) -> None:
        if early == 9:
            self.call(0, "get_show", 1)
        self.request(1, "ui/initialize", introduction())
        if early < 8:  # most lives are about what comes after
            self.get_ready()

    @precondition(lambda self: not self.initialized)
    @rule()
    def get_ready(self) -> None:
        self.initialized = True
        self.take(self.scene.notify("ui/notifications/initialized"))

    @rule(request_id=ids, name=st.sampled_from(NAMES), value=values)
    def call_anything(self, request_id: int, name: str, value: Any) -> None:
        self.call(request_id, name, value)

    @rule(request_id=ids, value=values)
    def call_guarded(self, request_id: int, value: Any) -> None:
        self.call(request_id, "get_show", value)

    @rule(request_id=ids, value=values)
    def call_with_consent(self, request_id: int, value: Any) -> None:
        self.call(request_id, "seat_the_party", value)

    @rule(request_id=ids, uri=uris, method=st.sampled_from(("resources/read", "ui/open-link")))
    def reach(self, request_id: int, uri: str, method: str) -> None:
        self.request(request_id, method, {"uri": uri, "url": uri})

    @rule(request_id=ids, uri=uris)
    def save(self, request_id: int, uri: str) -> None:
        items = [{"type": "resource_link", "uri": address, "name": "x"} for address in ("ui://fine", uri)]
        self.request(request_id, "ui/download-file", {"contents": items})

    @rule(request_id=ids, method=st.sampled_from(("ping", "tools/list", "resources/list", "ui/message", "nonsense")))
    def ask(self, request_id: int, method: str) -> None:
        self.request(request_id, method, {})

    @rule(request_id=ids)
    def cancel(self, request_id: int) -> None:
        if self.asked.get(request_id, 0) > self.answered.get(request_id, 0):
            self.cancelled.add(request_id)
        self.take(self.scene.notify("notifications/cancelled", {"requestId": request_id}))

    @rule(text=st.text(max_size=20))
    def babble(self, text: str) -> None:
        self.take(self.scene.send(text))

    @precondition(lambda self: self.questions)
    @rule(data=st.data(), outcome=st.sampled_from(Outcome))
    def decide(self, data: st.DataObject, outcome: Outcome) -> None:
        key = data.draw(st.sampled_from([*self.questions, Key(999)]))
        question = self.questions.pop(key, None)
        if question is not None and outcome.is_yes:
            self.agreed.append((question.question.subject, question.question.details.get("arguments")))
        if outcome is Outcome.ALLOWED_FOR_SESSION:
            outcome = Outcome.ALLOWED  # what is remembered has tests of its own
        self.take(self.scene.host.consent_given(key, outcome, self.scene.now))

    @precondition(lambda self: self.open_keys)
    @rule(data=st.data(), failed=st.booleans())
    def finish(self, data: st.DataObject, failed: bool) -> None:
        key = data.draw(st.sampled_from([*self.open_keys, Key(999)]))
        self.end(key, ErrorData(-32603, "broken") if failed else {"content": [], "contents": [], "resources": []})

    @rule()
    def change_tools(self) -> None:
        self.listed = not self.listed
        self.take(self.scene.host.inventory_changed(FULL if self.listed else SMALL, self.scene.now))

    @rule()
    def wait(self) -> None:
        self.scene.now += 20
        self.take(self.scene.host.tick(self.scene.now))

    @precondition(lambda self: self.initialized and len(self.asked) > 12)
    @rule(how=st.sampled_from(("again", "close", "teardown")))
    def leave(self, how: str) -> None:
        if how == "again":
            self.take(self.scene.request("again", "ui/initialize", introduction()))
        elif how == "close":
            self.take(self.scene.host.close("gone", self.scene.now))
        else:
            self.take(self.scene.host.teardown("bye", self.scene.now))

    # What is checked

    def call(self, request_id: int, name: str, value: Any) -> None:
        self.request(request_id, "tools/call", {"name": name, "arguments": {"id": value}})

    def request(self, request_id: int, method: str, params: Any) -> None:
        if not self.over and self.asked.get(request_id, 0) > self.answered.get(request_id, 0):
            return  # ids in use are another test's matter
        self.cancelled.discard(request_id)
        self.asked[request_id] = self.answered.get(request_id, 0) + 1
        self.take(self.scene.request(request_id, method, params))

    def end(self, key: Key, answer: Any) -> None:
        kind = self.open_keys.pop(key, CallTool)
        host, now = self.scene.host, self.scene.now
        if kind is ReadResource:
            self.take(host.resource_answered(key, answer, now))
        elif kind is ListResources:
            self.take(host.resources_listed(key, answer, now))
        elif kind is CallTool:
            self.take(host.tool_answered(key, answer, now))
        else:
            self.take(host.performed(key, None, now))

    def take(self, effects: list[Effect]) -> None:
        assert not (self.over and effects), "something happened after the end"
        for effect in effects:
            self.judge(effect)
        for frame in frames(effects):
            self.count(frame)

    def judge(self, effect: Effect) -> None:
        match effect:
            case CallTool():
                self.judge_call(effect)
            case ReadResource(key=key):
                assert effect.uri in (BILL, f"{BILL}/a.js", "data:x")
                self.open_keys[key] = ReadResource
            case OpenLink(key=key, url=url):
                assert url == "https://good/1"
                self.open_keys[key] = OpenLink
            case SaveFile(key=key, items=items):
                assert all(item.uri.startswith("ui://") for item in items)
                self.open_keys[key] = SaveFile
            case ListResources(key=key):
                self.open_keys[key] = ListResources
            case AskConsent(key=key, question=question):
                assert question.subject in ASKED
                self.questions[key] = effect
            case End():
                self.over = True
            case _:
                pass

    def judge_call(self, call: CallTool) -> None:
        assert self.initialized
        assert call.name in (FREE | ASKED if self.listed else {"list_shows"})
        assert not (call.name == "get_show" and str(call.arguments["id"]) == "13")
        if call.name in ASKED:
            self.agreed.remove((call.name, call.arguments))  # one yes, one call
        self.open_keys[call.key] = CallTool

    def count(self, frame: dict[str, Any]) -> None:
        if "method" in frame:
            assert self.initialized, "the host spoke before initialized"
            return
        number = frame["id"]
        self.answered[number] = self.answered.get(number, 0) + 1
        assert self.answered[number] <= self.asked[number], "a request was answered twice"

    @invariant()
    def every_request_is_answered_or_waits(self) -> None:
        waiting = len(self.open_keys) + len(self.questions)
        unanswered = [
            number
            for number, times in self.asked.items()
            if times > self.answered.get(number, 0) and number not in self.cancelled
        ]
        assert self.over or len(unanswered) <= waiting

    def teardown(self) -> None:
        """At the end everybody answers, and then nobody is left waiting."""
        if self.over:
            return
        for key in list(self.questions):
            self.questions.pop(key)
            self.take(self.scene.host.consent_given(key, Outcome.REJECTED, self.scene.now))
        for key in list(self.open_keys):
            self.end(key, {"content": []})
        left = [number for number, times in self.asked.items() if times > self.answered.get(number, 0)]
        assert self.cancelled >= set(left)


def test_nothing_happens_that_policy_and_person_did_not_permit() -> None:
    """Any order of frames, answers, changes and endings. umbra:U03 umbra:U18 heddle:H59 heddle:H71 extapps:E03"""
    run_state_machine_as_test(AnyHost, settings=settings(max_examples=100, stateful_step_count=40, deadline=None))


def test_the_control_a_gate_that_admits_everything_is_noticed() -> None:
    """The machine's own rules catch a call the policy does not name. ours"""
    machine = AnyHost()
    machine.initialized = True
    scene = Scene('call = ["wipe"]').ready()
    scene.call(1, "wipe", {"id": 1})
    (call,) = scene.done(CallTool)
    with pytest.raises(AssertionError):
        machine.judge(call)
