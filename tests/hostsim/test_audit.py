"""The audit and the log budget: bounded, in order, followed, and never holding an argument."""

from typing import Any

from hostsim.audit import Audit, AuditEntry, AuditKind
from hostsim.effects import Record
from hostsim.log_budget import BURST, MAX_LINE, LogBudget
from hostsim.offers import Offers
from tests.hostsim.scene import Scene


def entry(number: int) -> AuditEntry:
    return AuditEntry(AuditKind.CALL, {"n": number})


def logged(scene: Scene) -> list[Any]:
    records = [effect.entry for effect in scene.done(Record)]
    return [record.details for record in records if record.kind is AuditKind.LOG]


def test_the_audit_keeps_the_last_entries_in_order() -> None:
    """The oldest are pushed out. heddle:H74"""
    audit = Audit(limit=3)
    for number in range(5):
        audit.record(entry(number))
    assert tuple(entry(number) for number in (2, 3, 4)) == audit.entries


def test_a_follower_sees_everything_since_it_subscribed() -> None:
    """Also what the audit itself has forgotten by then, and nothing after it left. heddle:H74"""
    audit = Audit(limit=1)
    audit.record(entry(0))
    follower = audit.follow()
    for number in (1, 2, 3):
        audit.record(entry(number))
    assert [entry(1), entry(2), entry(3)] == follower.take()
    audit.record(entry(4))
    audit.unfollow(follower)
    audit.record(entry(5))
    assert [entry(4)] == follower.take()


def test_log_lines_reach_the_audit_with_level_logger_and_data() -> None:
    """As the view said them. heddle:H68, F:B11"""
    scene = Scene().ready()
    scene.notify("notifications/message", {"level": "error", "logger": "viewsdk", "data": {"line": 3}})
    scene.notify("notifications/message", {"level": "loud", "data": 1})
    scene.notify("notifications/message", {"level": "info"})
    assert [{"level": "error", "logger": "viewsdk", "data": {"line": 3}}] == logged(scene)


def test_a_flood_of_log_lines_costs_no_more_than_the_budget() -> None:
    """A burst, then one a second; what was lost is counted. heddle:H68"""
    scene = Scene().ready()
    for _ in range(10 * BURST):
        scene.notify("notifications/message", {"level": "info", "data": "x"})
    assert BURST == len(logged(scene))
    scene.now = 1.0
    scene.notify("notifications/message", {"level": "info", "data": "y"})
    assert BURST + 1 == len(logged(scene))
    (lost,) = [effect.entry for effect in scene.done(Record) if effect.entry.kind is AuditKind.LOG_DROPPED]
    assert {"count": 9 * BURST} == lost.details


def test_a_long_line_is_cut() -> None:
    """Its beginning stays readable. heddle:H68"""
    scene = Scene().ready()
    scene.notify("notifications/message", {"level": "info", "data": "x" * 10 * MAX_LINE})
    (line,) = logged(scene)
    assert MAX_LINE + 1 == len(line["data"])


def test_bad_frames_are_on_the_same_budget() -> None:
    """Nonsense fills the audit no faster than log lines do. heddle:H68"""
    scene = Scene().ready()
    for _ in range(10 * BURST):
        scene.send("nonsense")
    assert BURST == len(scene.done(Record))


def test_a_host_without_logging_hears_nothing() -> None:
    """The switch is off. umbra:U45"""
    scene = Scene(offers=Offers(logging=False)).ready()
    scene.notify("notifications/message", {"level": "info", "data": "x"})
    assert [] == scene.effects


def test_the_budget_refills_with_time_and_never_above_its_burst() -> None:
    """However long it was quiet. ours"""
    budget = LogBudget(burst=2, refill=1.0)
    assert [True, True, False] == [budget.take(0.0) for _ in range(3)]
    assert [True, False] == [budget.take(1.0) for _ in range(2)]
    assert [True, True, False] == [budget.take(1000.0) for _ in range(3)]
    assert (3, 0) == (budget.dropped(), budget.dropped())
