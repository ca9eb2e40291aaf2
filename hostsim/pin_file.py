"""Pins in a file: read when it is opened, and written whole or not at all.

It judges nothing (`hostsim.pins` does).
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from hostsim.pins import Changed, PinError, PinKey, Pins, read_pins, write_pins

__all__ = ["PinFile"]


class PinFile:
    """The pins of one file. Raises PinError when it holds anything but pins."""

    def __init__(self, path: Path) -> None:
        self._path = path
        try:
            self.pins = read_pins(path.read_text(encoding="utf-8")) if path.exists() else Pins()
        except (PinError, UnicodeDecodeError) as error:
            raise PinError(f"{path}: {error}") from error
        except OSError as error:
            raise PinError(f"cannot read {path}: {error.strerror or error}") from error

    def __str__(self) -> str:
        return str(self._path)

    def judge(self, key: PinKey, html: str) -> Changed | None:
        """Returns how a page differs from the one seen first; a page never seen is pinned now. Raises PinError."""
        changed = self.pins.judge(key, html)
        if changed is None and not self.pins.knows(key):
            self.accept(key, html)
        return changed

    def accept(self, key: PinKey, html: str) -> None:
        """Pins a page as it is now. Raises PinError, and then nothing has changed, here or on disk."""
        pins = self.pins.keep(key, html)
        try:
            self._write(write_pins(pins))
        except OSError as error:
            raise PinError(f"cannot write {self._path}: {error.strerror or error}") from error
        self.pins = pins

    def _write(self, text: str) -> None:
        handle, name = tempfile.mkstemp(dir=self._path.parent, prefix=f".{self._path.name}.")
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as out:
                out.write(text)
                out.flush()
                os.fsync(out.fileno())
            os.replace(name, self._path)
        except BaseException:
            os.unlink(name)
            raise
