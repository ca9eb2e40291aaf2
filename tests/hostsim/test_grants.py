"""The gate: what it admits, what it refuses and in which words, and that nothing else makes a permit."""

import pytest

from hostsim.denial import Denial, Reason
from hostsim.effects import CallTool, Key, ReadResource
from hostsim.grants import CallPermit, Gate, ReadPermit
from hostsim.inventory import Inventory
from hostsim.policy import ViewPolicy
from tests.hostsim.scene import BILL, INVENTORY, policy, tool


def gate(body: str) -> Gate:
    return Gate(BILL, policy(body).of(BILL), INVENTORY)


def reason(verdict: object) -> str | None:
    return verdict.reason.value if isinstance(verdict, Denial) else None


def test_a_granted_tool_is_admitted_with_its_arguments() -> None:
    """The permit is for one tool and these very arguments. umbra:U16"""
    permit = gate('call = ["get_show"]').admit_call("get_show", {"id": 7})
    assert isinstance(permit, CallPermit)
    assert ("get_show", {"id": 7}) == (permit.tool, permit.arguments)


def test_a_permit_cannot_be_made_elsewhere() -> None:
    """Neither a permit nor an effect that needs one comes from anything but the gate. ours"""
    with pytest.raises(TypeError):
        CallPermit("wipe", {}, object())
    with pytest.raises(TypeError):
        ReadPermit("ui://secret", object())
    with pytest.raises(TypeError):
        CallTool(Key(1), "wipe")  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        ReadResource(Key(1), "ui://secret")  # type: ignore[arg-type]


def test_a_refusal_names_the_tool_and_the_line_that_would_permit_it() -> None:
    """Without a policy, outside the grant, and under never. umbra:U15, umbra:U16"""
    nothing = Gate(BILL, None, INVENTORY).admit_call("get_show", {})
    outside = gate('call = ["list_shows"]').admit_call("get_show", {})
    never = gate('never = ["wipe"]').admit_call("wipe", {})
    assert ("no_widget_policy", "not_granted", "never") == (reason(nothing), reason(outside), reason(never))
    assert isinstance(outside, Denial)
    what_to_add = f'add "get_show" to call = [...] under [views."{BILL}"] in policy.toml'
    assert f'tool "get_show" is not granted to {BILL}; {what_to_add}' == outside.message
    assert {"reason": "not_granted", "tool": "get_show"} == outside.data


@pytest.mark.parametrize(
    ("ui", "for_app", "for_model"),
    [
        ({}, True, True),
        ({"visibility": ["app"]}, True, False),
        ({"visibility": ["model"]}, False, True),
        ({"visibility": ["model", "app"]}, True, True),
        ({"visibility": []}, False, False),
        ({"visibility": ["apps"]}, False, False),
        ({"visibility": ["app", "x"]}, True, False),
        ({"visibility": "app"}, False, False),
    ],
)
def test_who_may_call_a_tool_is_read_from_its_metadata(ui: dict[str, object], for_app: bool, for_model: bool) -> None:
    """Absent means both, empty means neither, an unknown word means nobody. R19, R21, heddle:H47, umbra:U44"""
    listed = Inventory.read([tool("list_shows", ui={"resourceUri": BILL}), tool("helper", ui=ui)])
    verdict = Gate(BILL, ViewPolicy(BILL, call=("helper",)), listed).admit_call("helper", {})
    entry = listed.find("helper")
    assert entry is not None
    assert (for_app, for_model) == (isinstance(verdict, CallPermit), entry.model_visible)
    assert for_app or reason(verdict) == Reason.NOT_VISIBLE


def test_a_tool_of_another_server_does_not_exist_for_the_view() -> None:
    """What the view's own server does not list is not callable, even if the policy names it. R22, heddle:H52"""
    verdict = Gate(BILL, ViewPolicy(BILL, call=("launch_missiles",)), INVENTORY).admit_call("launch_missiles", {})
    assert Reason.UNKNOWN_TOOL == reason(verdict)


def test_a_granted_tool_needs_no_link_to_the_view() -> None:
    """Helpers for apps have no resourceUri, and count. heddle:H52"""
    assert isinstance(gate('call = ["get_show"]').admit_call("get_show", {"id": 1}), CallPermit)


def test_a_guard_refuses_in_its_own_words() -> None:
    """A denied value, a value outside the allowed ones, and an absent one where some are allowed. umbra:U17"""
    denying = gate('call = ["get_show"]\nguards.get_show.id = { deny = ["^secret"] }')
    allowing = gate('call = ["get_show"]\nguards.get_show.id = ["^[0-9]+$"]')
    assert None is reason(denying.admit_call("get_show", {"id": "open"}))
    assert None is reason(allowing.admit_call("get_show", {"id": 12}))
    denied = denying.admit_call("get_show", {"id": "secret-1"})
    assert isinstance(denied, Denial)
    assert 'argument "id" matches the denied pattern' in denied.message
    assert f'[views."{BILL}".guards.get_show]' in denied.message
    assert Reason.GUARDED == reason(allowing.admit_call("get_show", {"id": "12; drop"}))
    assert Reason.GUARDED == reason(allowing.admit_call("get_show", {}))


