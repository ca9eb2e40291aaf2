"""No field of the reference's own schema is missing from our types. It is an inventory and no validator (A.7)."""

import json
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from viewsdk.protocol.capabilities import AppCapabilities, HostCapabilities, Modalities
from viewsdk.protocol.context import HostContext
from viewsdk.protocol.display import DisplayMode
from viewsdk.protocol.host_requests import ResourceTeardown
from viewsdk.protocol.implementation import Theme
from viewsdk.protocol.initialize import Initialize, InitializeResult
from viewsdk.protocol.methods import METHODS
from viewsdk.protocol.results import VIEW_RESULTS, DisplayModeResult, Done
from viewsdk.protocol.sandbox_messages import (
    ResourceCsp,
    ResourcePermissions,
    SandboxProxyReady,
    SandboxResourceReady,
)
from viewsdk.protocol.theme import Styles, StyleSheets, ThemeVariable
from viewsdk.protocol.ui_meta import Permission, ResourceAsk, Visibility
from viewsdk.protocol.view_notifications import Initialized, RequestTeardown, SizeChanged
from viewsdk.protocol.view_requests import DownloadFile, Message, OpenLink, RequestDisplayMode, UpdateModelContext
from viewsdk.protocol.wire import WireModel

MODULES = Path(__file__).parents[2] / "web" / "node_modules"
MAJORS = {"2": "@modelcontextprotocol/ext-apps", "1": "ext-apps-1"}

TYPES: dict[str, type[WireModel]] = {
    "McpUiAppCapabilities": AppCapabilities,
    "McpUiDownloadFileResult": Done,
    "McpUiHostCapabilities": HostCapabilities,
    "McpUiHostContext": HostContext,
    "McpUiHostCss": StyleSheets,
    "McpUiHostStyles": Styles,
    "McpUiInitializeResult": InitializeResult,
    "McpUiMessageResult": Done,
    "McpUiOpenLinkResult": Done,
    "McpUiRequestDisplayModeResult": DisplayModeResult,
    "McpUiResourceCsp": ResourceCsp,
    "McpUiResourcePermissions": ResourcePermissions,
    "McpUiSupportedContentBlockModalities": Modalities,
}
REQUESTS: dict[str, type[WireModel]] = {
    "McpUiDownloadFileRequest": DownloadFile,
    "McpUiInitializeRequest": Initialize,
    "McpUiInitializedNotification": Initialized,
    "McpUiMessageRequest": Message,
    "McpUiOpenLinkRequest": OpenLink,
    "McpUiRequestDisplayModeRequest": RequestDisplayMode,
    "McpUiRequestTeardownNotification": RequestTeardown,
    "McpUiResourceTeardownRequest": ResourceTeardown,
    "McpUiSandboxProxyReadyNotification": SandboxProxyReady,
    "McpUiSandboxResourceReadyNotification": SandboxResourceReady,
    "McpUiSizeChangedNotification": SizeChanged,
    "McpUiUpdateModelContextRequest": UpdateModelContext,
    "McpUiHostContextChangedNotification": HostContext,
}
ENUMS: dict[str, type[StrEnum]] = {
    "McpUiDisplayMode": DisplayMode,
    "McpUiTheme": Theme,
    "McpUiToolVisibility": Visibility,
    "McpUiStyleVariableKey": ThemeVariable,
}
# Plain values of ours, each held to its fields below or by its own tests; the first is the client's towards its server.
ELSEWHERE = {
    "McpUiClientCapabilities",
    "McpUiResourceMeta",
    "McpUiResourceTeardownResult",
    "McpUiStyles",
    "McpUiToolCancelledNotification",
    "McpUiToolInputNotification",
    "McpUiToolInputPartialNotification",
    "McpUiToolMeta",
    "McpUiToolResultNotification",
}


@cache
def definitions(major: str) -> dict[str, Any]:
    path = MODULES / MAJORS[major] / "dist" / "src" / "generated" / "schema.json"
    return json.loads(path.read_text(encoding="utf-8"))["$defs"]


def fields(model: type[WireModel]) -> set[str]:
    return {info.alias or name for name, info in model.model_fields.items()}


def needed(model: type[WireModel]) -> set[str]:
    return {info.alias or name for name, info in model.model_fields.items() if info.is_required()}


@pytest.fixture(params=MAJORS)
def schema(request: pytest.FixtureRequest) -> dict[str, Any]:
    return definitions(request.param)


def test_every_definition_is_accounted_for(schema: dict[str, Any]) -> None:
    """A new one in a later release shows up here."""
    assert set(schema) == TYPES.keys() | REQUESTS.keys() | ENUMS.keys() | ELSEWHERE


@pytest.mark.parametrize("name", TYPES)
def test_every_field_of_a_type_is_ours(schema: dict[str, Any], name: str) -> None:
    """By the name it has on the wire."""
    assert set(schema[name].get("properties", {})) == fields(TYPES[name])


@pytest.mark.parametrize("name", REQUESTS)
def test_every_parameter_of_a_message_is_ours(schema: dict[str, Any], name: str) -> None:
    """And we need none that the reference does not; its method is in the table."""
    properties = schema[name]["properties"]
    params = properties["params"]

    assert properties["method"]["const"] in METHODS
    assert set(params.get("properties", {})) - {"_meta"} <= fields(REQUESTS[name])
    assert needed(REQUESTS[name]) <= set(params.get("required", ()))


@pytest.mark.parametrize("name", ENUMS)
def test_every_choice_is_ours(schema: dict[str, Any], name: str) -> None:
    """No more and no fewer. heddle:H11"""
    assert {option["const"] for option in schema[name]["anyOf"]} == {member.value for member in ENUMS[name]}


def test_the_metadata_of_a_resource_is_all_there(schema: dict[str, Any]) -> None:
    """Its policy, its permissions, its domain and its border."""
    assert {"csp", "domain", "permissions", "prefersBorder"} == set(schema["McpUiResourceMeta"]["properties"])
    assert {permission.value for permission in Permission} == fields(ResourcePermissions)
    assert {"connect", "resource", "frame", "base_uri"} < set(ResourceAsk.__dataclass_fields__)


def test_both_majors_name_the_same_things() -> None:
    """The packages differ, the wire does not."""
    assert definitions("1").keys() == definitions("2").keys()


def test_only_the_context_may_be_missing_from_an_answer(schema: dict[str, Any]) -> None:
    """What the reference calls needed and we do not: hosts are met that leave it out."""
    assert {"hostContext"} == set(schema["McpUiInitializeResult"]["required"]) - needed(InitializeResult)
    assert InitializeResult is VIEW_RESULTS["ui/initialize"]
