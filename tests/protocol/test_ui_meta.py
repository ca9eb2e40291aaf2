"""`_meta.ui` of tools and resources, read without ever widening it."""

from typing import Any

import pytest

from viewsdk.protocol.csp_sources import CspOrigin, parse_origin
from viewsdk.protocol.ui_meta import (
    Permission,
    ResourceAsk,
    ToolMeta,
    Visibility,
    allow_attribute,
    decode_resource_meta,
    decode_tool_meta,
)

URI = "ui://box-office/bill"
BOTH = frozenset(Visibility)


def paths(problems: tuple[Any, ...]) -> list[str]:
    return [problem.path for problem in problems]


@pytest.mark.parametrize(
    "meta",
    [
        {"ui": {"resourceUri": URI}},
        {"ui/resourceUri": URI},
        {"ui": {"resourceUri": URI}, "ui/resourceUri": "ui://other"},
        {"ui": {}, "ui/resourceUri": URI},
        {"ui": None, "ui/resourceUri": URI},
        {"ui": {"resourceUri": URI, "visibility": ["app", "model"]}},
    ],
)
def test_a_tools_view_is_read_from_either_key(meta: dict[str, Any]) -> None:
    """The nested one wins; the flat one is older and still met. umbra:U31, F:B41"""
    assert (ToolMeta(URI, BOTH), ()) == decode_tool_meta(meta)


@pytest.mark.parametrize(
    ("meta", "path"),
    [
        ({"ui": {"resourceUri": "https://a"}}, "_meta.ui.resourceUri"),
        ({"ui": {"resourceUri": "UI://a"}}, "_meta.ui.resourceUri"),
        ({"ui": {"resourceUri": 3}}, "_meta.ui.resourceUri"),
        ({"ui": {"resourceUri": None}, "ui/resourceUri": URI}, "_meta.ui.resourceUri"),
        ({"ui/resourceUri": ""}, '_meta["ui/resourceUri"]'),
        ({"ui/resourceUri": None}, '_meta["ui/resourceUri"]'),
        ({"ui": "yes"}, "_meta.ui"),
        ([], "_meta"),
    ],
)
def test_a_tool_without_a_usable_view_has_none_and_says_why(meta: Any, path: str) -> None:
    """A nested null does not fall through to the flat key. F:B41, heddle:H45"""
    found, problems = decode_tool_meta(meta)

    assert found.resource_uri is None
    assert [path] == paths(problems)


@pytest.mark.parametrize("meta", [None, {}, {"ui": {}}, {"other": 1}])
def test_a_tool_that_says_nothing_is_for_both_and_has_no_view(meta: Any) -> None:
    """Absence is not a problem. R19, F:B41"""
    assert (ToolMeta(None, BOTH), ()) == decode_tool_meta(meta)


@pytest.mark.parametrize(
    ("visibility", "expected", "wrong"),
    [
        (["model"], {Visibility.MODEL}, []),
        (["app"], {Visibility.APP}, []),
        (["app", "model"], BOTH, []),
        (["model", "app"], BOTH, []),
        ([], set(), []),
        (["model", "x"], {Visibility.MODEL}, ["_meta.ui.visibility[1]"]),
        (["apps"], set(), ["_meta.ui.visibility[0]"]),
        ([None, "app"], {Visibility.APP}, ["_meta.ui.visibility[0]"]),
        ("app", set(), ["_meta.ui.visibility"]),
        (None, set(), ["_meta.ui.visibility"]),
    ],
)
def test_visibility_is_read_literally_and_never_wider(
    visibility: Any, expected: set[Visibility], wrong: list[str]
) -> None:
    """An empty or unreadable list is for nobody. R19, heddle:H45"""
    found, problems = decode_tool_meta({"ui": {"visibility": visibility}})

    assert expected == found.visibility
    assert wrong == paths(problems)


@pytest.mark.parametrize(
    ("visibility", "model_only", "app_only"),
    [
        (["model"], True, False),
        (["app"], False, True),
        ([], False, False),
        (["model", "app"], False, False),
        (["app", "model"], False, False),
    ],
)
def test_only_means_exactly_that_one(visibility: list[str], model_only: bool, app_only: bool) -> None:
    """Absent is neither. F:B42"""
    found, _ = decode_tool_meta({"ui": {"visibility": visibility}})
    silent, _ = decode_tool_meta({})

    assert (model_only, app_only) == (found.is_model_only, found.is_app_only)
    assert (False, False) == (silent.is_model_only, silent.is_app_only)