def test_a_guard_sees_every_text_inside_an_argument() -> None:
    """Hiding a denied text in a list or an object does not get it past. umbra:U17"""
    guarded = gate('call = ["seat_the_party"]\nguards.seat_the_party.names = { deny = ["^root$"] }')
    for names in ("root", ["ann", "root"], {"who": ["root"]}, {"root": 1}):
        assert Reason.GUARDED == reason(guarded.admit_call("seat_the_party", {"names": names}))
    assert None is reason(guarded.admit_call("seat_the_party", {"names": ["ann", None, True, 2]}))


def test_the_name_is_judged_before_the_arguments() -> None:
    """A guard that has no objection cannot admit a name outside the list. umbra:U18"""
    rules = policy('call = ["get_show"]\nguards.get_show.id = ["."]').of(BILL)
    assert rules is not None
    outside = Gate(BILL, ViewPolicy(BILL, guards=rules.guards), INVENTORY)
    assert Reason.NOT_GRANTED == reason(outside.admit_call("get_show", {"id": "fine"}))


def test_a_uri_rule_needs_an_allow_and_no_deny() -> None:
    """Deny wins, no match is a no, and the refusal lists what is allowed. umbra:U34"""
    rules = gate('open = { allow = ["^https://a", "^https://b"], deny = ["evil"] }')
    assert None is rules.admit_link("https://a.example/")
    assert Reason.URI_DENIED == reason(rules.admit_link("https://a.evil/"))
    refused = rules.admit_link("https://c.example/")
    assert refused is not None
    assert "allowed are: ^https://a, ^https://b" in refused.message
    assert ["^https://a", "^https://b"] == refused.data["allowed"]


def test_read_open_and_save_are_three_permissions() -> None:
    """Each is its own sentence; one never implies another. umbra:U35"""
    address = "https://files.example/x"
    verdicts = {
        verb: (
            isinstance(gate(f'{verb} = ["^https://"]').admit_read(address), ReadPermit),
            gate(f'{verb} = ["^https://"]').admit_link(address) is None,
            gate(f'{verb} = ["^https://"]').admit_saves([address]) is None,
        )
        for verb in ("read", "open", "save")
    }
    assert {"read": (True, False, False), "open": (False, True, False), "save": (False, False, True)} == verdicts


@pytest.mark.parametrize(
    "url",
    [
        "mailto:a@b",
        "javascript:alert(1)",
        "//host/x",
        "/path",
        "https://",
        "http:host",
        " https://a",
        "https://a\n",
        "https://evil.example\\.good.example/",
        "",
    ],
)
def test_only_absolute_web_links_are_opened(url: str) -> None:
    """Whatever the policy says, nothing but http and https with a host. heddle:H65, agentgem:A15"""
    assert Reason.NOT_A_WEB_LINK == reason(gate('open = ["."]').admit_link(url))


def test_a_view_reads_its_own_page_and_assets_by_default() -> None:
    """Its URI and what lies below it, as page or asset; nothing else, and no way up. heddle:H63"""
    own = gate("")
    readable = [BILL, f"{BILL}/font.woff2", "viewsdk-asset://box-office/bill/ab12"]
    other = [
        "ui://box-office/billing",
        "ui://box-office",
        f"{BILL}/../admin",
        "file://box-office/bill/x",
        "ui://x/bill/y",
    ]
    assert [True] * 3 + [False] * 5 == [own.readable(uri) for uri in readable + other]
    assert not gate('read = { deny = ["woff2$"] }').readable(f"{BILL}/font.woff2")


def test_the_tool_list_is_what_a_call_would_be_admitted_for() -> None:
    """From the grant, without denied, hidden and unknown tools. umbra:U12, agentgem:A11"""
    granted = ViewPolicy(BILL, call=("get_show", "audit_house", "gone", "wipe"), never=("wipe",))
    listed = [entry.name for entry in Gate(BILL, granted, INVENTORY).callable_tools()]
    assert ["get_show"] == listed
    assert [] == Gate(BILL, None, INVENTORY).callable_tools()


def test_a_guard_looks_as_deep_as_a_view_can_nest() -> None:
    """Neither does the depth hide a text, nor does it stop the host. ours"""
    admit = gate(
        'call = ["get_show"]\n[views."ui://box-office/bill".guards.get_show]\nid = { deny = ["^13$"] }'
    ).admit_call
    for innermost, expected in (("13", Reason.GUARDED), ("12", None)):
        value: object = innermost
        for _ in range(100_000):
            value = [value]
        assert expected == reason(admit("get_show", {"id": value}))
