"""Reading policy.toml: what it grants, and what it refuses by line."""

from pathlib import Path

import pytest

from hostsim.clamp import Admit
from hostsim.inventory import Inventory
from hostsim.policy import Guard, Patterns, Policy, ViewPolicy
from hostsim.policy_file import read_policy
from hostsim.policy_loader import load_policy
from hostsim.toml_lines import line_of
from hostsim.toml_reader import PolicyError
from tests.hostsim.scene import BILL, INVENTORY, policy
from viewsdk.protocol.csp_sources import CspOrigin
from viewsdk.protocol.ui_meta import Permission

WHOLE = f"""
[views."{BILL}"]
call = ["list_shows", "get_show"]
never = ["wipe"]
consent = ["get_show", "ui/open-link"]
read = ["^ui://box-office/"]
open = {{ allow = ["^https://"], deny = ["evil"] }}
save = ["^ui://"]
messages = true
context = true
sampling = true
wasm = true

[views."{BILL}".guards.get_show]
id = {{ deny = ["^13$"] }}

[views."{BILL}".csp]
connect = ["https://api.example.com"]
permissions = ["camera"]
"""


def refusal(text: str) -> PolicyError:
    with pytest.raises(PolicyError) as caught:
        read_policy(text, INVENTORY)
    return caught.value


def test_a_whole_policy_is_read_as_it_is_written() -> None:
    """Every key of a view's table lands where it says. umbra:U35"""
    read = read_policy(WHOLE, INVENTORY).of(BILL)
    assert read is not None
    assert (("list_shows", "get_show"), ("wipe",)) == (read.call, read.never)
    assert {"get_show", "ui/open-link"} == read.consent
    assert (Patterns(("^ui://box-office/",)), Patterns(("^https://",), ("evil",))) == (read.read, read.open)
    assert Patterns(("^ui://",)) == read.save
    assert {"get_show": (Guard("id", Patterns((), ("^13$",))),)} == read.guards
    assert (True, True, True, True) == (read.messages, read.context, read.sampling, read.allowance.wasm)
    assert Admit.these(CspOrigin("https", "api.example.com")) == read.allowance.connect
    assert frozenset({Permission.CAMERA}) == read.allowance.permissions


def test_nothing_said_is_nothing_granted() -> None:
    """An empty table grants no tool, URI, switch or permission. ours"""
    assert ViewPolicy(BILL) == policy().of(BILL)
    assert Policy() == read_policy("", INVENTORY)
    assert Policy().of(BILL) is None


@pytest.mark.parametrize("name", ["*", "get_*"])
def test_a_wildcard_grant_does_not_load(name: str) -> None:
    """Tools are granted one by one; the error says so and lists them. umbra:U33"""
    error = refusal(f'[views."{BILL}"]\nwasm = true\ncall = [\n  "list_shows",\n  "{name}",\n]')
    assert (5, True, True) == (error.line, "wildcard" in error.what, "get_show" in error.what)


def test_an_unknown_tool_does_not_load_and_the_nearest_one_is_named() -> None:
    """A grant of a tool that is not there would read like one that holds. umbra:U32"""
    error = refusal(f'[views."{BILL}"]\ncall = ["list_shows",\n "get_shows"]')
    assert 3 == error.line
    assert 'the server has no tool "get_shows" (did you mean "get_show"?)' in error.what


def test_a_tool_named_twice_does_not_load() -> None:
    """A duplicate is a mistake somewhere. umbra:U32"""
    error = refusal(f'[views."{BILL}"]\ncall = ["wipe", "list_shows", "wipe"]')
    assert (2, '"wipe" is listed twice in call; delete one') == (error.line, error.what)


def test_a_tool_granted_and_denied_does_not_load() -> None:
    """Only one of the two can be meant. umbra:U32"""
    error = refusal(f'[views."{BILL}"]\ncall = ["wipe"]\nnever = ["get_show", "wipe"]')
    assert (3, True) == (error.line, "both in call" in error.what)


