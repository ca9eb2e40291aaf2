"""The policy text, held against the spec's tables and against hostile sources."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hostsim.clamp import Allowance, clamp
from hostsim.csp import compile_csp
from hostsim.policy import ViewPolicy
from hostsim.profiles import WasmRule, profile_names, profile_of
from tests.hostsim.scene import BILL
from tests.hostsim.test_clamp import asks
from viewsdk.protocol.ui_meta import ResourceAsk, decode_resource_meta

OMITTED = (
    "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "media-src 'self' data:; object-src 'none'; connect-src 'none'"
)


def ask(**csp: object) -> ResourceAsk:
    return decode_resource_meta({"ui": {"csp": csp}}, keeps_wildcards=True)[0]


def directives(policy: str) -> dict[str, list[str]]:
    return {name: values for name, *values in (part.split() for part in policy.split("; "))}


def test_without_domains_the_policy_is_the_specs_default() -> None:
    """Verbatim, also for a csp that declares nothing; a report path adds its directive and nothing else.

    umbra:U36, R10
    """
    assert OMITTED == compile_csp(ResourceAsk()) == compile_csp(ask(connectDomains=[]))
    assert f"{OMITTED}; report-uri /csp" == compile_csp(ResourceAsk(), report_path="/csp")


def test_declared_domains_go_into_their_own_directives() -> None:
    """The built form of the spec, with its defaults for frames and base. umbra:U36, R09, R28, heddle:H77"""
    policy = compile_csp(ask(connectDomains=["https://api.example"], resourceDomains=["https://cdn.example"]))
    assert (
        "default-src 'none'; script-src 'self' 'unsafe-inline' https://cdn.example; "
        "style-src 'self' 'unsafe-inline' https://cdn.example; connect-src 'self' https://api.example; "
        "img-src 'self' data: https://cdn.example; font-src 'self' https://cdn.example; "
        "media-src 'self' data: https://cdn.example; frame-src 'none'; object-src 'none'; base-uri 'self'"
    ) == policy
    framed = directives(compile_csp(ask(frameDomains=["https://f.example"], baseUriDomains=["https://b.example"])))
    assert (["https://f.example"], ["https://b.example"]) == (framed["frame-src"], framed["base-uri"])
    assert ["'self'"] == framed["connect-src"]


@given(asks)
def test_no_policy_holds_a_dangerous_keyword(granted: ResourceAsk) -> None:
    """Objects are always forbidden; eval and a bare star never appear; wasm only where it was granted. heddle:H77"""
    parts = directives(compile_csp(granted))
    everything = [source for sources in parts.values() for source in sources]
    assert ["'none'"] == parts["object-src"]
    assert not {"'unsafe-eval'", "*", "https:", "http:"} & set(everything)
    assert granted.asks_wasm == ("'wasm-unsafe-eval'" in everything)


@given(st.lists(st.text(max_size=30), max_size=4))
def test_no_declared_text_can_add_a_directive_or_a_keyword(entries: list[str]) -> None:
    """Whatever a server writes into its domain lists, the directives stay those of the spec. R11"""
    hostile = [*entries, "https://a.example; script-src *", "'unsafe-eval'", "https://a.example 'unsafe-eval'", "*"]
    lists = ("connectDomains", "resourceDomains", "frameDomains", "baseUriDomains")
    policy = compile_csp(ask(**dict.fromkeys(lists, hostile)))
    fixed = {*directives(OMITTED), *directives(compile_csp(ask(connectDomains=["https://x.example"])))}
    assert set(directives(policy)) <= fixed
    for source in policy.replace(";", " ").split():
        assert source in fixed or re.fullmatch(
            r"'(?:none|self|unsafe-inline)'|data:|(?:https?|wss?)://[A-Za-z0-9.:*\[\]-]+", source
        )


def test_webassembly_needs_the_ask_and_the_allowance_and_adds_one_keyword() -> None:
    """Either alone changes nothing; the loss is listed; the gain is one keyword in script-src. heddle:H78"""
    asking = ask(resourceDomains=["https://cdn.example", "'wasm-unsafe-eval'"])
    plain = ask(resourceDomains=["https://cdn.example"])
    refused = clamp(asking, Allowance())
    granted = clamp(asking, Allowance(wasm=True))
    assert compile_csp(plain) == compile_csp(refused.granted) == compile_csp(clamp(plain, Allowance(wasm=True)).granted)
    assert (["wasm"], ()) == ([narrowing.what for narrowing in refused.narrowings], granted.narrowings)
    policy = compile_csp(granted.granted)
    assert compile_csp(plain) == policy.replace(" 'wasm-unsafe-eval'", "")
    assert "script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval' https://cdn.example;" in policy


def test_hashes_take_the_place_of_inline_scripts() -> None:
    """A view with known scripts needs no 'unsafe-inline'. heddle:H77"""
    scripts = directives(compile_csp(ResourceAsk(), script_hashes=["sha256-abc="]))["script-src"]
    assert ["'self'", "'sha256-abc='"] == scripts


def test_the_same_ask_compiles_to_the_same_bytes_in_any_order() -> None:
    """Origins are sorted. heddle:H48"""
    one = ask(resourceDomains=["https://b.example", "https://a.example"])
    assert compile_csp(one) == compile_csp(ask(resourceDomains=["https://a.example", "https://b.example"]))


@pytest.mark.parametrize("name", profile_names())
def test_every_known_host_has_a_policy_and_a_source_for_each_fact(name: str) -> None:
    """A profile says where each of its facts comes from, and compiles. ours"""
    profile = profile_of(name)
    assert all(fact.source and fact.date and fact.confidence for fact in profile.facts.values())
    parts = directives(compile_csp(ask(resourceDomains=["https://cdn.example"]), profile.csp))
    assert "https://cdn.example" in parts["script-src"]
    assert ["'none'"] == parts["object-src"]


@pytest.mark.parametrize(
    ("name", "unsaid", "said"),
    [
        ("strict", False, True),
        ("spec-default", False, False),
        ("spec-wasm", True, True),
        ("vscode", True, True),
        ("goose", True, True),
        ("reference", True, True),
        ("claude", True, True),
        ("mcpjam-declared", False, False),
    ],
)
def test_who_gets_webassembly_depends_on_host_and_policy(name: str, unsaid: bool, said: bool) -> None:
    """By profile: never, if the policy says so, or for whoever asks; a command line switch counts as said. ours"""
    profile = profile_of(name)
    silent, allowing = ViewPolicy(BILL).allowance, Allowance(wasm=True)
    assert (unsaid, said) == (profile.allowance_for(silent).wasm, profile.allowance_for(allowing).wasm)
    assert said == profile.allowance_for(silent, allow_wasm=True).wasm
    eval_hosts = {"reference", "claude"}
    policy = compile_csp(ask(resourceDomains=["'wasm-unsafe-eval'"]), profile.csp)
    assert (name in eval_hosts) == ("'wasm-unsafe-eval'" not in policy) == ("'unsafe-eval'" in policy)


def test_a_profile_takes_lists_away_that_its_host_ignores() -> None:
    """Claude applies neither frame nor base domains, and only https outside loopback. ours"""
    allowance = profile_of("claude").allowance_for(Allowance())
    asked = ask(
        frameDomains=["https://f.example"],
        baseUriDomains=["https://b.example"],
        connectDomains=["http://a.example", "http://127.0.0.1:9", "https://a.example"],
    )
    granted = clamp(asked, allowance).granted
    assert ((), ()) == (granted.frame, granted.base_uri)
    assert ["http://127.0.0.1:9", "https://a.example"] == [str(origin) for origin in granted.connect]


def test_an_unknown_profile_is_refused_by_name() -> None:
    """The error lists those there are; what a file does not say stays the strictest reading. ours"""
    with pytest.raises(KeyError, match="strict"):
        profile_of("netscape")
    assert WasmRule.IF_ALLOWED is profile_of("strict").wasm
    assert 1048576 == profile_of("capped-1mib").smaller_cap(16 * 2**20)
    assert 16 == profile_of("capped-1mib").smaller_cap(16)
