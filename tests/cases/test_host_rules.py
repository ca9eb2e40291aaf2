"""What a host does with what a view asks of it: rules R20 to R22, R32, R36 to R56 and R79 to R87, by effects."""

from typing import Any

import pytest

from hostsim.audit import AuditKind
from hostsim.consent import Outcome
from hostsim.downloads import file_name
from hostsim.effects import (
    AddMessage,
    AppToolAnswered,
    AppToolsListed,
    AskConsent,
    CallTool,
    OpenLink,
    Resize,
    Sample,
    SaveFile,
    SetDisplayMode,
    SetModelContext,
)
from hostsim.offers import Offers
from hostsim.policy import Patterns, ViewPolicy
from tests.cases.mounted import URI, Mounted
from viewsdk.protocol.ui_meta import ResourceAsk

EVERYWHERE = Patterns(allow=(".*",))
BLOCK = {"type": "text", "text": "hello"}
MESSAGE = {"role": "user", "content": [BLOCK]}
SAMPLING = {"messages": [{"role": "user", "content": BLOCK}], "maxTokens": 9}
FILE = {"type": "resource", "resource": {"uri": "file:///tmp/seats.csv", "text": "A1"}}


def test_a_tool_that_is_not_for_apps_is_refused_though_granted() -> None:
    """The policy names it, its visibility does not, and the server is not asked. R21, umbra:U44"""
    mounted = Mounted(ViewPolicy(URI, call=("report",)))

    assert [] == mounted.ask("tools/call", {"name": "report", "arguments": {}})
    assert "not_visible_to_apps" == mounted.answers["q"]["error"]["data"]["reason"]


def test_a_tool_of_another_server_is_out_of_reach() -> None:
    """Only this server's tools exist for its view, whatever the policy says. R22"""
    mounted = Mounted(ViewPolicy(URI, call=("elsewhere",)))

    assert [] == mounted.ask("tools/call", {"name": "elsewhere", "arguments": {}})
    assert "unknown_tool" == mounted.answers["q"]["error"]["data"]["reason"]


def test_core_methods_go_on_to_the_server_checked_and_on_approval() -> None:
    """A granted call goes on, one that needs a yes waits for it, and one that is not granted stays. R32, heddle:H59"""
    mounted = Mounted(ViewPolicy(URI, call=("get_show", "list_shows"), consent=frozenset({"list_shows"})))

    (call,) = mounted.ask("tools/call", {"name": "get_show", "arguments": {"id": 7}}, id=1)
    (question,) = mounted.ask("tools/call", {"name": "list_shows", "arguments": {}}, id=2)
    refused = mounted.ask("tools/call", {"name": "report", "arguments": {}}, id=3)
    assert isinstance(question, AskConsent)
    (released,) = mounted.act(mounted.conversation.consent_given(question.key, Outcome.ALLOWED, 1.0))

    assert isinstance(call, CallTool)
    assert isinstance(released, CallTool)
    assert ("get_show", {"id": 7}, "list_shows") == (call.name, call.arguments, released.name)
    assert ([], -32001) == (refused, mounted.answers[3]["error"]["code"])


def test_sampling_is_put_to_a_person_each_time() -> None:
    """It needs the host's offer, the policy's switch and a yes, and no yes is remembered. R37"""
    offers = Offers(sampling=True)
    without_switch = Mounted(ViewPolicy(URI), offers=offers)
    mounted = Mounted(ViewPolicy(URI, sampling=True), offers=offers)

    assert [] == without_switch.ask("sampling/createMessage", SAMPLING)
    (first,) = mounted.ask("sampling/createMessage", SAMPLING, id=1)
    assert isinstance(first, AskConsent)
    (sample,) = mounted.act(mounted.conversation.consent_given(first.key, Outcome.ALLOWED_FOR_SESSION, 1.0))
    (second,) = mounted.ask("sampling/createMessage", SAMPLING, id=2)
    assert isinstance(second, AskConsent)
    assert [] == mounted.act(mounted.conversation.consent_given(second.key, Outcome.REJECTED, 2.0))

    assert isinstance(sample, Sample)
    assert SAMPLING == sample.params
    assert "consent_rejected" == mounted.answers[2]["error"]["data"]["reason"]


