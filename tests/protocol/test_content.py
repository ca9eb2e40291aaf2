"""The core shapes that cross the bridge."""

from typing import Any

import pytest
from pydantic import ValidationError

from viewsdk.protocol.content import (
    CallToolResult,
    EmbeddedResource,
    ImageBlock,
    ResourceContents,
    TextBlock,
    ToolDefinition,
    decode_tool_result,
)
from viewsdk.protocol.results import VIEW_RESULTS, DisplayModeResult, Done, ReadResourceResult, checked
from viewsdk.protocol.sandbox_messages import SandboxProxyReady, SandboxResourceReady
from viewsdk.protocol.view_notifications import Log, LogLevel, SizeChanged
from viewsdk.protocol.view_requests import CreateMessage, DownloadFile, Message, OpenLink, UpdateModelContext

BLOCKS: list[dict[str, Any]] = [
    {"type": "text", "text": "a", "annotations": {"audience": ["user"], "priority": 0.5}, "_meta": {"x": 1}},
    {"type": "image", "data": "aGk=", "mimeType": "image/png"},
    {"type": "audio", "data": "", "mimeType": "audio/wav"},
    {"type": "resource_link", "uri": "file:///a", "name": "a", "size": 3},
    {"type": "resource", "resource": {"uri": "file:///a", "text": "b"}},
    {"type": "resource", "resource": {"uri": "file:///a", "blob": "aGk"}},
]


def test_every_kind_of_block_is_read_and_written_back() -> None:
    """With annotations, metadata and members nobody knows."""
    raw = {"content": [{**block, "new": None} for block in BLOCKS], "structuredContent": [1], "vendor": {}}
    result, problems = decode_tool_result(raw)

    assert () == problems
    assert raw == result.to_wire()


@pytest.mark.parametrize(
    "bad",
    [
        {"type": "tool_use"},
        {"type": "text"},
        {"text": "a"},
        {"type": "image", "data": "a_-b", "mimeType": "image/png"},
        {"type": "image", "data": "data:image/png;base64,aGk=", "mimeType": "image/png"},
        {"type": "image", "data": "aGk=="},
        {"type": "image", "data": "abcde", "mimeType": "image/png"},
        {"type": "resource", "resource": {"uri": "a"}},
        "text",
        None,
    ],
)
def test_one_bad_block_costs_only_itself(bad: Any) -> None:
    """The reference drops the whole result; ours keeps the rest and lists the block."""
    result, problems = decode_tool_result({"content": [{"type": "text", "text": "a"}, bad], "isError": None})

    assert [TextBlock(text="a")] == result.content
    assert result.is_error is None
    assert problems


@pytest.mark.parametrize("data", ["", "aGk", "aGk=", "aG k=\n", "////", "++++"])
def test_base64_is_taken_as_the_reference_takes_it(data: str) -> None:
    """Unpadded, with spaces and empty are all fine."""
    assert data == ImageBlock(data=data, mime_type="image/png").data


@pytest.mark.parametrize(
    ("annotations", "path"),
    [
        ({"priority": 2}, "content[0].annotations.priority"),
        ({"lastModified": "2025-01-01T00:00:00"}, "content[0].annotations.lastModified"),
        ({"audience": ["user", "robot"]}, "content[0].annotations.audience[1]"),
    ],
)
def test_bad_annotations_cost_only_themselves(annotations: dict[str, Any], path: str) -> None:
    """A date needs its offset, a priority its range."""
    result, problems = decode_tool_result({"content": [{"type": "text", "text": "a", "annotations": annotations}]})

    assert ["a"] == [block.text for block in result.content if isinstance(block, TextBlock)]
    assert path == problems[0].path


def test_a_date_with_its_offset_is_read() -> None:
    """Seconds and zone, as the reference wants them."""
    for moment in ("2025-01-01T00:00:00Z", "2025-01-01T00:00:00.123+01:00"):
        _, problems = decode_tool_result({"content": [{**BLOCKS[0], "annotations": {"lastModified": moment}}]})
        assert () == problems


def test_a_result_without_content_has_none() -> None:
    """So has one that is no object. F:X10"""
    assert [] == decode_tool_result({"structuredContent": {"a": 1}})[0].content
    assert CallToolResult() == decode_tool_result("nonsense")[0]


@pytest.mark.parametrize(
    ("flag", "is_error"), [(True, True), (False, False), (None, None), ("yes", True), (0, True), ({}, True)]
)
def test_a_failure_is_never_read_as_a_success(flag: Any, is_error: bool | None) -> None:
    """A flag that is no boolean was not meant to say that all went well."""
    assert is_error is decode_tool_result({"isError": flag})[0].is_error