def test_a_guard_on_an_argument_the_called_tool_lacks_does_not_load() -> None:
    """A guard that matches nothing reads like one that passed. umbra:U32"""
    text = f'[views."{BILL}"]\ncall = ["get_show"]\n[views."{BILL}".guards.get_show]\n\nident = ["1"]\n'
    error = refusal(text)
    assert (5, True, True) == (error.line, 'no argument "ident"' in error.what, "it takes id" in error.what)


@pytest.mark.parametrize(
    ("body", "line", "said"),
    [
        ("colour = 1", 2, "unknown key"),
        ("cal = []", 2, 'did you mean "call"?'),
        ("call = 'get_show'", 2, "must be a list of strings"),
        ("call = [1]", 2, "must hold strings, not a number"),
        ("wasm = 1", 2, "must be true or false, not a number"),
        ("\nread = ['(']", 3, "not a regular expression"),
        ("open = { allow = [], allows = [] }", 2, "unknown key"),
        ("guards = 3", 2, "must be a table, not a number"),
        ("guards.get_show.id = ['1']", 2, "not granted; add it to call"),
        ("guards.got_show.id = ['1']", 2, "has no tool"),
        ("consent = ['get_show']", 2, "not granted; add it to call"),
        ("consent = ['ui/open-links']", 2, "has no tool"),
        ("csp.connect = ['https://a.example/path']", 2, "not an origin"),
        ("csp.permissions = ['teleport']", 2, "unknown permission"),
    ],
)
def test_a_policy_that_could_mean_something_else_fails_by_line(body: str, line: int, said: str) -> None:
    """Each complaint carries the line and what is wrong with it. ours"""
    error = refusal(f'[views."{BILL}"]\n{body}\n')
    assert (line, True) == (error.line, said in error.what), error.what


def test_text_that_is_not_toml_fails_at_its_line() -> None:
    """The TOML reader's own position is kept. ours"""
    error = refusal('[views."ui://x"]\ncall = [\n  "a" "b"\n]')
    assert 3 == error.line
    assert str(error).startswith("policy.toml:3: not TOML: ")


def test_a_view_no_tool_opens_does_not_load() -> None:
    """A policy for a view that is not there protects nothing. ours"""
    error = refusal('[views."ui://box-office/bil"]\ncall = []')
    assert (1, True) == (error.line, f'did you mean "{BILL}"?' in error.what)


def test_a_policy_for_a_server_without_views_is_read() -> None:
    """That there is no view is for the launch to say. ours"""
    assert None is not read_policy(f'[views."{BILL}"]\n', Inventory.read([{"name": "a"}])).of(BILL)


def test_a_file_is_named_in_its_errors(tmp_path: Path) -> None:
    """The error of a file on disk starts with its path; so does that of one that cannot be read. ours"""
    file = tmp_path / "policy.toml"
    with pytest.raises(PolicyError, match="cannot be read") as missing:
        load_policy(file, INVENTORY)
    file.write_bytes(b"\xff\xfe")
    with pytest.raises(PolicyError, match="not UTF-8"):
        load_policy(file, INVENTORY)
    file.write_text(f'[views."{BILL}"]\ncall = ["list_shows"]\n', encoding="utf-8")
    assert str(missing.value).startswith(f"{file}:1: ")
    assert ("list_shows",) == getattr(load_policy(file, INVENTORY).of(BILL), "call", None)


def test_lines_are_found_in_the_text_as_written() -> None:
    """Tables, dotted keys, arrays over several lines and inline tables all have lines. ours"""
    text = 'a.b = 1\n\n[t]\nlist = [\n  "x",\n  # note\n  "y",\n]\nrow = { one = [1,\n 2] }\n'
    places = [("a", "b"), ("t",), ("t", "list"), ("t", "list", 0), ("t", "list", 1), ("t", "row", "one", 1)]
    assert [1, 3, 4, 5, 7, 10] == [line_of(text, place) for place in places]
    assert 1 == line_of(text, ("nowhere",))
