"""The mounts of one run: the view is framed, attended to until it ends, and framed again when asked.

It knows no page (`hostsim.host` does) and takes no decision about the view (`hostsim.conversation` does).
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from typing import Any, Literal

from hostsim.audit import AuditEntry, AuditKind
from hostsim.effects import End, Ending
from hostsim.errands import Errands
from hostsim.inventory import Inventory
from hostsim.mount import Mount
from hostsim.page_messages import MountView, ToPage, Unmount
from hostsim.production import Production
from hostsim.recorder import Recorder
from hostsim.site import Site
from hostsim.stages import Stage
from hostsim.surface import Surface
from hostsim.surroundings import FIRST_HEIGHT
from hostsim.upstream_error import UpstreamError

__all__ = ["Mounts"]

MAX_FRAME_BYTES = 10_000_000  # characters of one frame; the draft's bound for a result (R80)
READY_SECONDS = 10.0  # a sandbox that has not announced itself by then will not; two real hosts use the same figure

_OVER: Mapping[Ending, tuple[Literal["failed", "ended"], str]] = {
    Ending.TORN_DOWN: ("ended", "The view was torn down. Reload mounts it again."),
    Ending.NAVIGATED: ("failed", "The view loaded another document, so it was removed. Reload mounts it again."),
    Ending.UNANSWERED: ("failed", "The view did not answer the teardown, so it was removed. Reload mounts it again."),
    Ending.NEVER_READY: ("failed", "The view never initialized, so it was removed. Reload mounts it again."),
    Ending.CLOSED: ("failed", "The view is gone: {reason}. Reload mounts it again."),
}


async def _nothing() -> None:
    """What most hosts wait for before they tell a view its result."""


class Mounts:
    """Frames one view any number of times, one at a time; `show` reaches whichever page is open."""

    def __init__(
        self, production: Production, site: Site, recorder: Recorder, surface: Surface, show: Callable[[ToPage], None]
    ) -> None:
        self.production = production
        self.current: Mount | None = None
        self.gone: asyncio.Future[End] = asyncio.get_running_loop().create_future()
        """Done with the first mount's end."""
        self.before_result: Callable[[], Awaitable[None]] = _nothing
        """Awaited before a view is told its result: whoever wants to see what comes of it looks from here on."""
        self._site, self._recorder, self._surface, self._show = site, recorder, surface, show
        self._count = 0
        self._numbers: dict[str, int] = {}
        self._inventory: Inventory | None = None  # what the server lists since it said that its tools changed
        self._chores: set[asyncio.Task[None]] = set()

    def number_at(self, url: str) -> int:
        """Which mount a sandbox address belongs to; 0 for none."""
        return self._numbers.get(url, 0)

    def start(self) -> None:
        """Mounts the view, from the same input and outcome as before."""
        if self.current is not None:
            self.current.lose_page()
        production = self.production
        self._count += 1
        self._surface.begin()
        around = self._surface.around
        context = around.context(production.displays, production.bounds, production.plan.tool.listed())
        number = self._count
        mount = Mount(
            number,
            production.converse(context),
            Errands(production.upstream),
            self._recorder.trace,
            self._show,
            on_record=lambda entry: self._record(entry, number),
            on_display=self._surface.set_display,
            on_resize=lambda resize: self._surface.resize(number, resize.height, is_cut=resize.is_cut),
        )
        self.current = mount
        self._tell_inventory(mount)
        for entry in production.plan.entries:
            self._record(entry, number)
        url = self._frame(mount)
        self.start_chore(self._attend(mount, url))

    def _frame(self, mount: Mount) -> str:
        plan = self.production.plan
        url = self._site.publish(lambda report: f"{plan.csp}; report-uri {report}")
        self._numbers[url] = mount.number
        self._show(
            MountView(
                mount=mount.number,
                title=plan.title or plan.tool.name,
                url=url,
                html=plan.html,
                allow=plan.allow,
                border=plan.granted.prefers_border is not False,
                height=FIRST_HEIGHT,
                max_frame_bytes=MAX_FRAME_BYTES,
                ready_seconds=READY_SECONDS,
            )
        )
        return url

    async def _attend(self, mount: Mount, url: str) -> None:
        """One mount from its frame to its end."""
        call = self.production.call

        def told(outcome: Mapping[str, Any] | str) -> None:
            launch = mount.conversation
            cancelled = isinstance(outcome, str)
            mount.perform(
                launch.launch_cancelled(outcome, mount.now) if cancelled else launch.launch_result(outcome, mount.now)
            )

        async def tell() -> None:
            # The call and the view's start run side by side; a result may be as late as it likes.
            await self.before_result()
            call.tell(told)

        telling = asyncio.create_task(tell())
        try:
            mount.perform(mount.conversation.launch_input(dict(call.arguments), mount.now))
            call.start()
            end = await asyncio.shield(mount.ended)
        finally:
            telling.cancel()
            call.forget(told)
            await mount.close()
            self._site.withdraw(url)
        self._remove(mount, end)

    def _remove(self, mount: Mount, end: End) -> None:
        self._show(Unmount(mount=mount.number))
        if not self.gone.done():
            self.gone.set_result(end)
        if self.current is mount:
            self.current = None
            state, words = _OVER[end.ending]
            self._surface.say(state, end.ending.value, words.format(reason=end.reason))

    def fail_frame(self, mount: Mount) -> None:
        """The sandbox of a mount did not announce itself in time."""
        why = f"the sandbox at {self._site.sandbox_origin} did not announce itself within {READY_SECONDS:g} s"
        mount.perform(mount.conversation.close(why, mount.now))
        self._recorder.progress.stop(Stage.FRAME, why)

    async def take_down(self, reason: str) -> None:
        """Asks the view to clean up, waits for its answer within bounds, then removes it (R68, R69)."""
        mount = self.current
        if mount is None:
            return
        if not mount.ended.done():
            mount.perform(mount.conversation.teardown(reason, mount.now))
        await asyncio.shield(mount.ended)

    async def reload(self) -> None:
        """Takes the view down and mounts it again."""
        await self.take_down("the person reloads the view")
        self.start()

    def _record(self, entry: AuditEntry, number: int) -> None:
        self._recorder.record(entry, number)
        if entry.kind is AuditKind.INITIALIZED:
            self._surface.say("waiting", "initialized?", "Waiting for the view to send ui/notifications/initialized…")
        elif entry.kind is AuditKind.READY:
            self._surface.reveal(number)
            self._offer_displays()

    def _offer_displays(self) -> None:
        introduced = self.current.conversation.connection.app_capabilities if self.current is not None else None
        views = introduced.available_display_modes if introduced is not None else None
        self._surface.offer_displays(self.production.displays, views)

    def list_changed(self, what: str) -> None:
        """The server says that one of its lists changed."""
        mount = self.current
        if what == "tools":
            self.start_chore(self._refresh_tools())
        elif what == "resources" and mount is not None and not mount.ended.done():
            mount.perform(mount.conversation.resources_changed(mount.now))

    async def _refresh_tools(self) -> None:
        try:
            self._inventory = Inventory.read(await self.production.upstream.list_tools())
        except UpstreamError as error:
            self._recorder.trace.error(f"the server's tools could not be listed again: {error}")
            return
        if self.current is not None:
            self._tell_inventory(self.current)

    def _tell_inventory(self, mount: Mount) -> None:
        """Lets a mount decide by the tools listed last: the host was made with those listed first."""
        if self._inventory is not None and not mount.ended.done():
            mount.perform(mount.conversation.inventory_changed(self._inventory, mount.now))

    async def close(self) -> None:
        """Takes the view down and ends what still runs."""
        await self.take_down("hostsim ends")
        for chore in tuple(self._chores):
            chore.cancel()
        await asyncio.gather(*self._chores, return_exceptions=True)
        await self.production.call.close()

    def start_chore(self, work: Coroutine[Any, Any, None]) -> None:
        """Runs something beside the mounts, until they are closed at the latest."""
        chore = asyncio.create_task(self._guarded(work))
        self._chores.add(chore)
        chore.add_done_callback(self._chores.discard)
        chore.add_done_callback(lambda _: work.close())  # a task cancelled before its first step never begins it

    async def _guarded(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except Exception as error:  # the root of a task: a mistake in hostsim must end the run, not leave it waiting
            why = f"hostsim failed: {type(error).__name__}: {error}"
            self._recorder.trace.error(why)
            self._recorder.progress.stop_next(why)
