"""The frame's size and display mode: what a view reports and asks for, and what the host makes of it.

It changes no frame (`Resize` and `SetDisplayMode` are effects). Pure. Spec: Container Dimensions, Display Modes
(R38, R42 to R48).
"""

from __future__ import annotations

from typing import cast

from hostsim.audit import AuditKind
from hostsim.effects import Resize, SetDisplayMode
from hostsim.offers import Offers
from hostsim.outbox import Outbox
from hostsim.sizes import clamp_size
from viewsdk.protocol.context import HostContext
from viewsdk.protocol.display import DisplayMode
from viewsdk.protocol.events import ViewRequested
from viewsdk.protocol.host_connection import HostConnection
from viewsdk.protocol.view_notifications import SizeChanged
from viewsdk.protocol.view_requests import RequestDisplayMode

__all__ = ["Framing"]


class Framing:
    """Keeps the size last applied; the display mode is kept in the host context."""

    def __init__(self, connection: HostConnection, outbox: Outbox, offers: Offers) -> None:
        self._connection = connection
        self._outbox = outbox
        self._offers = offers
        self._size: tuple[float | None, float | None] = (None, None)
        self._is_cut = False

    def resize(self, reported: SizeChanged) -> None:
        """Applies a reported size, clamped; a size that changes nothing does nothing."""
        container = self._connection.context.container_dimensions
        width, height = clamp_size(reported.width, reported.height, self._offers.bounds, container)
        applied = (self._size[0] if width is None else width, self._size[1] if height is None else height)
        is_cut = self._is_cut if height is None else reported.height is not None and reported.height > height
        if (applied, is_cut) == (self._size, self._is_cut):
            return
        self._size, self._is_cut = applied, is_cut
        self._outbox.record(AuditKind.RESIZE, width=width, height=height)
        self._outbox.emit(Resize(width, height, is_cut))

    def request_mode(self, asked: ViewRequested, now: float) -> None:
        """Grants a mode both sides offer, and answers with the mode that holds either way (R45, R46)."""
        context = self._connection.context
        wanted = cast("RequestDisplayMode", asked.request).mode
        current = context.display_mode or DisplayMode.INLINE
        if wanted is not current and self._both_offer(wanted):
            self._outbox.record(AuditKind.DISPLAY_MODE, mode=wanted.value)
            self._outbox.emit(SetDisplayMode(wanted.value))
            self._connection.change_context(HostContext(display_mode=wanted))
            current = wanted
        self._outbox.answer(asked.id, {"mode": current.value})

    def _both_offer(self, mode: DisplayMode) -> bool:
        if mode not in (self._connection.context.available_display_modes or [DisplayMode.INLINE]):
            return False
        capabilities = self._connection.app_capabilities
        declared = capabilities.available_display_modes if capabilities is not None else None
        return self._offers.undeclared_modes if declared is None else mode in declared
