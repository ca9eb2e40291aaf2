"""The host: shows one view of one server to whichever page is open, mount after mount.

It joins the parts: the page's buttons and measures go in, mounts come and go, records are kept. What the view may do is
decided in `hostsim.conversation`, what the page looks like in web/host.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Mapping
from typing import Any, Literal, assert_never

from hostsim.audit import AuditEntry, AuditKind
from hostsim.effects import End, Ending
from hostsim.errands import Errands
from hostsim.inventory import Inventory
from hostsim.mount import Mount
from hostsim.page_messages import (
    Answered,
    Choose,
    Done,
    Frame,
    FromPage,
    Hello,
    MountView,
    Navigated,
    Noise,
    Room,
    SandboxReady,
    SandboxSilent,
    ShowEntry,
    ShowNote,
    ShowStage,
    ToPage,
    Unmount,
    Unreadable,
    Violation,
    Welcome,
)
from hostsim.production import Production
from hostsim.recorder import Recorder
from hostsim.remote import RemotePage
from hostsim.site import Site
from hostsim.stages import Stage, StageMark
from hostsim.surface import Surface
from hostsim.surroundings import FIRST_HEIGHT
from hostsim.trace_log import TraceLog, for_page
from hostsim.trace_reader import TraceReader
from hostsim.upstream_error import UpstreamError
from viewsdk.protocol.context import HostContext
from viewsdk.protocol.local_errors import LocalProtocolError

__all__ = ["Host"]

MAX_FRAME_BYTES = 10_000_000  # characters of one frame; the draft's bound for a result (R80)
READY_SECONDS = 10.0  # a sandbox that has not announced itself by then will not; two real hosts use the same figure

_OVER: Mapping[Ending, tuple[Literal["failed", "ended"], str]] = {
    Ending.TORN_DOWN: ("ended", "The view was torn down. Reload mounts it again."),
    Ending.NAVIGATED: ("failed", "The view loaded another document, so it was removed. Reload mounts it again."),
    Ending.UNANSWERED: ("failed", "The view did not answer the teardown, so it was removed. Reload mounts it again."),
    Ending.NEVER_READY: ("failed", "The view never initialized, so it was removed. Reload mounts it again."),
    Ending.CLOSED: ("ended", "The view is gone. Reload mounts it again."),
}


class Host:
    """Serves host pages, the latest one only; `async with` ends what runs for them."""

    def __init__(self, production: Production, site: Site, recorder: Recorder, log: TraceLog, theme: str) -> None:
        self.production = production
        self.recorder = recorder
        self.surface = Surface(self._show, theme, production.bounds)
        self.mount: Mount | None = None
        self._site, self._log = site, log
        self._page: RemotePage | None = None
        self._count = 0
        self._urls: dict[str, int] = {}
        self._chores: set[asyncio.Task[None]] = set()
        self.gone: asyncio.Future[End] = asyncio.get_running_loop().create_future()
        """Done with the first mount's end: why there is no view any more, unless it was mounted again."""

    @property
    def url(self) -> str:
        """Where the host page is."""
        return f"{self._site.host_origin}/"

    @property
    def trace(self) -> TraceReader:
        """The trace so far."""
        return TraceReader(lambda: self._log.lines)

    # Pages

    async def serve(self, page: RemotePage) -> None:
        """Shows the view on a page until the page goes; a later page takes over from an earlier one."""
        if self._page is not None:
            self._lose_page()
        self._page = page
        try:
            async for message in page.messages():
                self._hear(message)
        finally:
            if self._page is page:
                self._lose_page()

    def report(self, url: str, body: bytes) -> None:
        """Takes a violation report of the browser for the sandbox page at `url`."""
        self.recorder.report(body, self._urls.get(url, 0))

    def show_stage(self, mark: StageMark) -> None:
        """Tells the page of one stage."""
        state = "done" if mark.passed else "failed"
        self._show(ShowStage(name=mark.stage.value, state=state, detail=mark.detail, seconds=mark.time))

    def _lose_page(self) -> None:
        page, self._page = self._page, None
        self._log.unfollow(self._show_line)
        if page is not None:
            page.leave()
        if self.mount is not None:
            self.mount.lose_page()

    def _show(self, message: ToPage) -> None:
        if self._page is not None:
            self._page.show(message)

    def _show_line(self, line: str) -> None:
        self._show(ShowEntry(entry=for_page(line)))

    def _welcome(self, hello: Hello) -> None:
        production, plan = self.production, self.production.plan
        self.surface.greet(hello)
        self._show(
            Welcome(
                server=production.upstream.server_name,
                title=plan.title or plan.tool.name,
                uri=plan.view_uri,
                prompt=production.prompt,
                theme=self.surface.around.theme,
                displays=production.displays,
                stages=tuple(stage.value for stage in production.stages),
            )
        )
        for mark in self.recorder.progress.ledger.marks:
            self.show_stage(mark)
        for line in self._log.lines:
            self._show_line(line)
        self._log.follow(self._show_line)
        self.start()

    # What a page says

    def _hear(self, message: FromPage) -> None:
        match message:
            case Hello():
                self._welcome(message)
            case Room():
                if self.surface.measure(message):
                    self._change(self.surface.around.room_patch(self.production.bounds))
            case Choose():
                self._choose(message)
            case Answered() | Done():
                self._settle(message)
            case _:
                if self.mount is not None and self.mount.number == message.mount:
                    self._hear_frame(self.mount, message)

    def _settle(self, message: Answered | Done) -> None:
        mount = self.mount
        if mount is None or mount.number != int(message.key.partition(":")[0]):
            return
        if isinstance(message, Answered):
            mount.answer_consent(message)
        else:
            mount.answer_done(message)

    def _hear_frame(
        self,
        mount: Mount,
        message: Frame | Unreadable | Noise | Navigated | SandboxReady | SandboxSilent | Violation,
    ) -> None:
        match message:
            case Frame(text=text):
                mount.hear(text)
            case Unreadable():
                mount.refuse_unreadable(message)
            case Noise(what=what):
                self.recorder.trace.note(f"dropped a message of the view's window: {what}", mount.number)
            case Navigated():
                mount.perform(mount.conversation.frame_loaded_again(mount.now))
            case SandboxReady():
                self.recorder.progress.passed(Stage.FRAME)
                self.surface.say("waiting", "initializing", "Waiting for the view to send ui/initialize…")
            case SandboxSilent():
                self._fail_frame(mount)
            case Violation(directive=directive, blocked=blocked):
                self.recorder.trace.violation(directive, blocked, mount.number, document="sandbox")
            case _:
                assert_never(message)

    def _fail_frame(self, mount: Mount) -> None:
        why = f"the sandbox at {self._site.sandbox_origin} did not announce itself within {READY_SECONDS:g} s"
        mount.perform(mount.conversation.close(why, mount.now))
        self.recorder.progress.stop(Stage.FRAME, why)
        self.surface.say("failed", "no sandbox", f"{why[0].upper()}{why[1:]}.")

    # The buttons

    def _choose(self, choice: Choose) -> None:
        match choice.what:
            case "theme":
                self.set_theme(choice.value)
            case "display":
                self.set_display(choice.value)
            case "reload":
                self._start_chore(self.reload())
            case "teardown":
                self._start_chore(self.take_down("the person closed the view"))

    def set_theme(self, theme: str) -> None:
        """Switches the theme, on the page and for the view."""
        if theme in ("light", "dark") and theme != self.surface.around.theme:
            self.surface.set_theme(theme)
            self._change(self.surface.around.theme_patch())

    def set_display(self, mode: str) -> None:
        """Shows the view in another mode, if host and view both have it (R44)."""
        if mode not in self.production.displays or mode == self.surface.around.display or self.mount is None:
            return
        if self._change(HostContext.model_validate({"displayMode": mode}, strict=False)):
            self.surface.set_display(mode)

    def _change(self, patch: HostContext) -> bool:
        mount = self.mount
        if mount is None or mount.ended.done():
            return False
        try:
            mount.perform(mount.conversation.change_context(patch, mount.now))
        except LocalProtocolError as refusal:
            self.recorder.trace.note(str(refusal), mount.number)
            self._show(ShowNote(title="hostsim", text=str(refusal), slot="refusal"))
            return False
        return True

    # Mounts

    def start(self) -> None:
        """Mounts the view, from the same input and outcome as before."""
        production = self.production
        self._count += 1
        self.surface.begin()
        around = self.surface.around
        context = around.context(production.displays, production.bounds, production.plan.tool.listed())
        number = self._count
        mount = Mount(
            number,
            production.converse(context),
            Errands(production.upstream),
            self.recorder.trace,
            self._show,
            on_record=lambda entry: self._record(entry, number),
            on_display=self.surface.set_display,
            on_resize=lambda _, height: self.surface.resize(number, height),
        )
        self.mount = mount
        url = self._frame(mount)
        self._start_chore(self._attend(mount, url))

    def _frame(self, mount: Mount) -> str:
        plan = self.production.plan
        url = self._site.publish(lambda report: f"{plan.csp}; report-uri {report}")
        self._urls[url] = mount.number
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

        try:
            mount.perform(mount.conversation.launch_input(dict(call.arguments), mount.now))
            call.tell(told)
            end = await asyncio.shield(mount.ended)
        finally:
            call.forget(told)
            await mount.close()
            self._site.withdraw(url)
        self._remove(mount, end)

    def _remove(self, mount: Mount, end: End) -> None:
        self._show(Unmount(mount=mount.number))
        if not self.gone.done():
            self.gone.set_result(end)
        if self.mount is mount:
            self.mount = None
            state, why = _OVER[end.ending]
            self.surface.say(state, end.ending.value, why)

    async def take_down(self, reason: str) -> None:
        """Asks the view to clean up, waits for its answer within bounds, then removes it (R68, R69)."""
        mount = self.mount
        if mount is None:
            return
        if not mount.ended.done():
            mount.perform(mount.conversation.teardown(reason, mount.now))
        await asyncio.shield(mount.ended)

    async def reload(self) -> None:
        """Takes the view down and mounts it again."""
        await self.take_down("the person reloads the view")
        if self._page is not None:
            self.start()

    def _record(self, entry: AuditEntry, number: int) -> None:
        self.recorder.record(entry, number)
        if entry.kind is AuditKind.INITIALIZED:
            self.surface.say("waiting", "initialized?", "Waiting for the view to send ui/notifications/initialized…")
        elif entry.kind is AuditKind.READY:
            self.surface.reveal(number)

    # The server

    def list_changed(self, what: str) -> None:
        """The server says that one of its lists changed."""
        mount = self.mount
        if what == "tools":
            self._start_chore(self._refresh_tools())
        elif what == "resources" and mount is not None and not mount.ended.done():
            mount.perform(mount.conversation.resources_changed(mount.now))

    async def _refresh_tools(self) -> None:
        try:
            inventory = Inventory.read(await self.production.upstream.list_tools())
        except UpstreamError as error:
            self.recorder.trace.error(f"the server's tools could not be listed again: {error}")
            return
        if self.mount is not None and not self.mount.ended.done():
            self.mount.perform(self.mount.conversation.inventory_changed(inventory, self.mount.now))

    def server_ended(self, sentence: str) -> None:
        """The server's end of the connection is gone; the view stays, and its calls fail."""
        self.recorder.trace.error(sentence)
        self._show(ShowNote(title="The server has ended", text=sentence, slot="server"))

    # The end

    async def close(self) -> None:
        """Takes the view down, ends what still runs and lets the page go."""
        await self.take_down("hostsim ends")
        if self._page is not None:
            self._lose_page()
        for chore in tuple(self._chores):
            chore.cancel()
        await asyncio.gather(*self._chores, return_exceptions=True)
        await self.production.call.close()

    def _start_chore(self, work: Coroutine[Any, Any, None]) -> None:
        chore = asyncio.create_task(work)
        self._chores.add(chore)
        chore.add_done_callback(self._chores.discard)
