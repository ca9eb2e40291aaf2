"""Part F.9 of the protocol reference: what tools and resources say about views, read and written."""

from typing import Any

import pytest

from hostsim.clamp import Admit, Allowance, SourceList, clamp
from hostsim.csp import compile_csp
from hostsim.inventory import Inventory
from viewsdk.protocol.csp_sources import CspOrigin, parse_origin
from viewsdk.protocol.ui_meta import (
    Permission,
    ResourceAsk,
    Visibility,
    allow_attribute,
    decode_resource_meta,
    decode_tool_meta,
)

URI = "ui://box-office/bill"
BOTH = frozenset(Visibility)
API, CDN = CspOrigin("https", "api.example"), CspOrigin("https", "cdn.example")


@pytest.mark.parametrize(
    ("meta", "uri"),
    [
        ({"ui": {"resourceUri": URI}}, URI),
        ({"ui": {"resourceUri": URI, "visibility": ["app"]}}, URI),
        ({"ui/resourceUri": URI}, URI),
        ({"ui": {"resourceUri": URI}, "ui/resourceUri": "ui://old/one"}, URI),
        ({"ui": None, "ui/resourceUri": URI}, URI),
        ({"ui": {}}, None),
        ({}, None),
        (None, None),
    ],
)
def test_the_view_of_a_tool_is_nested_or_flat_and_nested_first(meta: Any, uri: str | None) -> None:
    """None at all is no fault. F:B41, umbra:U31"""
    assert (uri, ()) == (decode_tool_meta(meta)[0].resource_uri, decode_tool_meta(meta)[1])


@pytest.mark.parametrize("wrong", ["https://example.org", "UI://a/b", "", 7, None])
@pytest.mark.parametrize("nested", [True, False])
def test_a_wrong_view_is_a_fault_and_links_nothing(wrong: Any, nested: bool) -> None:
    """Reading goes on, says so, and does not fall back on the other key. F:B41, heddle:H45"""
    meta = {"ui": {"resourceUri": wrong}, "ui/resourceUri": URI} if nested else {"ui/resourceUri": wrong}

    decoded, problems = decode_tool_meta(meta)

    assert decoded.resource_uri is None
    assert ["not a ui:// URI"] == [problem.reason for problem in problems]


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
def test_only_a_list_of_one_is_for_one(visibility: list[str], model_only: bool, app_only: bool) -> None:
    """Empty and both orders of two are for neither alone. F:B42"""
    meta, _ = decode_tool_meta({"ui": {"visibility": visibility}})

    assert (model_only, app_only) == (meta.is_model_only, meta.is_app_only)


def test_saying_nothing_about_visibility_means_both() -> None:
    """A tool that does not say is for model and app. R19, heddle:H47"""
    assert [BOTH, BOTH] == [decode_tool_meta(meta)[0].visibility for meta in ({}, {"ui": {"resourceUri": URI}})]


@pytest.mark.parametrize(
    ("asked", "attribute"),
    [
        ((), ""),
        (("camera",), "camera"),
        (("clipboardWrite",), "clipboard-write"),
        (("clipboardWrite", "geolocation", "microphone", "camera"), "camera; microphone; geolocation; clipboard-write"),
    ],
)
def test_the_allow_attribute_has_a_fixed_order(asked: tuple[str, ...], attribute: str) -> None:
    """Granted features by their names in HTML, nothing for none, whatever the order of asking. F:B43"""
    assert attribute == allow_attribute(Permission(name) for name in asked)


def test_a_tool_hidden_from_the_model_and_one_hidden_from_apps_are_told_apart() -> None:
    """The inventory knows who may see what. R20"""
    inventory = Inventory.read(
        [
            {"name": "get_show", "_meta": {"ui": {"visibility": ["app"]}}},
            {"name": "report", "_meta": {"ui": {"visibility": ["model"]}}},
            {"name": "list_shows"},
        ]
    )

    assert [("get_show", False, True), ("report", True, False), ("list_shows", True, True)] == [
        (entry.name, entry.model_visible, entry.app_visible) for entry in inventory.entries
    ]


def test_declared_domains_make_up_the_policy() -> None:
    """Each kind goes where it belongs; frames and bases have their defaults. R09, umbra:U36"""
    ask = ResourceAsk(connect=(API,), resource=(CDN,))

    assert (
        "default-src 'none'; script-src 'self' 'unsafe-inline' https://cdn.example; "
        "style-src 'self' 'unsafe-inline' https://cdn.example; connect-src 'self' https://api.example; "
        "img-src 'self' data: https://cdn.example; font-src 'self' https://cdn.example; "
        "media-src 'self' data: https://cdn.example; frame-src 'none'; object-src 'none'; base-uri 'self'"
    ) == compile_csp(ask)


def test_declared_frames_and_bases_take_the_place_of_the_defaults() -> None:
    """Their own directives have them, and no other directive does. heddle:H77, R09"""
    policy = compile_csp(ResourceAsk(frame=(API,), base_uri=(CDN,)))

    assert policy.endswith("frame-src https://api.example; object-src 'none'; base-uri https://cdn.example")
    assert 1 == policy.count("https://api.example") == policy.count("https://cdn.example")


