"""A copy of the checkout that can be broken, in which one test is run as anyone would run it."""

import asyncio
import os
import shutil
import signal
import sys
from collections.abc import Sequence
from pathlib import Path

from tests.breakage.recorded import BadRecord, Breakage

COPIED = ("viewsdk", "hostsim", "web", "tests", "examples", "pyproject.toml", "playwright.config.py")
LINKED = ("web/node_modules", ".cache")  # large, and never broken
RUN_LIMIT = 90.0  # seconds; a single test ends itself after 60
FAILED = 1  # pytest: tests ran and some failed, as opposed to not having been collected


class Tree:
    """One copy of the product and its tests."""

    def __init__(self, checkout: Path, folder: Path) -> None:
        self.folder = folder
        self._broken = 0
        folder.mkdir()
        for name in COPIED:
            self._copy(checkout / name, folder / name)
        for name in LINKED:
            if (checkout / name).exists():
                (folder / name).symlink_to(checkout / name)

    def _copy(self, source: Path, target: Path) -> None:
        if source.is_dir():
            shutil.copytree(source, target, ignore=shutil.ignore_patterns("node_modules", "__pycache__", ".*"))
        elif source.exists():
            shutil.copy(source, target)

    async def verdict(self, breakage: Breakage) -> str | None:
        """Why the breakage went unnoticed, or None when its test failed because of it."""
        path = self.folder / breakage.file
        whole, stat = path.read_text(encoding="utf-8"), path.stat()
        try:
            path.write_text(breakage.applied(whole), encoding="utf-8")
            self._broken += 1  # a second of its own: bytecode is told apart by the source's second and size
            os.utime(path, (stat.st_mtime + self._broken, stat.st_mtime + self._broken))
            code, output = await self.run([breakage.test])
        except BadRecord as problem:
            return str(problem)
        finally:
            path.write_text(whole, encoding="utf-8")
            os.utime(path, ns=(stat.st_atime_ns, stat.st_mtime_ns))
        if code == FAILED:
            return None
        seen = "stayed green" if code == 0 else f"did not run (pytest said {code})"
        return f"{breakage.fact}: {breakage.test} {seen} with {breakage.file} broken\n{output[-1500:]}"

    async def run(self, tests: Sequence[str]) -> tuple[int, str]:
        """Run these tests here; the exit code of pytest and what it printed."""
        environment = os.environ | {"PYTHONPATH": str(self.folder)}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        command = ["-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "--no-header", "--tb=short", *tests]
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            *command,
            cwd=self.folder,
            env=environment,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
            start_new_session=True,
        )
        try:
            output, _ = await asyncio.wait_for(process.communicate(), RUN_LIMIT)
        except TimeoutError:
            os.killpg(process.pid, signal.SIGKILL)
            await process.wait()
            return FAILED, f"nothing in {RUN_LIMIT:g} s"
        return process.returncode or 0, output.decode(errors="replace")


async def verdicts(trees: Sequence[Tree], breakages: Sequence[Breakage]) -> list[str]:
    """Try all breakages, one at a time in each tree; what went unnoticed."""
    left = list(reversed(breakages))
    unnoticed: list[str] = []

    async def work(tree: Tree) -> None:
        while left:
            if (complaint := await tree.verdict(left.pop())) is not None:
                unnoticed.append(complaint)

    await asyncio.gather(*map(work, trees))
    return unnoticed
