"""One run from a target to a host that shows its view: everything opened in order, everything closed whatever happens.

It reads no command line (`hostsim.cli` does) and drives no browser. What ends a run early is raised as `Stopped` or
`CannotRun`, whose texts are one sentence for a person.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Callable, Generator, Mapping
from contextlib import asynccontextmanager, closing, contextmanager, suppress
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from typing import Any, TextIO

from hostsim.consent import ConsentMemory
from hostsim.conversation import Conversation
from hostsim.grants import Gate
from hostsim.host import Host
from hostsim.inventory import Inventory
from hostsim.launch import LaunchPlan, prepare
from hostsim.launch_call import LaunchCall
from hostsim.offers import Offers
from hostsim.pin_file import PinFile
from hostsim.pins import PinError
from hostsim.policy import POLICY_FILE, Policy
from hostsim.policy_loader import load_policy
from hostsim.production import Production
from hostsim.profiles import DEFAULT_PROFILE, Profile, profile_of
from hostsim.progress import Progress
from hostsim.recorder import Recorder
from hostsim.settings import Settings
from hostsim.site import PortTaken, Site
from hostsim.stages import Stage, StageMark
from hostsim.toml_reader import PolicyError
from hostsim.trace import TraceWriter
from hostsim.trace_log import TraceLog
from hostsim.upstream import Upstream, UpstreamFailed, connect
from hostsim.upstream_error import UpstreamError
from hostsim.upstream_target import Command, Target
from hostsim.view_page import MAX_HTML
from viewsdk.protocol.context import HostContext
from viewsdk.protocol.implementation import Implementation

__all__ = ["CannotRun", "Wanted", "hosting"]

OUR_PAGE = 'id="viewsdk-config"'
"""Marks a page that viewsdk built: its Python reports when it is up."""

NOTICE_AFTER = 3.0  # seconds; a page that is there comes in less, and a person wonders after about as many
BUILDING = "building the page; the first time takes up to a minute"


class CannotRun(Exception):
    """A run that cannot begin; the text is one sentence for a person."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What to run and how."""

    target: Target
    arguments: Mapping[str, Any] = field(default_factory=dict[str, Any])
    tool: str | None = None
    policy: Path | None = None
    theme: str | None = None
    """Light or dark; None follows the browser."""
    profile: str = DEFAULT_PROFILE
    max_html: int = MAX_HTML
    allow_wasm: bool = False
    trace: Path | None = None
    pins: Path | None = None
    """The file that remembers each page as it was seen first; another page under the same name is refused."""
    is_watched: bool = False
    """A browser of ours looks on, so it can be told when the result is rendered."""

    def policy_file(self) -> Path | None:
        """The policy file: the one named, else the one beside the server's file, if there is one."""
        if self.policy is not None:
            return self.policy
        if isinstance(self.target, Command):
            scripts = [Path(word) for word in self.target.argv if word.endswith(".py")]
            beside = [script.parent / POLICY_FILE for script in scripts if script.is_file()]
            return next((file for file in beside if file.is_file()), None)
        return None


@asynccontextmanager
async def hosting(
    wanted: Wanted,
    limits: Settings,
    *,
    on_stderr: Callable[[str], None] | None = None,
    on_notice: Callable[[str], None] | None = None,
) -> AsyncGenerator[Host]:
    """A host that shows the wanted view for the length of the block. Raises Stopped or CannotRun.

    `on_stderr` hears each line of the server's standard error, `on_notice` what a person who waits should know.
    """
    try:
        site = Site(host_port=limits.host_port, sandbox_port=limits.sandbox_port)
    except PortTaken as error:
        raise CannotRun(str(error)) from error
    with closing(site), _opened(wanted.trace) as file:
        log = TraceLog(file, keep=None) if wanted.is_watched else TraceLog(file)
        opening = _Opening(wanted, limits, site, log, on_notice)
        async with _traced(log, wanted.trace), opening.server(on_stderr) as upstream, opening.host(upstream) as host:
            yield host


@contextmanager
def _opened(path: Path | None) -> Generator[TextIO | None]:
    if path is None:
        yield None
        return
    try:
        # Half a surrogate pair, which a view may well send, is written as the JSON escape it came as.
        file = path.open("w", encoding="utf-8", errors="backslashreplace")
    except OSError as error:
        raise _untraceable(path, error) from error
    try:
        yield file
    finally:
        with suppress(OSError):  # each line was flushed, so what fails here has failed before
            file.close()


@asynccontextmanager
async def _traced(log: TraceLog, path: Path | None) -> AsyncGenerator[None]:
    """Ends the block, whatever it waits for, as soon as the trace cannot be written any more."""
    task = asyncio.current_task()
    assert task is not None
    log.on_failure = task.cancel
    try:
        yield
    except asyncio.CancelledError:
        if log.failure is None:
            raise
        task.uncancel()
    if log.failure is not None:
        raise _untraceable(path, log.failure) from log.failure


def _untraceable(path: Path | None, error: OSError) -> CannotRun:
    return CannotRun(f"the trace cannot be written to {path}: {error.strerror}")