def test_a_policy_on_a_tool_is_ignored_and_listed() -> None:
    """It belongs on the resource; some older documentation says otherwise."""
    _, problems = decode_tool_meta({"ui": {"csp": {}, "permissions": {}}})

    assert ["_meta.ui.csp", "_meta.ui.permissions"] == paths(problems)


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("https://api.example.com", "https://api.example.com"),
        ("https://API.Example.com/", "https://api.example.com"),
        ("HTTPS://a.example", "https://a.example"),
        ("https://a.example:443", "https://a.example"),
        ("wss://a.example:443", "wss://a.example"),
        ("http://localhost:8080", "http://localhost:8080"),
        ("http://127.0.0.1:80", "http://127.0.0.1"),
        ("http://[::1]:3000", "http://[::1]:3000"),
        ("ws://xn--bcher-kva.example", "ws://xn--bcher-kva.example"),
        ("https://*.cdn.example", "https://*.cdn.example"),
    ],
)
def test_an_origin_is_read_into_its_canonical_form(text: str, canonical: str) -> None:
    """Lower case, without the scheme's own port. heddle:H46"""
    origin = parse_origin(text)

    assert isinstance(origin, CspOrigin)
    assert canonical == str(origin)
    assert origin == parse_origin(canonical)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "*",
        "https:",
        "https://",
        "https:a.example",
        "example.com",
        "https://*",
        "https://*.com",
        "https://a.*.example",
        "https://a*.example",
        "https://a.example/path",
        "https://a.example?x",
        "https://a.example#x",
        "https://user@a.example",
        "https://user:pass@a.example",
        "https://a.example:port",
        "https://a.example:99999",
        "https://a.example:",
        "https://-a.example",
        "https://a..example",
        "https://[::1",
        "https://a.example; script-src *",
        "https://a.example\nb",
        "'self'",
        "'unsafe-eval'",
        '"https://a.example"',
        "data:",
        "blob:",
        "ftp://a.example",
        "javascript://a.example",
        "https://bücher.example",
        "https://a.example\\b",
    ],
)
def test_what_is_no_origin_has_a_reason(text: str) -> None:
    """Wildcards over everything, paths, users, keywords, anything that could end a directive. heddle:H46"""
    assert isinstance(parse_origin(text), str)


WHOLE = {
    "csp": {
        "connectDomains": ["https://api.example", "wss://live.example"],
        "resourceDomains": ["https://cdn.example:443", "https://cdn.example"],
        "frameDomains": ["https://frame.example"],
        "baseUriDomains": ["https://base.example"],
    },
    "permissions": {"camera": {}, "clipboardWrite": {}},
    "domain": "abc.host.example",
    "prefersBorder": False,
}


def test_a_whole_ask_is_read() -> None:
    """Each origin in its own list, once, sorted. heddle:H48"""
    ask, problems = decode_resource_meta({"ui": WHOLE})

    assert () == problems
    assert (
        ResourceAsk(
            connect=(CspOrigin("https", "api.example"), CspOrigin("wss", "live.example")),
            resource=(CspOrigin("https", "cdn.example"),),
            frame=(CspOrigin("https", "frame.example"),),
            base_uri=(CspOrigin("https", "base.example"),),
            permissions=frozenset({Permission.CAMERA, Permission.CLIPBOARD_WRITE}),
            domain="abc.host.example",
            prefers_border=False,
        )
        == ask
    )
    assert (ask, ()) == decode_resource_meta({"ui": ask.to_wire()})


@pytest.mark.parametrize("wish", [True, False, None])
def test_a_border_may_be_wanted_unwanted_or_neither(wish: bool | None) -> None:
    """Three different things, on the wire as well. R08"""
    ask, _ = decode_resource_meta({"ui": {} if wish is None else {"prefersBorder": wish}})

    assert wish is ask.prefers_border
    assert wish is ask.to_wire().get("prefersBorder")


def test_the_same_ask_is_the_same_bytes() -> None:
    """Whatever order its parts were written in. heddle:H48"""
    turned = {
        **WHOLE,
        "permissions": dict(reversed(WHOLE["permissions"].items())),  # type: ignore[attr-defined]
        "csp": {name: list(reversed(origins)) for name, origins in WHOLE["csp"].items()},  # type: ignore[attr-defined]
    }
    one, other = decode_resource_meta({"ui": WHOLE})[0], decode_resource_meta({"ui": turned})[0]

    assert repr(one.to_wire()) == repr(other.to_wire())