def test_blocks_made_here_say_their_type() -> None:
    """It is the default, and still on the wire."""
    resource = EmbeddedResource(resource=ResourceContents(uri="a", text="b"))

    assert {"type": "text", "text": "a"} == TextBlock(text="a").to_wire()
    assert {"type": "resource", "resource": {"uri": "a", "text": "b"}} == resource.to_wire()
    with pytest.raises(ValidationError, match="neither text nor blob"):
        ResourceContents(uri="a")


def test_a_tool_needs_a_name_and_a_schema() -> None:
    """Everything else about it is optional."""
    assert ToolDefinition.read({"name": "a"})[0] is None
    assert ToolDefinition(name="a", input_schema={}) == ToolDefinition.read({"name": "a", "inputSchema": {}})[0]


@pytest.mark.parametrize("url", ["", "mailto:a@b", "nonsense"])
def test_an_address_is_not_judged_by_its_form(url: str) -> None:
    """Which links open is the host's policy. F:X16"""
    assert OpenLink(url=url) == OpenLink.read({"url": url})[0]


def test_empty_lists_are_well_formed() -> None:
    """A download of nothing, a message of nothing. F:X16"""
    assert DownloadFile(contents=[]) == DownloadFile.read({"contents": []})[0]
    assert Message(role="user", content=[]) == Message.read({"role": "user", "content": []})[0]
    assert UpdateModelContext() == UpdateModelContext.read({})[0]


def test_a_message_with_a_single_block_is_a_list_of_one() -> None:
    """The prose of the specification shows it so; every SDK sends a list."""
    message, problems = Message.read({"role": "user", "content": {"type": "text", "text": "a"}})

    assert Message(role="user", content=[TextBlock(text="a")]) == message
    assert ["content: a single block, read as a list of one"] == [str(problem) for problem in problems]
    assert Message.read([])[0] is None


def test_a_message_carries_no_tool_blocks_and_only_the_users_role() -> None:
    """Anything else is refused whole. heddle:H31"""
    for raw in (
        {"role": "assistant", "content": []},
        {"role": "user", "content": [{"type": "text", "text": "a"}, {"type": "tool_use"}]},
        {"role": "user", "content": "hello"},
    ):
        assert Message.read(raw)[0] is None


@pytest.mark.parametrize("content", [{"type": "text", "text": "a"}, [{"type": "text", "text": "a"}]])
def test_a_sampling_answer_is_one_block_or_several(content: Any) -> None:
    """The majors differ, and we take both."""
    model = VIEW_RESULTS["sampling/createMessage"]

    assert model.read({"model": "m", "role": "assistant", "content": content})[0] is not None
    assert model.read({"model": "m", "role": "assistant", "content": "a"})[0] is None
    assert CreateMessage.read({"messages": [], "maxTokens": 1.5})[0] is None


@pytest.mark.parametrize("model", [Done, VIEW_RESULTS["ui/message"], VIEW_RESULTS["ui/download-file"]])
def test_a_refusal_flag_must_be_a_flag(model: type[Done]) -> None:
    """Dropping it would turn a refusal into a success."""
    assert model.read({"isError": "yes"})[0] is None
    assert Done(is_error=True) == model.read({"isError": True})[0]
    assert Done() == model.read({})[0]


def test_a_resource_without_content_spoils_its_answer() -> None:
    """There is nothing to show of it. F:B14"""
    assert ReadResourceResult.read({"contents": [{"uri": "a"}]})[0] is None
    assert ReadResourceResult.read({"contents": [{"uri": "a", "blob": "aGk="}]})[0] is not None
    assert DisplayModeResult.read({"mode": "modal"})[0] is None


def test_answers_to_methods_nobody_knows_are_left_alone() -> None:
    """A raw request gets its raw answer."""
    from viewsdk.protocol.events import Answered

    answered = Answered(1, "vendor/thing", {"a": 1})
    assert answered is checked(answered, VIEW_RESULTS)


def test_logs_and_sizes_are_read() -> None:
    """Any JSON value is data, null too."""
    assert Log(level=LogLevel.INFO, data=None) == Log.read({"level": "info", "data": None})[0]
    assert Log.read({"level": "info"})[0] is None
    assert SizeChanged(width=1.5) == SizeChanged.read({"width": 1.5, "height": None})[0]


def test_the_sandboxes_messages_are_read_leniently() -> None:
    """The page is needed; an attribute that is no text is dropped."""
    assert SandboxResourceReady(html="<p>") == SandboxResourceReady.read({"html": "<p>", "sandbox": 3})[0]
    assert SandboxResourceReady.read({})[0] is None
    assert SandboxProxyReady() == SandboxProxyReady.read({})[0]