def test_a_page_that_declares_nothing_gets_the_restrictive_default() -> None:
    """No connection anywhere, and a report path adds only itself. R10, umbra:U36"""
    default = (
        "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; "
        "img-src 'self' data:; media-src 'self' data:; object-src 'none'; connect-src 'none'"
    )

    assert default == compile_csp(ResourceAsk())
    assert f"{default}; report-uri /csp" == compile_csp(ResourceAsk(), report_path="/csp")


@pytest.mark.parametrize(
    "sneaky", ["*", "'unsafe-eval'", "https://a.example; script-src *", "https://a.example 'unsafe-eval'", "data:"]
)
def test_what_is_no_origin_never_enters_the_policy(sneaky: str) -> None:
    """It is read as a fault, so the policy is what it would be without it. R11, heddle:H77"""
    ask, problems = decode_resource_meta({"ui": {"csp": {"connectDomains": ["https://api.example", sneaky]}}})

    assert compile_csp(ResourceAsk(connect=(API,))) == compile_csp(ask)
    assert ["_meta.ui.csp.connectDomains[1]"] == [problem.path for problem in problems]
    assert isinstance(parse_origin(sneaky), str)


def test_a_host_may_withhold_what_was_declared_and_adds_nothing() -> None:
    """Only declared domains can be in effect, and each that is withheld is listed. R11, heddle:H54"""
    ads = CspOrigin("https", "ads.example")
    allowance = Allowance(connect=Admit.these(API, CspOrigin("https", "more.example")))

    clamped = clamp(ResourceAsk(connect=(API, ads)), allowance)

    assert (API,) == clamped.granted.connect
    assert [(SourceList.CONNECT.value, "https://ads.example")] == [(n.what, n.value) for n in clamped.narrowings]


@pytest.mark.parametrize(("asked", "permitted"), [(True, True), (True, False), (False, True), (False, False)])
def test_webassembly_needs_the_asking_and_the_permission(asked: bool, permitted: bool) -> None:
    """With both, its keyword is added to the script sources alone; a refusal is on record. F:C1, heddle:H78"""
    plain = ResourceAsk(resource=(CDN,))
    clamped = clamp(ResourceAsk(resource=(CDN,), asks_wasm=asked), Allowance(wasm=permitted))
    policy = compile_csp(clamped.granted)

    assert (asked and permitted) == ("'wasm-unsafe-eval'" in policy)
    assert compile_csp(plain) == policy.replace(" 'wasm-unsafe-eval'", "")
    assert (asked and not permitted) == bool(clamped.narrowings)


@pytest.mark.parametrize("csp", [{"resourceDomains": ["'wasm-unsafe-eval'"]}, {"wasmUnsafeEval": True}])
def test_webassembly_is_asked_for_by_keyword_or_flag(csp: dict[str, Any]) -> None:
    """Both forms found in the wild are one ask, and neither is a fault. F:C1"""
    ask, problems = decode_resource_meta({"ui": {"csp": csp}})

    assert (True, (), ()) == (ask.asks_wasm, ask.resource, problems)


@pytest.mark.parametrize(("value", "read"), [(True, True), (False, False), (None, None)])
def test_a_border_is_asked_for_asked_against_or_left_to_the_host(value: bool | None, read: bool | None) -> None:
    """Three different wishes. R08"""
    meta = {"ui": {} if value is None else {"prefersBorder": value}}

    assert read is decode_resource_meta(meta)[0].prefers_border


def test_origins_that_are_none_are_left_out_and_listed() -> None:
    """Path, query, user and wildcard are dropped, and a default port is not written. heddle:H46, heddle:H45"""
    domains = [
        "https://ok.example:443",
        "https://a.example/x",
        "https://a.example?q",
        "https://u@a.example",
        "https://*.a.example",
        7,
    ]

    ask, problems = decode_resource_meta({"ui": {"csp": {"connectDomains": domains}}})

    assert ["https://ok.example"] == [str(origin) for origin in ask.connect]
    assert [f"_meta.ui.csp.connectDomains[{at}]" for at in range(1, 6)] == [problem.path for problem in problems]


def test_an_unknown_permission_is_listed_and_not_granted() -> None:
    """The known one beside it is. heddle:H47"""
    ask, problems = decode_resource_meta({"ui": {"permissions": {"camera": {}, "usb": {}, "microphone": True}}})

    assert frozenset({Permission.CAMERA}) == ask.permissions
    assert ["_meta.ui.permissions.usb", "_meta.ui.permissions.microphone"] == [problem.path for problem in problems]


def test_an_ask_is_the_same_bytes_in_whatever_order_it_was_made() -> None:
    """Lists are sorted on writing. heddle:H48"""
    one, _ = decode_resource_meta({"ui": {"csp": {"connectDomains": ["https://b.example", "https://a.example"]}}})
    other, _ = decode_resource_meta({"ui": {"csp": {"connectDomains": ["https://a.example", "https://b.example"]}}})

    assert str(one.to_wire()) == str(other.to_wire())
