"""The host: shows one view of one server to whichever page is open, mount after mount.

It joins the parts: the page's buttons and measures go in, mounts come and go, records are kept. What the view may do is
decided in `hostsim.conversation`, what the page looks like in web/host.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import assert_never

from hostsim.effects import End
from hostsim.mount import Mount
from hostsim.mounts import Mounts
from hostsim.page_messages import (
    Answered,
    Choose,
    Done,
    Frame,
    FromPage,
    Hello,
    Navigated,
    Noise,
    Room,
    SandboxReady,
    SandboxSilent,
    Scheme,
    ShowEntry,
    ShowNote,
    ShowStage,
    ToPage,
    Unreadable,
    Violation,
    Welcome,
)
from hostsim.production import Production
from hostsim.recorder import Recorder
from hostsim.remote import TAKEN_OVER, RemotePage
from hostsim.site import Site
from hostsim.stages import Stage, StageMark
from hostsim.surface import Surface
from hostsim.trace_log import TraceLog, for_page
from hostsim.trace_reader import TraceReader
from viewsdk.protocol.context import HostContext
from viewsdk.protocol.local_errors import LocalProtocolError

__all__ = ["Host"]


class Host:
    """Serves host pages, the latest one only, until it is closed."""

    def __init__(
        self, production: Production, site: Site, recorder: Recorder, log: TraceLog, theme: str | None
    ) -> None:
        self.production = production
        self.recorder = recorder
        self.surface = Surface(self._show, theme, production.bounds)
        self.mounts = Mounts(production, site, recorder, self.surface, self._show)
        self._site, self._log = site, log
        self._page: RemotePage | None = None

    @property
    def mount(self) -> Mount | None:
        """The present mount, if there is one."""
        return self.mounts.current

    @property
    def url(self) -> str:
        """Where the host page is."""
        return f"{self._site.host_origin}/"

    @property
    def trace(self) -> TraceReader:
        """The trace so far."""
        return TraceReader(lambda: self._log.lines)

    @property
    def gone(self) -> asyncio.Future[End]:
        """Done with the first mount's end: why there is no view any more, unless it was mounted again."""
        return self.mounts.gone

    def follow(self, follower: Callable[[str], None]) -> None:
        """Calls `follower` with each line of the trace from now on."""
        self._log.follow(follower)

    # Pages

    async def serve(self, page: RemotePage) -> None:
        """Shows the view on a page until the page goes; a later page takes over from an earlier one."""
        if self._page is not None:
            self._page.leave(TAKEN_OVER)
            self._lose_page()
        self._page = page
        try:
            async for message in page.messages():
                self._hear(message)
        except Exception as error:  # the root of a page: a mistake in hostsim must end the run, not leave it waiting
            self.recorder.progress.stop_next(f"hostsim failed: {type(error).__name__}: {error}")
            raise
        finally:
            if self._page is page:
                self._lose_page()

    def report(self, url: str, body: bytes) -> None:
        """Takes a violation report of the browser for the sandbox page at `url`."""
        self.recorder.report(body, self.mounts.number_at(url))

    def show_stage(self, mark: StageMark) -> None:
        """Tells the page of one stage."""
        state = "done" if mark.passed else "failed"
        self._show(ShowStage(name=mark.stage.value, state=state, detail=mark.detail, seconds=mark.time))

    def _lose_page(self) -> None:
        self._page = None
        self._log.unfollow(self._show_line)
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
        self.mounts.start()

    # What a page says

    def _hear(self, message: FromPage) -> None:
        match message:
            case Hello():
                self._welcome(message)
            case Room():
                if self.surface.measure(message):
                    self._change(self.surface.around.room_patch(self.production.bounds))
            case Scheme(scheme=scheme):
                if not self.surface.is_theme_chosen:
                    self._draw_in(scheme)
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
                self.mounts.fail_frame(mount)
            case Violation(directive=directive, blocked=blocked):
                self.recorder.violation(directive, blocked, mount.number, document="sandbox")
            case _:
                assert_never(message)

    # The buttons

    def _choose(self, choice: Choose) -> None:
        match choice.what:
            case "theme":
                self.set_theme(choice.value)
            case "display":
                self.set_display(choice.value)
            case "reload":
                self.mounts.start_chore(self.mounts.reload())
            case "teardown":
                self.mounts.start_chore(self.mounts.take_down("the person closed the view"))

    def set_theme(self, theme: str) -> None:
        """Switches the theme, on the page and for the view, whatever the browser prefers."""
        if theme in ("light", "dark"):
            self.surface.is_theme_chosen = True
            self._draw_in(theme)

    def _draw_in(self, theme: str) -> None:
        if theme != self.surface.around.theme:
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

    def server_ended(self, sentence: str) -> None:
        """The server's end of the connection is gone; the view stays, and its calls fail."""
        self.recorder.trace.error(sentence)
        self._show(ShowNote(title="The server has ended", text=sentence, slot="server"))

    # The end

    async def close(self) -> None:
        """Takes the view down, ends what still runs and lets the page go."""
        await self.mounts.close()
        if self._page is not None:
            self._page.leave()
            self._lose_page()
