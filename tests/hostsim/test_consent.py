"""Asking a person: when, about what, what is remembered, and that nothing moves without a yes."""

import pytest

from hostsim.consent import ConsentMemory, Outcome, Question
from hostsim.consent_desk import HEARTBEAT, MAX_QUESTIONS
from hostsim.effects import AskConsent, CallTool, End, OpenLink, WithdrawConsent
from hostsim.inventory import Inventory
from hostsim.offers import Offers
from tests.hostsim.scene import BILL, INVENTORY, Scene

ASKING = 'call = ["get_show", "seat_the_party"]\nconsent = ["seat_the_party"]'
PARTY = {"id": 1, "names": ["ann"]}


def question(scene: Scene) -> AskConsent:
    asks = scene.done(AskConsent)
    assert asks
    ask = asks[-1]
    assert isinstance(ask, AskConsent)
    return ask


def test_a_call_reaches_the_server_only_after_a_yes() -> None:
    """The audit has the question, then its outcome, then the call. heddle:H59, agentgem:A13"""
    scene = Scene(ASKING).ready()
    scene.call(1, "seat_the_party", PARTY)
    assert [] == scene.done(CallTool)
    asked = question(scene).question
    assert ("box-office", BILL, "seat_the_party") == asked.key
    assert {"arguments": PARTY} == asked.details
    scene.took(scene.host.consent_given(question(scene).key, Outcome.ALLOWED, 1))
    assert [("seat_the_party", PARTY)] == [(call.name, call.arguments) for call in scene.done(CallTool)]
    assert ["asked", "consent", "call"] == scene.audit


def test_what_needs_no_consent_is_done_without_a_question() -> None:
    """Only the tools the policy names are asked about. agentgem:A13"""
    scene = Scene(ASKING).ready()
    scene.call(1, "get_show", {"id": 1})
    assert ([], 1) == (scene.done(AskConsent), len(scene.done(CallTool)))


@pytest.mark.parametrize("outcome", [Outcome.REJECTED, Outcome.CANCELLED, Outcome.UNAVAILABLE])
def test_any_other_outcome_refuses_and_nothing_moves(outcome: Outcome) -> None:
    """The view is told which it was. heddle:H60, agentgem:A13"""
    scene = Scene(ASKING).ready()
    scene.call(1, "seat_the_party", PARTY)
    scene.took(scene.host.consent_given(question(scene).key, outcome, 1))
    error = scene.said[0]["error"]
    assert (-32001, f"consent_{outcome.value}") == (error["code"], error["data"]["reason"])
    assert [] == scene.done(CallTool)


def test_a_tool_outside_the_grant_is_refused_before_anyone_is_asked() -> None:
    """One denial, no question. heddle:H58"""
    scene = Scene(ASKING, offers=Offers(ask_about_every_call=True)).ready()
    scene.call(1, "wipe")
    assert ([], ["refused"]) == (scene.done(AskConsent), scene.audit)


def test_waiting_calls_hold_nothing_up_and_each_is_asked_for_itself() -> None:
    """Two questions, a ping in between, answers in the other order. heddle:H61"""
    scene = Scene(ASKING).ready()
    scene.call(1, "seat_the_party", PARTY)
    scene.call(2, "seat_the_party", {**PARTY, "id": 2})
    scene.request(3, "ping")
    assert [3] == [frame["id"] for frame in scene.said]
    first, second = scene.done(AskConsent)
    scene.took(scene.host.consent_given(second.key, Outcome.ALLOWED, 1))
    scene.took(scene.host.consent_given(first.key, Outcome.REJECTED, 1))
    assert [2] == [call.arguments["id"] for call in scene.done(CallTool)]
    assert [3, 1] == [frame["id"] for frame in scene.said]


def test_a_call_that_waits_when_its_mount_ends_is_dropped() -> None:
    """The dialog closes, the call is never answered, a late yes means nothing. heddle:H62"""
    scene = Scene(ASKING).ready()
    scene.call(1, "seat_the_party", PARTY)
    ask = question(scene)
    scene.took(scene.host.close("the frame is gone", 1))
    assert ([WithdrawConsent(ask.key)], 1) == (scene.done(WithdrawConsent), len(scene.done(End)))
    assert [] == scene.host.consent_given(ask.key, Outcome.ALLOWED, 2)
    assert ([], []) == (scene.said, scene.done(CallTool))


def test_a_cancelled_call_takes_its_question_back() -> None:
    """The view gave up waiting: no answer, and a late yes calls nothing. ours"""
    scene = Scene(ASKING).ready()
    scene.call(1, "seat_the_party", PARTY)
    scene.notify("notifications/cancelled", {"requestId": 1})
    ask = question(scene)
    assert [WithdrawConsent(ask.key)] == scene.done(WithdrawConsent)
    assert [] == scene.host.consent_given(ask.key, Outcome.ALLOWED, 2)
    assert None is scene.host.next_deadline()


def test_allowed_for_the_session_is_remembered_whatever_the_arguments() -> None:
    """And shared by conversations with one memory, each of which would ask in its own dialog. heddle:H72, heddle:H73"""
    memory = ConsentMemory()
    first, second = Scene(ASKING, memory=memory).ready(), Scene(ASKING, memory=memory).ready()
    first.call(1, "seat_the_party", PARTY)
    first.took(first.host.consent_given(question(first).key, Outcome.ALLOWED_FOR_SESSION, 1))
    first.call(2, "seat_the_party", {"id": 9, "names": []})
    second.call(1, "seat_the_party", PARTY)
    assert (2, 1) == (len(first.done(CallTool)), len(second.done(CallTool)))
    assert (1, 0) == (len(first.done(AskConsent)), len(second.done(AskConsent)))