class _Opening:
    """The steps of one run, which share its trace and its stages."""

    def __init__(
        self,
        wanted: Wanted,
        limits: Settings,
        site: Site,
        log: TraceLog,
        on_notice: Callable[[str], None] | None,
    ) -> None:
        self._wanted, self._limits, self._site, self._log = wanted, limits, site, log
        self._on_notice = on_notice
        self._host: Host | None = None
        began = time.monotonic()
        self._clock = lambda: time.monotonic() - began
        trace = TraceWriter(log, time.monotonic)
        self._recorder = Recorder(trace, Progress(self._clock, self._publish))

    def _publish(self, mark: StageMark) -> None:
        self._recorder.trace.stage(mark)
        if self._host is not None:
            self._host.show_stage(mark)

    @asynccontextmanager
    async def server(self, on_stderr: Callable[[str], None] | None) -> AsyncGenerator[Upstream]:
        """The server, started."""
        progress, limit = self._recorder.progress, self._limits.server_limit
        server = connect(
            self._wanted.target, start_timeout=limit, on_list_change=self._list_changed, on_stderr=on_stderr
        )
        try:
            async with server as upstream:
                progress.passed(Stage.SERVER_STARTED, upstream.server_name)
                yield upstream
        except UpstreamFailed as error:  # only opening it raises this
            raise progress.stop(Stage.SERVER_STARTED, str(error)) from error

    def _list_changed(self, what: str) -> None:
        if self._host is not None:
            self._host.mounts.list_changed(what)

    @asynccontextmanager
    async def host(self, upstream: Upstream) -> AsyncGenerator[Host]:
        """The host, its pages served."""
        production = await self._produce(upstream)
        host = self._host = Host(production, self._site, self._recorder, self._log, self._wanted.theme)
        watcher = asyncio.create_task(_watch_server(upstream, host))
        try:
            async with self._site.serving(host.serve, host.report):
                try:
                    yield host
                finally:
                    await host.close()
        finally:
            watcher.cancel()
            await asyncio.gather(watcher, return_exceptions=True)

    async def _produce(self, upstream: Upstream) -> Production:
        wanted, profile = self._wanted, profile_of(self._wanted.profile)
        async with self._patience(upstream, self._limits.server_limit):
            inventory = await self._inventory(upstream)
        policy = self._policy(inventory)
        # A server may build its page when it is first asked for it.
        async with self._patience(upstream, self._limits.page_limit), self._notice():
            plan = await self._prepare(upstream, inventory, policy, profile)
        return Production(
            plan=plan,
            upstream=upstream,
            call=LaunchCall(upstream, plan.tool.name, wanted.arguments),
            displays=profile.display_modes,
            bounds=profile.bounds,
            stages=_stages(plan, wanted.is_watched),
            converse=_conversations(plan, Gate(plan.view_uri, plan.policy, inventory), upstream.server_name, profile),
        )

    @asynccontextmanager
    async def _patience(self, upstream: Upstream, limit: float) -> AsyncGenerator[None]:
        """Ends the run, at the stage it hangs at, when the server does not answer within `limit` seconds."""
        try:
            async with asyncio.timeout(limit):
                yield
        except TimeoutError:
            why = f"the server did not answer within {limit:g} s{upstream.noise}"
            raise self._recorder.progress.stop_next(why) from None

    @asynccontextmanager
    async def _notice(self) -> AsyncGenerator[None]:
        """Says after a while what the wait for the page is for."""
        timer = asyncio.get_running_loop().call_later(NOTICE_AFTER, self._say_building)
        try:
            yield
        finally:
            timer.cancel()

    def _say_building(self) -> None:
        if self._on_notice is not None and not self._recorder.progress.ledger.has(Stage.RESOURCE_READ):
            self._on_notice(BUILDING)

    async def _inventory(self, upstream: Upstream) -> Inventory:
        try:
            return Inventory.read(await upstream.list_tools())
        except UpstreamError as error:
            raise self._recorder.progress.stop_next(f"the server's tools cannot be listed: {error}") from error

    def _policy(self, inventory: Inventory) -> Policy:
        file = self._wanted.policy_file()
        try:
            return Policy() if file is None else load_policy(file, inventory)
        except PolicyError as error:
            raise CannotRun(str(error)) from error

    async def _prepare(self, upstream: Upstream, inventory: Inventory, policy: Policy, profile: Profile) -> LaunchPlan:
        wanted, progress = self._wanted, self._recorder.progress
        try:
            return await prepare(
                upstream,
                progress.ledger,
                self._clock,
                inventory=inventory,
                policy=policy,
                profile=profile,
                tool=wanted.tool,
                allow_wasm=wanted.allow_wasm,
                max_html=wanted.max_html,
                pins=None if wanted.pins is None else PinFile(wanted.pins),
                server_name=upstream.server_name,
            )
        except PinError as error:
            raise CannotRun(str(error)) from error
        finally:
            progress.catch_up()


def _conversations(
    plan: LaunchPlan, gate: Gate, server: str, profile: Profile
) -> Callable[[HostContext], Conversation]:
    """Makes the conversations of one run, which share what a person allowed for the session."""
    memory = ConsentMemory()
    ours = Implementation(name="hostsim", version=version("viewsdk"), title=profile.title)

    def converse(context: HostContext) -> Conversation:
        return Conversation(
            gate=gate,
            host_info=ours,
            context=context,
            offers=Offers.of(profile),
            server=server,
            memory=memory,
            sandbox=plan.granted,
        )

    return converse


async def _watch_server(upstream: Upstream, host: Host) -> None:
    host.server_ended(await upstream.ended())


def _stages(plan: LaunchPlan, is_watched: bool) -> tuple[Stage, ...]:
    possible = {Stage.PYTHON_UP: OUR_PAGE in plan.html, Stage.RESULT_RENDERED: is_watched}
    return tuple(stage for stage in Stage if possible.get(stage, True))
