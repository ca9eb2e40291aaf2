"""From a connected server to a page that may be framed: which tool opens the view, its page, and what the page gets.

It calls no tool and frames nothing. The server is whoever answers `ResourceServer`. Spec: Resource Discovery (R16 to
R20), Host Behavior (R7, R9 to R12).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import Any, Protocol, cast

from hostsim.audit import AuditEntry, AuditKind
from hostsim.clamp import Narrowing, clamp
from hostsim.csp import compile_csp
from hostsim.inventory import Inventory, ToolEntry
from hostsim.pins import Changed, PinKey, page_digest
from hostsim.policy import Policy, ViewPolicy
from hostsim.profiles import Profile
from hostsim.stages import Stage, StageLedger, Stopped
from hostsim.upstream_error import UpstreamError
from hostsim.view_page import MAX_HTML, content_of, html_of, ui_meta_of
from viewsdk.protocol.ui_meta import ResourceAsk, allow_attribute, decode_resource_meta

__all__ = ["LaunchPlan", "PageJudge", "ResourceServer", "choose_tool", "prepare"]

MAX_PAGES = 20  # pages of a resource listing that are searched for one entry


class ResourceServer(Protocol):
    """What a launch needs of a server."""

    async def read_resource(self, uri: str) -> dict[str, Any]: ...

    async def list_resources(self, cursor: str | None = None) -> dict[str, Any]: ...


class PageJudge(Protocol):
    """Who remembers pages: `hostsim.pin_file.PinFile`, or anything that judges like it."""

    def judge(self, key: PinKey, html: str) -> Changed | None: ...


@dataclass(frozen=True, slots=True)
class LaunchPlan:
    """Everything a frame needs: the tool, the page, its policy text and permissions, and what its ask lost."""

    tool: ToolEntry
    view_uri: str
    html: str
    csp: str
    allow: str
    granted: ResourceAsk
    narrowings: tuple[Narrowing, ...]
    problems: tuple[str, ...]
    policy: ViewPolicy | None

    @property
    def title(self) -> str:
        """What a person calls the view: the tool's title, else its name."""
        title = self.tool.definition.get("title")
        return title if isinstance(title, str) else self.tool.name

    @property
    def prefers_border(self) -> bool | None:
        """Whether the page asks for a border; None leaves it to the host (R8)."""
        return self.granted.prefers_border

    @property
    def entries(self) -> tuple[AuditEntry, ...]:
        """What the audit should say of the page: its digest, its policy, all it lost and all it asked wrongly (R12)."""
        return (
            AuditEntry(AuditKind.PAGE, {"uri": self.view_uri, "digest": page_digest(self.html)}),
            AuditEntry(AuditKind.CSP, {"csp": self.csp, "allow": self.allow}),
            *(AuditEntry(AuditKind.NARROWED, asdict(narrowing)) for narrowing in self.narrowings),
            *(AuditEntry(AuditKind.UNEXPECTED, {"what": "metadata", "note": note}) for note in self.problems),
        )

    @property
    def domain(self) -> str | None:
        """The sandbox origin the page asks for, in whatever form a host wants it."""
        return self.granted.domain


def choose_tool(inventory: Inventory, name: str | None = None) -> ToolEntry:
    """Returns the tool whose call opens the view. Raises Stopped.

    Without a name it is the only tool with a view that the model may call; of several, the only one among them that
    can be called without arguments.
    """
    entry = _named(inventory, name) if name is not None else _only(inventory)
    times = inventory.count(entry.name)
    if times > 1:
        why = f'the server lists the tool "{entry.name}" {times} times, and a call could mean any of them'
        raise Stopped(Stage.TOOL_HAS_VIEW, f"{why}; give each tool a name of its own")
    return entry


def _only(inventory: Inventory) -> ToolEntry:
    able = [entry for entry in inventory.entries if entry.view_uri is not None and entry.model_visible]
    if not able:
        raise Stopped(Stage.TOOL_HAS_VIEW, f"{_without_view(inventory)}; a tool with a view has _meta.ui.resourceUri")
    if len(able) > 1:
        able = [entry for entry in able if not entry.required_arguments] or able
    names = tuple(dict.fromkeys(entry.name for entry in able))
    if len(names) > 1:
        raise Stopped(Stage.TOOL_HAS_VIEW, f"several tools open a view: {', '.join(names)}; say which with --tool NAME")
    return able[0]


