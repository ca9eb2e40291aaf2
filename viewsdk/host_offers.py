"""`HostOffers`: everything a view may ask of its host besides tools, under ext-apps' names in snake case.

What the host is known not to offer raises UnsupportedByHost before anything is sent. `message` and
`updateModelContext` are the exception: hosts of the 2026-01-26 generation cannot declare them, so they are tried, and
a -32601 (MethodNotFound, an UnsupportedByHost too) is the host's own word.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar, cast

from pydantic.alias_generators import to_camel

from viewsdk.downloads import Download
from viewsdk.errors import NOT_ALLOWED, REFUSED, LocalProtocolError, Refused, UnreadableResult, UnsupportedByHost
from viewsdk.model_context import text_of_slot
from viewsdk.protocol.capabilities import HostCapabilities
from viewsdk.protocol.content import ContentBlock, ResourceContents, TextBlock
from viewsdk.protocol.context import HostContext
from viewsdk.protocol.display import DisplayMode
from viewsdk.protocol.implementation import Implementation
from viewsdk.protocol.jsonrpc import JsonObject
from viewsdk.protocol.methods import Method
from viewsdk.protocol.results import DENIAL_KEY, ListResourcesResult, ReadResourceResult
from viewsdk.protocol.view_notifications import LogLevel
from viewsdk.protocol.view_requests import CreateMessage
from viewsdk.protocol.wire import WireModel, described
from viewsdk.sampling import SamplingMessage, SamplingResult
from viewsdk.session import Session
from viewsdk.view import Declaration

__all__ = ["Content", "HostOffers"]

Content = str | Sequence[ContentBlock]
Answer = TypeVar("Answer", bound=WireModel)


class HostOffers:
    """The part of App that talks to the host itself; every request may raise what viewsdk.errors draws."""

    _session: Session
    _declaration: Declaration
    _timeout: float

    @property
    def host(self) -> Implementation | None:
        """The host's name and version; None before the handshake is complete."""
        return self._session.connection.host_info

    @property
    def host_capabilities(self) -> HostCapabilities | None:
        """What the host says it offers; None before the handshake is complete."""
        return self._session.connection.host_capabilities

    @property
    def context(self) -> HostContext:
        """The host's surroundings now: theme, locale, display mode, sizes."""
        return self._session.connection.context

    async def open_link(self, url: str) -> None:
        """Ask the host to open a URL for the person; raises Refused."""
        await self._offered("open_links", "open_link")
        await self._ask_accepted(Method.OPEN_LINK, {"url": url})

    async def send_message(self, content: Content) -> None:
        """Add a message of the user's to the conversation; raises Refused."""
        await self._session.ready()
        await self._ask_accepted(Method.MESSAGE, {"role": "user", "content": _blocks(content)})

    async def download_file(self, *downloads: Download) -> None:
        """Ask the host to save files, all or none; raises Refused."""
        if not downloads:
            raise LocalProtocolError("download_file needs something to save")
        await self._offered("download_file", "download_file")
        contents = [download.block(self._declaration.uri) for download in downloads]
        await self._ask_accepted(Method.DOWNLOAD_FILE, {"contents": contents})

    async def update_model_context(
        self, content: Content | None = None, structured_content: Mapping[str, Any] | None = None
    ) -> None:
        """Replace what the model is told of this view at the next turn; nothing at all clears it (R54, R56)."""
        await self._session.ready()
        params: JsonObject = {} if content is None else {"content": _blocks(content)}
        if structured_content is not None:
            params["structuredContent"] = dict(structured_content)
        await self._ask_accepted(Method.UPDATE_MODEL_CONTEXT, params)

    async def request_display_mode(self, mode: DisplayMode | str) -> DisplayMode:
        """Ask to be shown in another mode; the mode the view is in afterwards, which may be another one (R43)."""
        wanted = DisplayMode(mode)
        if wanted not in self._declaration.display_modes:
            raise LocalProtocolError(f"this view does not declare {wanted}; add it to display_modes of its View class")
        await self._session.ready()
        available = self.context.available_display_modes
        if available is not None and wanted not in available:
            raise UnsupportedByHost(f"display mode {wanted}", f"it offers {', '.join(available) or 'none'}")
        result = await self._ask(Method.REQUEST_DISPLAY_MODE, {"mode": wanted.value})
        try:
            return DisplayMode(result.get("mode"))
        except ValueError:
            raise UnreadableResult("the host's answer names no display mode", result) from None

    async def read_server_resource(self, uri: str) -> tuple[ResourceContents, ...]:
        """The contents of one of the server's resources, as text or base64."""
        await self._offered("server_resources", "read_server_resource")
        answer = _read(ReadResourceResult, await self._ask(Method.RESOURCES_READ, {"uri": uri}))
        return tuple(answer.contents)

    async def list_server_resources(self, cursor: str | None = None) -> ListResourcesResult:
        """One page of the server's resources that the view may read."""
        await self._offered("server_resources", "list_server_resources")
        params = {} if cursor is None else {"cursor": cursor}
        return _read(ListResourcesResult, await self._ask(Method.RESOURCES_LIST, params))

    async def create_sampling_message(
        self, messages: Sequence[SamplingMessage], *, max_tokens: int, **options: Any
    ) -> SamplingResult:
        """Ask the host's model; `options` are the other members of the request in snake case (`system_prompt`...)."""
        await self._offered("sampling", "create_sampling_message")
        if not options.keys().isdisjoint({"tools", "tool_choice"}) and not self._samples_with_tools():
            raise UnsupportedByHost("tools in sampling", "its capabilities lack sampling.tools")
        shown = [message.to_wire() for message in messages]
        request = CreateMessage(messages=shown, max_tokens=max_tokens, **options)
        return _read(SamplingResult, await self._ask(Method.CREATE_MESSAGE, request.to_wire()))

    async def send_size_changed(self, width: float | None = None, height: float | None = None) -> None:
        """Report the view's rendered size in CSS pixels; a side left out was not measured."""
        sides = {"width": width, "height": height}
        await self._tell(Method.SIZE_CHANGED, {side: size for side, size in sides.items() if size is not None})

    async def send_log(self, level: LogLevel | str, data: Any, logger: str | None = None) -> None:
        """Write a line into the host's log; `data` is any JSON value."""
        await self._offered("logging", "send_log")
        params: JsonObject = {"level": LogLevel(level).value, "data": data}
        await self._tell(Method.LOG, params if logger is None else {**params, "logger": logger})

    async def ping(self) -> None:
        """Ask whether the host is there; returns when it answered."""
        await self._session.ready()
        await self._ask(Method.PING, {})

    async def request_teardown(self) -> None:
        """Ask the host to remove the view; it decides, and if it agrees the teardown hooks run (R70, R71)."""
        await self._tell(Method.REQUEST_TEARDOWN, {})

    async def _send_slots(self, slots: JsonObject) -> None:
        await self._session.ready()
        taken = self.host_capabilities and self.host_capabilities.update_model_context
        if taken and taken.structured_content is not None and taken.text is None:
            await self.update_model_context(structured_content=slots)
        else:
            blocks = [TextBlock(text=text_of_slot(name, value)) for name, value in slots.items()]
            await self.update_model_context(blocks)

    def _samples_with_tools(self) -> bool:
        capabilities = self.host_capabilities
        return bool(capabilities and capabilities.sampling and capabilities.sampling.tools is not None)

    async def _ask(self, method: Method, params: JsonObject) -> JsonObject:
        return await self._session.request(method, params, timeout=self._timeout)

    async def _ask_accepted(self, method: Method, params: JsonObject) -> None:
        result = await self._ask(method, params)
        if result.get("isError") is True:  # the reference's way of saying no; the text of the spec has an error
            raise _refusal(method, result)

    async def _tell(self, method: Method, params: JsonObject) -> None:
        await self._session.ready()
        await self._session.notify(method, params)

    async def _offered(self, capability: str, what: str) -> None:
        if not self._session.is_ready:
            await self._session.ready()
        if getattr(self.host_capabilities, capability) is None:
            raise UnsupportedByHost(what, f"its capabilities lack {to_camel(capability)}")


def _refusal(method: Method, result: JsonObject) -> Refused:
    """An `isError` answer says no more than that; hostsim adds why under a key of its own."""
    said = _object(_object(result.get("_meta")).get(DENIAL_KEY))
    if not said:
        return Refused(method, NOT_ALLOWED, "the host refused it", result)
    message = str(said.get("message", "the host refused it"))
    return Refused(method, REFUSED, message, {"reason": said.get("reason"), "result": result})


def _object(value: Any) -> JsonObject:
    return cast("JsonObject", value) if isinstance(value, dict) else {}


def _blocks(content: Content) -> list[JsonObject]:
    blocks = [TextBlock(text=content)] if isinstance(content, str) else content
    return [block.to_wire() for block in blocks]


def _read(kind: type[Answer], result: JsonObject) -> Answer:
    answer, problems = kind.read(result)
    if answer is None:
        raise UnreadableResult(f"the answer cannot be read: {described(problems)}", result)
    return answer
