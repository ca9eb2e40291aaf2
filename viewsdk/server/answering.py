"""Answering one tool call: arguments in, a handler's output or declared error out, as a `CallToolResult`.

A declared error is an answer. What a handler did not declare stays an exception: the `mcp` SDK logs it and tells the
client no more than the tool's name.
"""

import inspect
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial
from typing import Any, cast
from uuid import uuid4

import anyio.to_thread
from mcp.server.apps import client_supports_apps
from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import CallToolResult, TextContent
from pydantic import ValidationError

from viewsdk.declared import DeclaredError
from viewsdk.results import collect_items, write_declared_error, write_item, write_output
from viewsdk.server.handlers import AnyTool, Handler
from viewsdk.server.signature import ABSENT, signature_of

__all__ = ["answering"]

CONTEXT = "context"

Answer = Callable[..., Awaitable[CallToolResult]]


def answering(tool: AnyTool, handler: Handler, *, opens_the_view: bool) -> Answer:
    """The function to register with the `mcp` SDK for a tool."""

    async def answer(**arguments: Any) -> CallToolResult:
        context = arguments.pop(CONTEXT)
        given = {name: value for name, value in arguments.items() if value is not ABSENT}
        result = await _answer(tool, handler, given, context)
        return _with_view_id(result) if opens_the_view and not result.is_error else result

    answer.__name__ = tool.name
    answer.__doc__ = tool.description or inspect.getdoc(handler.call) or ""
    answer.__annotations__ = {CONTEXT: Context}
    answer.__signature__ = signature_of(tool, (CONTEXT, Context))  # pyright: ignore[reportFunctionMemberAccess]  # PEP 362
    return answer


async def _answer(tool: AnyTool, handler: Handler, arguments: dict[str, Any], context: Context[Any]) -> CallToolResult:
    value = _read(tool, arguments)
    try:
        output = await _run(tool, handler, value, context)
    except DeclaredError as error:
        if type(error) not in tool.errors.values():
            raise
        return CallToolResult.model_validate(write_declared_error(error))
    result = CallToolResult.model_validate(write_output(tool, output))
    if handler.text is None:
        return result
    return _told(result, handler.text(output), first=not client_supports_apps(context))


def _read(tool: AnyTool, arguments: dict[str, Any]) -> Any:
    try:
        return tool.read_input(arguments)
    except ValidationError as error:
        wrong = "; ".join(f"{'.'.join(map(str, item['loc'])) or 'input'}: {item['msg']}" for item in error.errors())
        raise ToolError(wrong) from error


async def _run(tool: AnyTool, handler: Handler, value: Any, context: Context[Any]) -> Any:
    call = partial(handler.call, *handler.arguments(tool, value, context))
    if inspect.isasyncgenfunction(handler.call):
        return await _stream(tool, cast("AsyncIterator[Any]", call()), context)
    if inspect.iscoroutinefunction(handler.call):
        return await call()
    output = await anyio.to_thread.run_sync(call)
    return await output if inspect.isawaitable(output) else output


async def _stream(tool: AnyTool, items: AsyncIterator[Any], context: Context[Any]) -> Any:
    """Sends each item as progress of the call; its items together make the output.

    Cancelling the call cancels the generator where it waits, and closes it before this returns.
    """
    sent: list[Any] = []
    try:
        async for item in items:
            sent.append(item)
            await context.report_progress(len(sent), message=write_item(tool, item))
    finally:
        close = getattr(items, "aclose", None)
        if close is not None:
            with anyio.CancelScope(shield=True):
                await close()
    return collect_items(tool, sent)


def _told(result: CallToolResult, text: str, *, first: bool) -> CallToolResult:
    """The result with its words; a view reads the JSON in the first block, a person without one reads words first."""
    words = TextContent(type="text", text=text)
    content = [words, *result.content] if first else [*result.content, words]
    return result.model_copy(update={"content": content})


def _with_view_id(result: CallToolResult) -> CallToolResult:
    """Names this showing of the view, so that its state finds back to it when the host rebuilds the frame."""
    return result.model_copy(update={"meta": {**(result.meta or {}), "viewUUID": str(uuid4())}})