def _named(inventory: Inventory, name: str) -> ToolEntry:
    entry = inventory.find(name)
    if entry is None:
        listed = ", ".join(inventory.names) or "none"
        raise Stopped(Stage.TOOL_HAS_VIEW, f'the server has no tool "{name}"; its tools are: {listed}')
    if entry.view_uri is None:
        wrong = f" ({'; '.join(entry.problems)})" if entry.problems else ""
        raise Stopped(Stage.TOOL_HAS_VIEW, f'tool "{name}" opens no view: it has no usable _meta.ui.resourceUri{wrong}')
    if not entry.model_visible:
        raise Stopped(Stage.TOOL_HAS_VIEW, f'tool "{name}" is kept from the model, so nothing can launch its view')
    return entry


def _without_view(inventory: Inventory) -> str:
    problems = [f"{entry.name}: {problem}" for entry in inventory.entries for problem in entry.problems]
    if problems:
        return f"no tool of this server opens a view ({'; '.join(problems)})"
    return f"no tool of this server opens a view (tools: {', '.join(inventory.names) or 'none'})"


async def prepare(
    server: ResourceServer,
    ledger: StageLedger,
    clock: Callable[[], float],
    *,
    inventory: Inventory,
    policy: Policy,
    profile: Profile,
    tool: str | None = None,
    allow_wasm: bool = False,
    max_html: int = MAX_HTML,
    pins: PageJudge | None = None,
    server_name: str = "",
) -> LaunchPlan:
    """Chooses the tool, reads and checks its page, computes its policy, marks each stage. Raises Stopped (marked)."""
    try:
        entry = choose_tool(inventory, tool)
        uri = cast("str", entry.view_uri)
        ledger.passed(Stage.TOOL_HAS_VIEW, clock(), f"{entry.name} opens {uri}")
        content = await _read(server, uri)
        ledger.passed(Stage.RESOURCE_READ, clock(), uri)
        html, passed = html_of(content, profile.smaller_cap(max_html))
        for stage, detail in passed:
            ledger.passed(stage, clock(), detail)
        _check_pin(pins, PinKey(server_name, uri), html)
        meta = ui_meta_of(content, None) or ui_meta_of(content, await _listing(server, uri))
        plan = _plan(entry, html, meta, policy.of(uri), profile, allow_wasm)
        ledger.passed(Stage.CSP, clock(), plan.csp)
    except Stopped as stopped:
        ledger.stop(stopped.stage, clock(), stopped.why)
        raise
    return plan


async def _read(server: ResourceServer, uri: str) -> Mapping[str, Any]:
    try:
        return content_of(await server.read_resource(uri), uri)
    except UpstreamError as error:
        raise Stopped(Stage.RESOURCE_READ, f"the server did not give {uri}: {error.message}") from error


async def _listing(server: ResourceServer, uri: str) -> Mapping[str, Any] | None:
    """The entry of `resources/list`; a server need not list a view's page (R17), nor list at all."""
    cursor: str | None = None
    for _ in range(MAX_PAGES):
        try:
            page = await server.list_resources(cursor)
        except UpstreamError:
            return None
        resources = cast("list[Mapping[str, Any]]", page.get("resources", []))
        found = next((resource for resource in resources if resource.get("uri") == uri), None)
        cursor = page.get("nextCursor")
        if found is not None or cursor is None:
            return found
    return None


def _check_pin(pins: PageJudge | None, key: PinKey, html: str) -> None:
    changed = pins.judge(key, html) if pins is not None else None
    if changed is not None:
        raise Stopped(Stage.RESOURCE_READ, f"{changed}; if the change is meant, delete its line from {pins}")


def _plan(
    entry: ToolEntry,
    html: str,
    meta: Mapping[str, Any],
    policy: ViewPolicy | None,
    profile: Profile,
    allow_wasm: bool,
) -> LaunchPlan:
    ask, problems = decode_resource_meta(meta, keeps_wildcards=True)
    said = policy if policy is not None else ViewPolicy(cast("str", entry.view_uri))
    allowance = profile.allowance_for(said.allowance, allow_wasm=allow_wasm)
    clamped = clamp(ask, allowance)
    return LaunchPlan(
        tool=entry,
        view_uri=said.uri,
        html=html,
        csp=compile_csp(clamped.granted, profile.csp),
        allow=allow_attribute(clamped.granted.permissions),
        granted=clamped.granted,
        narrowings=clamped.narrowings,
        problems=(*entry.problems, *(str(problem) for problem in problems)),
        policy=policy,
    )