@pytest.mark.parametrize(
    ("ui", "path"),
    [
        ({"csp": {"connectDomains": ["*"]}}, "_meta.ui.csp.connectDomains[0]"),
        ({"csp": {"connectDomains": ["https://*.a.example"]}}, "_meta.ui.csp.connectDomains[0]"),
        ({"csp": {"resourceDomains": ["https://*.a.example"]}}, "_meta.ui.csp.resourceDomains[0]"),
        ({"csp": {"frameDomains": ["https://a.example/x"]}}, "_meta.ui.csp.frameDomains[0]"),
        ({"csp": {"baseUriDomains": [None]}}, "_meta.ui.csp.baseUriDomains[0]"),
        ({"csp": {"connectDomains": "https://a.example"}}, "_meta.ui.csp.connectDomains"),
        ({"csp": {"connectDomains": ["'wasm-unsafe-eval'"]}}, "_meta.ui.csp.connectDomains[0]"),
        ({"csp": []}, "_meta.ui.csp"),
        ({"permissions": {"teleport": {}}}, "_meta.ui.permissions.teleport"),
        ({"permissions": {"camera": True}}, "_meta.ui.permissions.camera"),
        ({"permissions": ["camera"]}, "_meta.ui.permissions"),
        ({"domain": 3}, "_meta.ui.domain"),
        ({"prefersBorder": "yes"}, "_meta.ui.prefersBorder"),
        ("all", "_meta.ui"),
    ],
)
def test_what_cannot_be_understood_is_dropped_and_listed(ui: Any, path: str) -> None:
    """The ask that remains asks for nothing. heddle:H45, heddle:H46, heddle:H47"""
    ask, problems = decode_resource_meta({"ui": ui})

    assert ResourceAsk() == ask
    assert [path] == paths(problems)


@pytest.mark.parametrize("meta", [None, {}, {"ui": None}, {"ui": {"csp": None, "permissions": None}}])
def test_a_resource_that_says_nothing_asks_for_nothing(meta: Any) -> None:
    """The most restrictive ask is not a problem."""
    assert (ResourceAsk(), ()) == decode_resource_meta(meta)
    assert {} == ResourceAsk().to_wire()


def test_wildcards_are_kept_where_an_allowance_is_to_decide() -> None:
    """Only among resource domains, and only when asked to."""
    domains = ["https://*.cdn.example", "https://*"]
    csp = {"resourceDomains": domains, "connectDomains": domains}
    ask, problems = decode_resource_meta({"ui": {"csp": csp}}, keeps_wildcards=True)

    assert ((), (CspOrigin("https", "cdn.example", None, True),)) == (ask.connect, ask.resource)
    assert 3 == len(problems)


@pytest.mark.parametrize(
    ("csp", "asks"),
    [
        ({"resourceDomains": ["'wasm-unsafe-eval'"]}, True),
        ({"wasmUnsafeEval": True}, True),
        ({"wasmUnsafeEval": 1}, False),
        ({"resourceDomains": ["wasm-unsafe-eval"]}, False),
        ({"resourceDomains": "'wasm-unsafe-eval'"}, False),
        ({}, False),
    ],
)
def test_webassembly_is_asked_for_by_keyword_or_flag(csp: dict[str, Any], asks: bool) -> None:
    """Nothing else of that kind can be asked for."""
    ask, _ = decode_resource_meta({"ui": {"csp": csp}})

    assert asks is ask.asks_wasm
    assert asks is decode_resource_meta({"ui": ask.to_wire()})[0].asks_wasm


@pytest.mark.parametrize(
    ("permissions", "attribute"),
    [
        ([], ""),
        ([Permission.CAMERA], "camera"),
        ([Permission.CLIPBOARD_WRITE], "clipboard-write"),
        ([*reversed(Permission)], "camera; microphone; geolocation; clipboard-write"),
    ],
)
def test_the_allow_attribute_has_a_fixed_order(permissions: list[Permission], attribute: str) -> None:
    """Joined as the reference joins it. F:B43"""
    assert attribute == allow_attribute(permissions)