@pytest.mark.parametrize("outcome", [Outcome.ALLOWED, Outcome.REJECTED, Outcome.CANCELLED, Outcome.UNAVAILABLE])
def test_no_other_outcome_is_remembered(outcome: Outcome) -> None:
    """The next call asks again. heddle:H72"""
    scene = Scene(ASKING).ready()
    scene.call(1, "seat_the_party", PARTY)
    scene.took(scene.host.consent_given(question(scene).key, outcome, 1))
    scene.call(2, "seat_the_party", PARTY)
    assert 2 == len(scene.done(AskConsent))


def test_permission_is_kept_by_server_view_and_tool() -> None:
    """Another server, view or tool is asked about; a server's permissions can be forgotten. heddle:H72"""
    memory = ConsentMemory()
    known = Question("s", BILL, "tools/call", "t", can_remember=True)
    memory.keep(known, Outcome.ALLOWED_FOR_SESSION)
    others = [
        Question("s2", BILL, "tools/call", "t", can_remember=True),
        Question("s", "ui://x", "tools/call", "t", can_remember=True),
        Question("s", BILL, "tools/call", "u", can_remember=True),
        Question("s", BILL, "tools/call", "t", can_remember=False),
    ]
    assert [True, False, False, False, False] == [memory.knows(asked) for asked in [known, *others]]
    memory.forget("s")
    assert not memory.knows(known)


def test_a_permission_ends_with_the_tools_it_was_given_for() -> None:
    """A server may put another tool behind the same name; a person is asked again. heddle:H72"""
    scene = Scene(ASKING).ready()
    scene.call(1, "seat_the_party", PARTY)
    scene.took(scene.host.consent_given(question(scene).key, Outcome.ALLOWED_FOR_SESSION, 1))
    scene.call(2, "seat_the_party", PARTY)
    assert 1 == len(scene.done(AskConsent))
    scene.took(scene.host.inventory_changed(INVENTORY, 2))
    scene.call(3, "seat_the_party", PARTY)
    assert (2, 2) == (len(scene.done(AskConsent)), len(scene.done(CallTool)))


def test_a_link_is_shown_in_its_question_and_never_remembered() -> None:
    """Each link is looked at by itself. agentgem:A15"""
    scene = Scene('open = ["^https://"]\nconsent = ["ui/open-link"]').ready()
    for request_id in (1, 2):
        scene.request(request_id, "ui/open-link", {"url": "https://a.example"})
        ask = question(scene)
        assert {"url": "https://a.example"} == ask.question.details
        scene.took(scene.host.consent_given(ask.key, Outcome.ALLOWED_FOR_SESSION, 1))
    assert (2, 2) == (len(scene.done(AskConsent)), len(scene.done(OpenLink)))


def test_a_rejected_link_is_an_is_error_result() -> None:
    """As any refused link. heddle:H64"""
    scene = Scene('open = ["^https://"]\nconsent = ["ui/open-link"]').ready()
    scene.request(1, "ui/open-link", {"url": "https://a.example"})
    scene.took(scene.host.consent_given(question(scene).key, Outcome.REJECTED, 1))
    assert "consent_rejected" == scene.said[0]["result"]["_meta"]["viewsdk/denial"]["reason"]
    assert [] == scene.done(OpenLink)


def test_while_a_person_thinks_the_view_hears_that_it_is_not_forgotten() -> None:
    """Rising progress under the view's token, less than its time-out apart, and none after the answer. extapps:E04"""
    scene = Scene(ASKING).ready()
    scene.call(1, "seat_the_party", PARTY, _meta={"progressToken": 1})
    beats = []
    for _ in range(3):
        due = scene.host.next_deadline()
        assert due is not None
        assert due - scene.now <= HEARTBEAT < 60
        scene.now = due
        beats.append(scene.took(scene.host.tick(due)))
    progress = [frame["params"]["progress"] for frame in scene.said]
    assert progress == sorted(set(progress))
    assert ({1}, 3) == ({frame["params"]["progressToken"] for frame in scene.said}, len(beats))
    scene.took(scene.host.consent_given(question(scene).key, Outcome.ALLOWED, scene.now))
    assert None is scene.host.next_deadline()


def test_a_view_may_not_bury_a_person_in_questions() -> None:
    """Beyond a few open ones a request is refused at once. ours"""
    scene = Scene(ASKING).ready()
    for request_id in range(MAX_QUESTIONS + 1):
        scene.call(request_id, "seat_the_party", PARTY)
    assert MAX_QUESTIONS == len(scene.done(AskConsent))
    assert [(MAX_QUESTIONS, "too_many_waiting")] == [
        (frame["id"], frame["error"]["data"]["reason"]) for frame in scene.said
    ]


def test_the_gate_is_asked_again_after_the_person() -> None:
    """A tool that went away while the question was open is not called. ours"""
    scene = Scene(ASKING).ready()
    scene.call(1, "seat_the_party", PARTY)
    scene.took(scene.host.inventory_changed(Inventory(), 1))
    scene.took(scene.host.consent_given(question(scene).key, Outcome.ALLOWED, 2))
    assert ([], "unknown_tool") == (scene.done(CallTool), scene.said[-1]["error"]["data"]["reason"])


def test_a_host_may_ask_about_every_call() -> None:
    """Whatever the policy says about consent. agentgem:A13"""
    scene = Scene('call = ["get_show"]', offers=Offers(ask_about_every_call=True)).ready()
    scene.call(1, "get_show", {"id": 1})
    assert (1, 0) == (len(scene.done(AskConsent)), len(scene.done(CallTool)))