@pytest.mark.parametrize(
    ("container", "reported", "applied"),
    [
        ({"width": 600, "maxHeight": 400}, {"width": 900, "height": 300}, Resize(None, 300)),
        ({"width": 600, "maxHeight": 400}, {"height": 5000}, Resize(None, 400, is_cut=True)),
        ({"maxWidth": 500, "height": 300}, {"width": 900, "height": 10}, Resize(500, None)),
        ({}, {"width": 300.5, "height": 5000}, Resize(300.5, 720, is_cut=True)),
    ],
)
def test_a_side_that_is_not_fixed_follows_the_view_up_to_its_limit(
    container: dict[str, Any], reported: dict[str, Any], applied: Resize
) -> None:
    """A fixed side is the host's, a limited one is capped, and each side goes by itself. R38, R40, heddle:H67"""
    mounted = Mounted(context={"containerDimensions": container})

    assert [applied] == mounted.tell("ui/notifications/size-changed", reported)


@pytest.mark.parametrize(
    ("declared", "wanted", "came"),
    [
        (["inline", "fullscreen"], "fullscreen", "fullscreen"),
        (["inline", "fullscreen"], "inline", "inline"),
        (["inline", "pip"], "pip", "inline"),
        (["inline"], "fullscreen", "inline"),
        (None, "fullscreen", "inline"),
    ],
    ids=["both offer it", "already there", "the host has none", "not declared", "nothing declared"],
)
def test_a_mode_request_is_answered_with_what_came_of_it(declared: list[str] | None, wanted: str, came: str) -> None:
    """A mode both sides offer is taken, and any other leaves the present one. R45, R46, R47, heddle:H66, F:I6, R44"""
    capabilities = {} if declared is None else {"availableDisplayModes": declared}
    context = {"displayMode": "inline", "availableDisplayModes": ["inline", "fullscreen"]}
    mounted = Mounted(context=context, capabilities=capabilities)

    effects = mounted.ask("ui/request-display-mode", {"mode": wanted})

    assert {"mode": came} == mounted.answers["q"]["result"]
    assert ([] if came == "inline" else [SetDisplayMode(came)]) == effects
    told = [frame["params"] for frame in mounted.sent if frame.get("method", "").endswith("host-context-changed")]
    assert ([] if came == "inline" else [came]) == [params["displayMode"] for params in told]


def test_links_are_opened_outside_the_view_and_only_where_the_policy_lets_them() -> None:
    """An admitted web address is the host's to open; others are refused and never leave. R49, heddle:H65, umbra:U27"""
    mounted = Mounted(ViewPolicy(URI, open=Patterns(allow=("^https://example[.]org/",))))
    urls = ["https://example.org/a", "https://evil.example/", "javascript:alert(1)", "/a"]

    opened = [mounted.ask("ui/open-link", {"url": url}, id=url) for url in urls]

    (link,) = opened[0]
    assert isinstance(link, OpenLink)
    assert urls[0] == link.url
    assert [[], [], []] == opened[1:]
    assert [True, True, True] == [mounted.answers[url]["result"]["isError"] for url in urls[1:]]


def test_a_download_goes_through_the_host_and_is_asked_about_first() -> None:
    """The policy's rule comes before the question, and the question before the file. R50, R52, umbra:U30"""
    policy = ViewPolicy(URI, save=Patterns(allow=("^file:///tmp/",)), consent=frozenset({"ui/download-file"}))
    mounted = Mounted(policy)
    outside = {"type": "resource_link", "uri": "file:///etc/passwd", "name": "p"}

    refused = mounted.ask("ui/download-file", {"contents": [FILE, outside]}, id=1)
    (question,) = mounted.ask("ui/download-file", {"contents": [FILE]}, id=2)
    assert isinstance(question, AskConsent)
    (save,) = mounted.act(mounted.conversation.consent_given(question.key, Outcome.ALLOWED, 1.0))

    assert ([], True) == (refused, mounted.answers[1]["result"]["isError"])
    assert isinstance(save, SaveFile)
    assert [("file:///tmp/seats.csv", "seats.csv", FILE)] == [(item.uri, item.name, item.item) for item in save.items]


