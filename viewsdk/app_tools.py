"""Tools a view offers its host, made from plain functions: schemas from type hints, description from the docstring.

Failures follow R74: an unknown tool or a wrong input is an error answer, what the function raises is an `isError`
result. The App answers with this; nothing here sends an answer.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import partial
from typing import Any, Generic, ParamSpec, TypeVar, get_type_hints, overload

from pydantic import BaseModel, ConfigDict, Field, ValidationError, create_model

from viewsdk.declared import DeclaredError
from viewsdk.errors import LocalProtocolError
from viewsdk.protocol.jsonrpc import INVALID_PARAMS, JsonObject
from viewsdk.results import summary, write_declared_error, write_output
from viewsdk.session import Report
from viewsdk.tool import Tool

__all__ = ["AnyAppTool", "AppTool", "AppToolRefused", "AppTools"]

P = ParamSpec("P")
R = TypeVar("R")


class AppToolRefused(Exception):
    """An app tool call that is answered with a JSON-RPC error."""

    def __init__(self, code: int, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


class AppTool(Generic[P, R]):
    """A function the host may call; it can still be called as before."""

    def __init__(self, function: Callable[P, R], tool: Tool[Any, Any, Any], changed: Callable[[], None]) -> None:
        self._function = function
        self._changed = changed
        self.tool = tool
        self.is_enabled = True
        self.__doc__ = function.__doc__

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        return self._function(*args, **kwargs)

    def enable(self) -> None:
        """Offer it (again)."""
        self._switch(True)

    def disable(self) -> None:
        """Hide it from the host's list and refuse calls."""
        self._switch(False)

    def _switch(self, is_enabled: bool) -> None:
        if self.is_enabled != is_enabled:
            self.is_enabled = is_enabled
            self._changed()

    def definition(self) -> JsonObject:
        """The tool as `tools/list` shows it."""
        tool = self.tool
        entry: JsonObject = {"name": tool.name, "inputSchema": tool.input_schema}
        if tool.output is not type(None):
            entry["outputSchema"] = tool.output_schema
        optional = {"title": tool.title, "description": tool.description, "annotations": tool.annotations}
        return entry | {key: value for key, value in optional.items() if value is not None}

    async def run(self, arguments: JsonObject) -> JsonObject:
        """Call the function with those arguments and write what it returned."""
        try:
            value: BaseModel = self.tool.read_input(arguments)
        except ValidationError as problem:
            message = f"Invalid input for tool {self.tool.name}: {summary(problem)}"
            raise AppToolRefused(INVALID_PARAMS, message) from problem
        output: Any = self._function(**{name: getattr(value, name) for name in type(value).model_fields})  # pyright: ignore[reportCallIssue]  checked just now
        if inspect.isawaitable(output):
            output = await output
        return {"content": []} if self.tool.output is type(None) else write_output(self.tool, output)


AnyAppTool = AppTool[Any, Any]


class AppTools:
    """The tools by name; `changed` is called on every change the host should hear of."""

    def __init__(self, is_declared: bool, changed: Callable[[], None], report: Report) -> None:
        self._is_declared = is_declared
        self._changed = changed
        self._report = report
        self._tools: dict[str, AnyAppTool] = {}

    @overload
    def add(self, function: Callable[P, R], /) -> AppTool[P, R]: ...
    @overload
    def add(
        self, /, *, name: str | None = ..., title: str | None = ..., annotations: JsonObject | None = ...
    ) -> Callable[[Callable[P, R]], AppTool[P, R]]: ...
    def add(self, function: Callable[..., Any] | None = None, /, **options: Any) -> Any:
        """Offer a function to the host, as a decorator with or without options."""
        return partial(self._add, **options) if function is None else self._add(function)

    def _add(
        self,
        function: Callable[..., Any],
        *,
        name: str | None = None,
        title: str | None = None,
        annotations: JsonObject | None = None,
    ) -> AnyAppTool:
        if not self._is_declared:
            raise LocalProtocolError("this view offers no tools; add provides_tools=True to its View class")
        tool = _tool_of(function, name or function.__name__, title, annotations)
        if tool.name in self._tools:
            raise LocalProtocolError(f"the view already offers a tool named {tool.name!r}")
        self._tools[tool.name] = AppTool(function, tool, self._changed)
        self._changed()
        return self._tools[tool.name]

    def remove(self, tool: AnyAppTool) -> None:
        """Withdraw a tool; one that is no longer offered is left alone."""
        if self._tools.get(tool.tool.name) is tool:
            del self._tools[tool.tool.name]
            self._changed()

    def listing(self) -> JsonObject:
        """The answer to `tools/list`: what is enabled."""
        return {"tools": [tool.definition() for tool in self._tools.values() if tool.is_enabled]}

    async def call(self, name: str, arguments: JsonObject) -> JsonObject:
        """The answer to `tools/call`; raises AppToolRefused where that is an error answer."""
        tool = self._tools.get(name)
        if tool is None:
            raise AppToolRefused(INVALID_PARAMS, f"Tool {name} not found")
        if not tool.is_enabled:
            raise AppToolRefused(INVALID_PARAMS, f"Tool {name} is disabled")
        try:
            return await tool.run(arguments)
        except AppToolRefused:
            raise
        except DeclaredError as declared:
            return write_declared_error(declared)
        except Exception as problem:
            return self.failure(name, problem)

    def failure(self, name: str, problem: Exception) -> JsonObject:
        """The `isError` result of a tool that broke, which is reported as well."""
        self._report(problem, f"the app tool {name}")
        return {"content": [{"type": "text", "text": f"{type(problem).__name__}: {problem}"}], "isError": True}


def _tool_of(
    function: Callable[..., Any], name: str, title: str | None, annotations: JsonObject | None
) -> Tool[Any, Any, Any]:
    hints = get_type_hints(function, include_extras=True)
    fields: dict[str, Any] = {}
    for parameter in inspect.signature(function).parameters.values():
        if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD, parameter.POSITIONAL_ONLY):
            raise LocalProtocolError(f"{function.__name__}: parameter {parameter.name!r} cannot be given by name")
        if parameter.name not in hints:
            raise LocalProtocolError(f"{function.__name__}: parameter {parameter.name!r} has no type hint")
        default = ... if parameter.default is parameter.empty else parameter.default
        fields[parameter.name] = (hints[parameter.name], Field(default))
    model = create_model(f"{name}_input", __config__=ConfigDict(extra="forbid"), **fields)
    output = hints.get("return", type(None))
    return Tool(
        name, input=model, output=output, title=title, description=inspect.getdoc(function), annotations=annotations
    )
