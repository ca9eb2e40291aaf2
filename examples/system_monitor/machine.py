"""Reads how busy this machine is, from /proc where there is one. Nothing here knows MCP."""

import os
import platform
import time
from pathlib import Path
from typing import NamedTuple

from contract import Machine, Sample

PROC = Path("/proc")


class Times(NamedTuple):
    """A processor's clock ticks so far."""

    busy: int
    all: int


class Meter:
    """Compares each sample with the one before."""

    def __init__(self, proc: Path = PROC) -> None:
        self._proc = proc
        self._before = self._times()
        self._started = time.monotonic()

    def machine(self) -> Machine:
        return Machine(
            name=platform.node() or "this machine",
            system=f"{platform.system()} {platform.release()}",
            processors=os.cpu_count() or 1,
            memory=self._memory().get("MemTotal", 0) * 1024,
        )

    def sample(self) -> Sample:
        before, self._before = self._before, self._times()
        return Sample(
            processors=[busy_share(old, new) for old, new in zip(before, self._before, strict=False)],
            memory=self._memory_share(),
            load=os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0,
            uptime=self._uptime(),
        )

    def _times(self) -> list[Times]:
        lines = self._read("stat").splitlines()
        processors = [line.split()[1:] for line in lines if line.startswith("cpu") and line[3:4].isdigit()]
        return [times_of([int(field) for field in fields]) for fields in processors]

    def _memory(self) -> dict[str, int]:
        """Sizes in kB by name, as /proc/meminfo lists them."""
        pairs = (line.split(":") for line in self._read("meminfo").splitlines() if ":" in line)
        return {name: int(rest.split()[0]) for name, rest in pairs}

    def _memory_share(self) -> float:
        memory = self._memory()
        total = memory.get("MemTotal", 0)
        return 100.0 * (total - memory.get("MemAvailable", total)) / total if total else 0.0

    def _uptime(self) -> float:
        text = self._read("uptime")
        return float(text.split()[0]) if text else time.monotonic() - self._started

    def _read(self, name: str) -> str:
        try:
            return (self._proc / name).read_text()
        except OSError:
            return ""


def times_of(fields: list[int]) -> Times:
    """Idle are the fourth and fifth of a processor's fields (proc(5): idle and iowait)."""
    everything = sum(fields[:8])
    return Times(everything - sum(fields[3:5]), everything)


def busy_share(old: Times, new: Times) -> float:
    """In percent; 0 for two samples within one tick."""
    passed = new.all - old.all
    return round(100.0 * (new.busy - old.busy) / passed, 1) if passed > 0 else 0.0