@pytest.mark.parametrize(
    ("uri", "name"),
    [
        ("file:///tmp/seats.csv", "seats.csv"),
        ("https://example.org/a/b%20c.txt?x=1#y", "b c.txt"),
        ("file:///tmp/..%2F..%2Fetc%2Fpasswd", "_.._etc_passwd"),
        ("file:///tmp/..", "download"),
        ("x:", "download"),
        ("file:///tmp/a%00b:c", "a_b_c"),
    ],
)
def test_a_file_is_named_by_the_end_of_its_address_and_stays_in_its_folder(uri: str, name: str) -> None:
    """Nothing in a name is a path, a device or a control character. R51"""
    assert name == file_name(uri)


def test_a_message_joins_the_conversation_as_the_users_after_consent() -> None:
    """Where the policy asks for a yes there is one question, and then the content as it was sent. R53"""
    mounted = Mounted(ViewPolicy(URI, messages=True, consent=frozenset({"ui/message"})))

    (question,) = mounted.ask("ui/message", MESSAGE)
    assert isinstance(question, AskConsent)
    (message,) = mounted.act(mounted.conversation.consent_given(question.key, Outcome.ALLOWED, 1.0))
    mounted.act(mounted.conversation.performed(message.key, None, 1.0) if isinstance(message, AddMessage) else [])

    assert isinstance(message, AddMessage)
    assert [BLOCK] == message.content
    assert {"isError": False} == mounted.answers["q"]["result"]


def test_a_model_context_takes_the_place_of_the_last_and_starts_no_turn() -> None:
    """Each is handed on whole, an empty one clears, and nothing but the context is set. R56, R54, F:X18"""
    mounted = Mounted(ViewPolicy(URI, context=True))
    given = [{"content": [BLOCK]}, {"structuredContent": {"seats": 2}}, {}]

    effects = [mounted.ask("ui/update-model-context", params, id=at) for at, params in enumerate(given)]
    contexts = [effect for each in effects for effect in each if isinstance(effect, SetModelContext)]
    for context in contexts:
        mounted.act(mounted.conversation.performed(context.key, None, 1.0))

    assert [1, 1, 1] == [len(each) for each in effects]
    assert [([BLOCK], None), ([], {"seats": 2}), ([], None)] == [
        (context.content, context.structured_content) for context in contexts
    ]
    assert [{}, {}, {}] == [mounted.answers[at]["result"] for at in range(3)]


def test_a_request_the_host_is_not_wired_for_is_a_missing_method() -> None:
    """Each switched off is -32601; the handshake, ping and display mode are always there. F:X15, F:Q1"""
    switches = ("tools", "resources", "links", "downloads", "messages", "model_context", "sampling")
    off = Offers(**dict.fromkeys(switches, False))
    mounted = Mounted(offers=off, context={"displayMode": "inline"})
    requests = {
        "tools/call": {"name": "get_show", "arguments": {}},
        "resources/read": {"uri": URI},
        "ui/open-link": {"url": "https://example.org"},
        "ui/download-file": {"contents": [FILE]},
        "ui/message": MESSAGE,
        "ui/update-model-context": {},
        "sampling/createMessage": SAMPLING,
        "prompts/list": {},
        "resources/templates/list": {},
    }

    assert [] == [effect for method, params in requests.items() for effect in mounted.ask(method, params, id=method)]
    mounted.ask("ping", id="ping")
    mounted.ask("ui/request-display-mode", {"mode": "inline"}, id="mode")

    assert {-32601} == {mounted.answers[method]["error"]["code"] for method in requests}
    assert [{}, {"mode": "inline"}] == [mounted.answers[id]["result"] for id in ("ping", "mode")]


def test_each_method_is_refused_in_its_own_form() -> None:
    """A failed result for a message, an error for the model context, and -32601 for what nobody knows. heddle:H64"""
    mounted = Mounted(ViewPolicy(URI))

    mounted.ask("ui/message", MESSAGE, id="message")
    mounted.ask("ui/update-model-context", {"content": [BLOCK]}, id="context")
    mounted.ask("ui/levitate", {}, id="unknown")

    assert mounted.answers["message"]["result"]["isError"] is True
    assert -32001 == mounted.answers["context"]["error"]["code"]
    assert -32601 == mounted.answers["unknown"]["error"]["code"]


def test_a_request_from_a_view_that_skipped_the_handshake_is_noticed() -> None:
    """It is refused and on record; the same after the handshake is not remarked on. F:B39, umbra:U40"""
    mounted = Mounted(ViewPolicy(URI, call=("get_show",)), initialized=False)
    early = mounted.ask("tools/call", {"name": "get_show", "arguments": {}}, id="early")
    noticed = [entry for entry in mounted.audit if entry.kind is AuditKind.UNEXPECTED]
    mounted.initialize({})
    before = len(mounted.audit)
    late = mounted.ask("tools/call", {"name": "get_show", "arguments": {}}, id="late")

    assert [] == early
    assert "error" in mounted.answers["early"]
    assert noticed
    assert [CallTool] == [type(effect) for effect in late]
    assert [AuditKind.CALL] == [entry.kind for entry in mounted.audit[before:]]


def test_what_a_view_sends_is_checked_turned_away_and_on_record() -> None:
    """A malformed request is answered with its fault, a refused call and a made one leave their trace. R87"""
    mounted = Mounted(ViewPolicy(URI, call=("get_show",)))
    mounted.ask("tools/call", {"arguments": {}}, id=1)
    mounted.ask("tools/call", {"name": "report", "arguments": {}}, id=2)
    mounted.ask("tools/call", {"name": "get_show", "arguments": {"id": 7}}, id=3)

    assert [-32602, -32001] == [mounted.answers[id]["error"]["code"] for id in (1, 2)]
    kept = [entry for entry in mounted.audit if entry.kind in (AuditKind.REFUSED, AuditKind.CALL)]
    assert [(AuditKind.REFUSED, "report"), (AuditKind.CALL, "get_show")] == [
        (entry.kind, entry.details["tool"]) for entry in kept
    ]


def _with_app_tools(*tools: dict[str, Any]) -> tuple[Mounted, list[Any]]:
    mounted = Mounted(capabilities={"tools": {"listChanged": True}})
    mounted.act(mounted.conversation.list_app_tools(0.0))
    return mounted, mounted.reply(mounted.sent[-1]["id"], {"result": {"tools": list(tools)}})


def test_a_views_tools_live_from_their_listing_to_its_end() -> None:
    """What was not listed cannot be called, what was can, and after the end a call is an error. R77, R79"""
    mounted, (listed,) = _with_app_tools({"name": "pick", "inputSchema": {"type": "object"}})
    _, unknown = mounted.conversation.call_app_tool("nick", {}, 0.0)
    key, _ = mounted.conversation.call_app_tool("pick", {}, 0.0)
    ending = mounted.conversation.close("the tab was closed", 1.0)
    _, after = mounted.conversation.call_app_tool("pick", {}, 2.0)

    assert isinstance(listed, AppToolsListed)
    assert ["pick"] == [tool["name"] for tool in listed.tools]
    assert ['the view has not listed a tool "nick"'] == [e.failure for e in unknown if isinstance(e, AppToolAnswered)]
    assert [(key, None)] == [(e.key, e.result) for e in ending if isinstance(e, AppToolAnswered)]
    assert [None] == [e.result for e in after if isinstance(e, AppToolAnswered)]


def test_nothing_of_a_views_tools_is_there_for_the_next_mount() -> None:
    """Another mount of the same view starts without any. R78"""
    _with_app_tools({"name": "pick", "inputSchema": {"type": "object"}})
    mounted = Mounted(capabilities={"tools": {}})

    _, effects = mounted.conversation.call_app_tool("pick", {}, 0.0)

    assert [None] == [e.result for e in effects if isinstance(e, AppToolAnswered)]


def test_a_host_says_which_kinds_of_content_it_takes() -> None:
    """Messages and model context name theirs, and a host that takes none does not declare them. F:K48, umbra:U45"""
    offered = Offers().capabilities(ResourceAsk()).to_wire()
    bare = Offers(messages=False, model_context=False).capabilities(ResourceAsk()).to_wire()

    assert {"text", "image", "resource", "resourceLink"} == offered["message"].keys()
    assert {"text", "image", "structuredContent"} == offered["updateModelContext"].keys()
    assert bare.keys().isdisjoint({"message", "updateModelContext"})
