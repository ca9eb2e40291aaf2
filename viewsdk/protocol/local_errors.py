"""What this package raises: mistakes of the caller, never of the peer.

A peer's mistakes are values (`jsonrpc.Fault`, `events.Traced`). Anyone may import this module.

    ViewError                                the root of the whole tree (viewsdk.errors draws it)
      LocalProtocolError (RuntimeError)      a step the state does not allow; nothing changed
        Unencodable                          a value JSON text cannot carry exactly
      HandshakeFailed (ConnectionError)      the host never completed ui/initialize
      ConnectionEnded (ConnectionError)      the conversation is over
"""

from __future__ import annotations

__all__ = ["ConnectionEnded", "HandshakeFailed", "LocalProtocolError", "Unencodable", "ViewError"]


class ViewError(Exception):
    """Anything viewsdk raises on purpose."""


class LocalProtocolError(ViewError, RuntimeError):
    """The caller took a step that the present state does not allow; the state is as it was."""


class Unencodable(LocalProtocolError):
    """A value that JSON text cannot carry exactly; `path` says where it sits, as in `params.rows[3].size`."""

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(f"{path or 'the value'}: {reason}")
        self.path = path
        self.reason = reason


class HandshakeFailed(ViewError, ConnectionError):
    """The host never completed `ui/initialize`: why, after how many sends, and the methods or answers heard from it."""

    def __init__(self, why: str, tries: int, heard: tuple[str, ...] = ()) -> None:
        super().__init__(f"no host: {why} ({tries} {'try' if tries == 1 else 'tries'})")
        self.why = why
        self.tries = tries
        self.heard = heard


class ConnectionEnded(ViewError, ConnectionError):
    """The conversation is over, so nothing more can be sent; `reason` says what ended it."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason
