"""The command line: `hostsim run TARGET`.

It reads words and writes words; `hostsim.run` opens and closes what a run needs. Every failure is one sentence on
standard error and a non-zero exit code.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from collections.abc import Coroutine
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, cast

import click

from hostsim.chromium import NoBrowser
from hostsim.headless import BrowserLost, Spectator, browsing, spectate
from hostsim.profiles import DEFAULT_PROFILE, profile_names
from hostsim.run import CannotRun, Wanted, hosting
from hostsim.settings import BadSetting, Settings, settings
from hostsim.settle import Settled
from hostsim.stages import Stopped
from hostsim.upstream_target import Command, Target, TargetError, target_of
from hostsim.view_page import MAX_HTML
from viewsdk.bundle.console import Commands, one_sentence, say
from viewsdk.bundle.deliver import DELIVERY_VARIABLE, Delivery
from viewsdk.protocol.plain_json import find_unencodable

__all__ = ["main"]

FAILED, INTERRUPTED = 1, 130  # the shell's own code for a program ended by Ctrl-C

_EXPECTED = (Stopped, CannotRun, NoBrowser, BrowserLost, TargetError, BadSetting)


class _JsonObject(click.ParamType[dict[str, Any]]):
    """A JSON object on the command line."""

    name = "JSON"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> dict[str, Any]:
        if isinstance(value, dict):
            return cast("dict[str, Any]", value)
        try:
            read: object = json.loads(value)
        except (ValueError, RecursionError) as error:
            raise click.ClickException(f"--input is not JSON: {error}") from error
        if not isinstance(read, dict):
            raise click.ClickException(f"--input must be a JSON object of arguments, not {value}")
        arguments = cast("dict[str, Any]", read)
        problem = _why_unsendable(arguments)
        if problem is not None:
            raise click.ClickException(f"--input cannot be sent: {problem}")
        return arguments


def _why_unsendable(arguments: dict[str, Any]) -> str | None:
    """What Python reads as JSON and no peer does."""
    found = find_unencodable(arguments)
    if found is not None:
        return ": ".join(found)
    try:
        json.dumps(arguments, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return "it holds half a surrogate pair, which is no Unicode text"
    return None


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="viewsdk", prog_name="hostsim")
def main() -> None:
    """The host simulator for MCP Apps: shows a view in a real browser, with a real server behind it."""


@main.command(short_help="Show the view of one tool.")
@click.argument("target", nargs=-1, required=True)
@click.option("--input", "arguments", type=_JsonObject(), default="{}", help="Arguments of the launch tool.")
@click.option("--tool", metavar="NAME", help="The launch tool, where several open a view.")
@click.option("--policy", type=click.Path(path_type=Path), help="The policy file; else policy.toml beside the server.")
@click.option("--profile", type=click.Choice(profile_names()), default=DEFAULT_PROFILE, help="The host to simulate.")
@click.option("--theme", type=click.Choice(["light", "dark"]), help="The theme to start with; else the browser's.")
@click.option("--headless", is_flag=True, help="Drive a browser, wait until the view is settled, and end.")
@click.option("--screenshot", type=click.Path(path_type=Path), help="Write a picture of the view (with --headless).")
@click.option("--trace", type=click.Path(path_type=Path), help="Write every frame and decision, as JSON lines.")
@click.option("--pins", type=click.Path(path_type=Path), help="Refuse a page that is not the one this file remembers.")
@click.option("--max-html", type=click.IntRange(min=1), default=MAX_HTML, help="Bytes of the largest page taken.")
@click.option("--allow-wasm", is_flag=True, help="Grant WebAssembly to a page that asks for it.")
@click.option(
    "--delivery", type=click.Choice([way.value for way in Delivery]), help="How a page of viewsdk gets its files."
)
@click.option("--port", type=click.IntRange(0, 65535), help="The port of the host page; 0 for any.")
@click.option("--timeout", type=click.FloatRange(min=0, min_open=True), help="Seconds that one step may take.")
def run(target: tuple[str, ...], **options: Any) -> None:
    """Show the view that one tool of an MCP server opens.

    TARGET is a folder with a server.py (and a policy.toml), a Python file, the URL of a running server, or a command
    after `--`:

    \b
      hostsim run examples/box_office
      hostsim run server.py --input '{"city": "Lyon"}'
      hostsim run http://127.0.0.1:8000/mcp --tool list_shows
      hostsim run --headless --screenshot out.png -- npx some-server --stdio
    """
    is_open = not options["headless"]
    try:
        code = asyncio.run(_interruptible(_run(target, options)))
        sys.exit(0 if is_open else code)  # a host that stays open is ended by Ctrl-C and no other way
    except _EXPECTED as complaint:
        raise click.ClickException(one_sentence(str(complaint))) from complaint


async def _run(target: tuple[str, ...], options: dict[str, Any]) -> int:
    screenshot: Path | None = options.pop("screenshot")
    is_headless: bool = options.pop("headless")
    if screenshot is not None and not is_headless:
        raise CannotRun("--screenshot needs --headless: without it the picture is yours to take")
    limits = _limits(options.pop("port"), options.pop("timeout"))
    server = _delivering(target_of(target), options.pop("delivery"))
    wanted = Wanted(target=server, is_watched=is_headless, **options)
    if is_headless:
        await _run_headless(wanted, limits, screenshot)
    else:
        await _run_open(wanted, limits)
    return 0


def _delivering(target: Target, delivery: str | None) -> Target:
    """The server with the choice of how its view's page gets its files, which only a server we start can be told."""
    if delivery is None:
        return target
    if not isinstance(target, Command):
        raise CannotRun(f"--delivery is for a server that hostsim starts; {target} runs already")
    return replace(target, variables={**target.variables, DELIVERY_VARIABLE: delivery})


def _limits(port: int | None, timeout: float | None) -> Settings:
    limits = settings()
    if port is not None:
        limits = replace(limits, host_port=port)
    if timeout is not None:
        limits = replace(limits, server_limit=timeout, page_limit=timeout, settle_limit=timeout)
    return limits


async def _run_open(wanted: Wanted, limits: Settings) -> None:
    aside = partial(say, aside=True)
    async with hosting(wanted, limits, on_stderr=aside, on_notice=aside) as host:
        plan = host.production.plan
        say(f"{plan.title} ({plan.view_uri}) of {host.production.upstream.server_name} is at {host.url}")
        say("Ctrl-C ends it.")
        await asyncio.Event().wait()


async def _run_headless(wanted: Wanted, limits: Settings, screenshot: Path | None) -> None:
    if screenshot is not None:
        _check_writable(screenshot)
    opened = hosting(wanted, limits, on_notice=partial(say, aside=True))
    async with opened as host, browsing() as browser, spectate(browser, host, limits) as spectator:
        try:
            outcome = await spectator.see()
        except Stopped:
            with suppress(BrowserLost):  # what stopped the run is the news
                await _picture(spectator, screenshot)
            raise
        await _picture(spectator, screenshot)
        plan = host.production.plan
        took = host.recorder.trace.time
        say(f"{plan.title} ({plan.view_uri}) rendered its result, {took:.1f} s after the start")
        if outcome is Settled.BUSY:
            say(spectator.busy_note)


async def _picture(spectator: Spectator, file: Path | None) -> None:
    if file is not None:
        picture = await spectator.picture()
        try:
            file.write_bytes(picture)
        except OSError as error:
            raise CannotRun(f"the screenshot cannot be written to {file}: {error.strerror}") from error


def _check_writable(file: Path) -> None:
    """Finds out before anything is started, not after a minute of work."""
    folder = file.parent
    if file.is_dir() or not folder.is_dir() or not os.access(file if file.exists() else folder, os.W_OK):
        raise CannotRun(f"the screenshot cannot be written to {file}")


async def _interruptible(work: Coroutine[Any, Any, int]) -> int:
    """Ends the work in good order on Ctrl-C or a polite kill; a second Ctrl-C ends it at once."""
    task = asyncio.ensure_future(work)
    loop = asyncio.get_running_loop()
    signals = (signal.SIGINT, signal.SIGTERM)

    def interrupt() -> None:
        for number in signals:
            loop.remove_signal_handler(number)
        task.cancel()

    for number in signals:
        loop.add_signal_handler(number, interrupt)
    try:
        return await task
    except asyncio.CancelledError:
        return INTERRUPTED
