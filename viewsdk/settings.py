"""`Settings`: what `App.connect` and `App.open` take besides the view and the port. Times are in seconds."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Final, TypedDict

from viewsdk.protocol.events import Traced
from viewsdk.protocol.handshake import HandshakePolicy
from viewsdk.protocol.implementation import Implementation
from viewsdk.protocol.transcript import Transcript
from viewsdk.session import Report
from viewsdk.state import Storage

__all__ = ["PATIENCE", "TEARDOWN_LIMIT", "TIMEOUT", "Settings", "log_error", "log_trace"]

_log = logging.getLogger("viewsdk")

TIMEOUT: Final = 60.0  # as the reference SDK's, so that hosts are used to it
PATIENCE: Final = 10.0  # without any word of the launch, before a view may offer to load the data itself
TEARDOWN_LIMIT: Final = 1.5  # hosts wait 250 ms to 2 s before they remove the frame; longer hooks are lost anyway


class Settings(TypedDict, total=False):
    """Every one may be left out."""

    app_info: Implementation
    """Name and version told to the host; by default the view's title."""
    handshake: HandshakePolicy
    """How often and how long to ask for a host."""
    transcript: Transcript | None
    """What a shim sent and heard before; the handshake goes on from there."""
    timeout: float
    """For every request that is given none of its own; progress starts it again. 60 by default."""
    patience: float
    """How long the launch may stay silent before `Waiting(overdue=True)`. 10 by default."""
    teardown_limit: float
    """How long all teardown hooks together may take. 1.5 by default."""
    storage: Storage | None
    """Where `app.state` is kept, if the frame has such a place."""
    on_error: Report
    """Told of every exception that has no caller to go to, and where it happened. Logged by default."""
    on_trace: Callable[[Traced], None]
    """Told of every frame that changed nothing, and why. Logged at debug level by default."""


def log_error(error: BaseException, where: str) -> None:
    """The default sink of exceptions."""
    _log.error("%s: %s", where, error, exc_info=error)


def log_trace(traced: Traced) -> None:
    """The default sink of what was ignored."""
    _log.debug("%s: %s", traced.kind, traced.note)
