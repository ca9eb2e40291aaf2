"""Laws of merging and of reading `_meta.ui`."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tests.laws.json_values import objects, texts, values
from viewsdk.protocol.capabilities import HostCapabilities
from viewsdk.protocol.context import KNOWN_FIELDS, HostContext
from viewsdk.protocol.csp_sources import CspOrigin, parse_origin
from viewsdk.protocol.theme import ThemeVariable
from viewsdk.protocol.ui_meta import Visibility, decode_resource_meta, decode_tool_meta

good_fields = st.fixed_dictionaries(
    {},
    optional={
        "theme": st.sampled_from(["light", "dark"]),
        "displayMode": st.sampled_from(["inline", "fullscreen", "pip"]),
        "locale": texts,
        "styles": st.fixed_dictionaries(
            {},
            optional={
                "variables": st.dictionaries(st.sampled_from([v.value for v in ThemeVariable]), texts, max_size=3)
            },
        ),
        "containerDimensions": st.fixed_dictionaries({}, optional={"width": st.integers(0, 9), "maxHeight": st.none()}),
        "vendor": values,
    },
)
wild_fields = st.dictionaries(st.sampled_from(sorted(KNOWN_FIELDS)) | texts, values, max_size=4)
contexts = (good_fields | wild_fields).map(lambda raw: HostContext.of(raw)[0])


@given(contexts)
def test_the_empty_patch_is_identity(context: HostContext) -> None:
    """From either side. heddle:H08"""
    assert context == context.merge(HostContext()) == HostContext().merge(context)


@given(contexts, contexts, contexts)
def test_merging_is_associative(one: HostContext, two: HostContext, three: HostContext) -> None:
    """It does not matter whether a host batches its changes. heddle:H08"""
    assert one.merge(two).merge(three) == one.merge(two.merge(three))


@given(contexts, contexts)
def test_merging_replaces_what_is_named_and_nothing_else(before: HostContext, patch: HostContext) -> None:
    """Field by field, whole values. heddle:H08, R67"""
    after = before.merge(patch)

    assert {**before.raw, **patch.raw} == after.raw
    for name in set(type(before).model_fields) - {"tool_info"}:
        alias = type(before).model_fields[name].alias
        assert getattr(patch if alias in patch.raw else before, name) == getattr(after, name)


@given(contexts, contexts)
def test_the_changes_are_enough_and_no_more(before: HostContext, target: HostContext) -> None:
    """Sending only what differs leads to the same context, and doing it twice sends nothing. R66"""
    changes = before.changes(target)
    after = before.merge(changes)

    assert after.to_wire() == HostContext.of({**before.raw, **target.to_wire()})[0].to_wire()
    assert {} == after.changes(target).raw


@given(wild_fields)
def test_a_context_keeps_every_field_it_cannot_read(raw: dict[str, Any]) -> None:
    """Decode and encode lose nothing but the nulls of known fields. heddle:H09"""
    context, _ = HostContext.of(raw)

    assert raw == context.raw
    assert {k: v for k, v in raw.items() if v is not None or k not in KNOWN_FIELDS} == context.to_wire()


@given(objects)
def test_capabilities_are_never_read_wider_than_they_were_said(raw: dict[str, Any]) -> None:
    """What is offered was there as an object."""
    read, _ = HostCapabilities.read(raw)

    assert read is not None
    for name, info in HostCapabilities.model_fields.items():
        assert getattr(read, name) is None or isinstance(raw[info.alias or name], dict)


metas = st.fixed_dictionaries({}, optional={"ui": values | objects, "ui/resourceUri": values}) | values
origin_texts = st.from_regex(r"(https|http|wss|ws|ftp)://[a-z*@.:/\[\]0-9?;' ]{0,12}", fullmatch=True) | texts
csps = st.fixed_dictionaries(
    {},
    optional={
        name: st.lists(origin_texts | values, max_size=3) | values
        for name in ("connectDomains", "resourceDomains", "frameDomains", "baseUriDomains")
    },
)
asks = st.fixed_dictionaries(
    {}, optional={"csp": csps, "permissions": objects | values, "domain": values, "prefersBorder": values}
)


@given(metas)
def test_reading_a_tools_meta_is_total_and_never_wider(meta: Any) -> None:
    """A view it names is a ui:// URI; who may call it was written there or is the default. heddle:H45"""
    found, _ = decode_tool_meta(meta)

    assert found.resource_uri is None or found.resource_uri.startswith("ui://")
    ui = meta.get("ui") if isinstance(meta, dict) else None
    if isinstance(ui, dict) and "visibility" in ui:
        said = ui["visibility"] if isinstance(ui["visibility"], list) else []
        assert found.visibility <= {member for member in Visibility if member in said}


@given(asks, st.booleans())
def test_reading_a_resources_meta_is_total_and_never_wider(ui: dict[str, Any], keeps: bool) -> None:
    """Every origin that is asked for was written; reading the result again changes nothing. heddle:H45, heddle:H48"""
    ask, _ = decode_resource_meta({"ui": ui}, keeps_wildcards=keeps)
    again, problems = decode_resource_meta({"ui": ask.to_wire()}, keeps_wildcards=keeps)

    assert (ask, ()) == (again, problems)
    for origins, name in ((ask.connect, "connectDomains"), (ask.frame, "frameDomains")):
        listed = ui["csp"].get(name) if origins else []
        assert set(origins) <= {parse_origin(text) for text in listed if isinstance(text, str)}
        assert not any(origin.is_wildcard for origin in origins)


@given(origin_texts)
def test_an_origin_reads_the_same_again_and_cannot_leave_its_directive(text: str) -> None:
    """No space, quote, semicolon or comma survives. heddle:H46"""
    origin = parse_origin(text)

    if isinstance(origin, CspOrigin):
        assert origin == parse_origin(str(origin))
        assert not set(str(origin)) & set(" ;,'\"\\@?#\n\r\t")
