"""What a server does when one of a view's tools is called: one function per tool, typed by the tool.

A handler takes the tool's input (or nothing), optionally the `mcp` context after it, and returns the tool's output,
raises one of its declared errors, or yields: an async generator streams. A sync one runs on a worker thread.
"""

import inspect
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar, overload

from mcp.server.mcpserver import Context

from viewsdk.tool import In, NoInput, Out, Tool

__all__ = ["AnyTool", "Handler", "Handlers", "handler_for"]

AnyTool: TypeAlias = Tool[Any, Any, Any]
AnyFunction: TypeAlias = Callable[..., Any]
F = TypeVar("F", bound=AnyFunction)
_Gives: TypeAlias = Out | Awaitable[Out] | AsyncIterator[Any]


@dataclass(frozen=True, slots=True)
class Handler:
    """A handler with what its tool answers in words."""

    call: AnyFunction
    text: Callable[[Any], str] | None = None
    """The output in words for a host that shows no views; None leaves it at the JSON."""

    def arguments(self, tool: AnyTool, value: Any, context: Any) -> tuple[Any, ...]:
        """What to call it with."""
        given = (value,) if tool.has_input else ()
        return (*given, context) if self._takes() > len(given) else given

    def check(self, tool: AnyTool) -> str | None:
        """Why this handler cannot serve the tool, or None."""
        needs = 1 if tool.has_input else 0
        if not callable(self.call):
            return f"the handler of {tool.name!r} is {self.call!r}, not a function"
        if not needs <= self._takes() <= needs + 1:
            given = "its input, and the context if it wants it" if needs else "at most the context"
            return f"the handler of {tool.name!r} takes {self._takes()} arguments; it is given {given}"
        return None

    def _takes(self) -> int:
        kinds = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
        parameters = inspect.signature(self.call).parameters.values()
        return sum(parameter.kind in kinds for parameter in parameters)


class Handlers(dict[AnyTool, Handler]):
    """Handlers by tool, collected with a decorator that checks their types: `@handlers.on(get_show)`."""

    @overload
    def on(  # pyright: ignore[reportOverlappingOverload]  # NoInput is an In too; the first that fits is meant
        self, tool: Tool[NoInput, Out, Any], *, text: Callable[[Out], str] | None = ...
    ) -> Callable[[Callable[[], _Gives[Out]] | Callable[[Context[Any]], _Gives[Out]]], AnyFunction]: ...
    @overload
    def on(
        self, tool: Tool[In, Out, Any], *, text: Callable[[Out], str] | None = ...
    ) -> Callable[[Callable[[In], _Gives[Out]] | Callable[[In, Context[Any]], _Gives[Out]]], AnyFunction]: ...
    def on(self, tool: Any, *, text: Any = None) -> Any:
        """Registers the decorated function as the handler of `tool`; `text` says its output in words.

        Raises:
            ValueError: the tool has a handler already.
        """
        if tool in self:
            raise ValueError(f"the tool {tool.name!r} has a handler already")

        def register(function: F) -> F:
            self[tool] = Handler(function, text)
            return function

        return register


def handler_for(tool: AnyTool, handlers: Mapping[Any, Any]) -> Handler | None:
    """The handler given for a tool, under the tool itself or its name; a bare function is one."""
    found = handlers.get(tool, handlers.get(tool.name))
    return found if found is None or isinstance(found, Handler) else Handler(found)
