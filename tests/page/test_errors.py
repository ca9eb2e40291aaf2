"""The error sink: whose line is named, who is told, and how often."""

import asyncio
import json
import linecache
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from viewsdk.browser.errors import ErrorSink, Where, describe


def author_module(tmp_path: Path, source: str) -> ModuleType:
    """The author's `view.py`, imported from a folder of its own."""
    file = tmp_path / "view.py"
    file.write_text(source)
    linecache.checkcache(str(file))
    module = ModuleType("view")
    exec(compile(source, str(file), "exec"), module.__dict__)
    return module


def raised(function: Any, *arguments: Any) -> BaseException:
    try:
        function(*arguments)
    except BaseException as error:
        return error
    raise AssertionError("nothing was raised")


def test_the_authors_line_is_named_even_when_a_library_raised(tmp_path: Path) -> None:
    """json fails three frames down; the report names view.py, its line and its text. ours"""
    view = author_module(tmp_path, "import json\n\ndef draw():\n    return json.loads('{')\n")
    report = describe(raised(view.draw), Where.DRAW)
    assert (str(tmp_path / "view.py"), 4, "return json.loads('{')", "draw") == (
        report.file,
        report.line,
        report.source,
        report.function,
    )
    assert ("draw", "JSONDecodeError") == (report.where, report.type)
    assert "json/decoder.py" in report.traceback


def test_a_syntax_error_names_the_line_that_could_not_be_read(tmp_path: Path) -> None:
    """No frame of the author's ever ran. ours"""
    error = raised(author_module, tmp_path, "def main(app):\n    retrun 1\n")
    report = describe(error, Where.IMPORT)
    assert (str(tmp_path / "view.py"), 2, "    retrun 1") == (report.file, report.line, report.source)


def test_an_error_without_a_line_of_the_authors_still_has_its_message() -> None:
    """Everything that is not known is None, and the traceback is there. ours"""
    report = describe(raised(json.loads, "{"), Where.TASK)
    assert (None, None, None) != (report.file, report.line, report.traceback)
    assert report.message.startswith("Expecting property name")


def test_of_a_group_the_first_error_is_named_and_all_are_told(tmp_path: Path) -> None:
    """A task group's errors are one report. ours"""
    view = author_module(tmp_path, "def fail():\n    raise KeyError('first')\n")
    group = BaseExceptionGroup("two", [raised(view.fail), ValueError("second")])
    report = describe(group, Where.TASK)
    assert ("KeyError", 2) == (report.type, report.line)
    assert "second" in report.traceback


def test_an_error_whose_message_cannot_be_made_is_reported_all_the_same() -> None:
    """The author's own __str__ may be what is broken. ours"""

    class Odd(Exception):
        def __str__(self) -> str:
            raise RuntimeError("no words")

    assert "(its message could not be made)" == describe(Odd(), Where.TASK).message


def test_every_error_is_told_once_to_everyone() -> None:
    """The same object turns up as the handler's, then as its task's. ours"""
    cards: list[str] = []
    logs: list[dict[str, Any]] = []
    traces: list[str] = []
    sink = ErrorSink(card=cards.append, log=logs.append, trace=traces.append)
    error = ValueError("once")
    assert sink.report(error, Where.HANDLER) is not None
    assert sink.report(error, Where.TASK) is None
    assert (1, 1, 1) == (len(cards), len(logs), len(traces))
    assert "once" == json.loads(cards[0])["message"]
    assert ("error", "viewsdk", "handler") == (logs[0]["level"], logs[0]["logger"], logs[0]["data"]["where"])


def test_a_cancellation_is_no_error() -> None:
    """A view that is taken down cancels what it started. ours"""
    sink = ErrorSink()
    assert sink.report(asyncio.CancelledError(), Where.TASK) is None
    assert [] == sink.reports


def test_what_failed_before_there_was_a_connection_is_logged_when_there_is_one() -> None:
    """An import error comes first of all. ours"""
    logs: list[dict[str, Any]] = []
    sink = ErrorSink()
    sink.report(ImportError("early"), Where.IMPORT)
    sink.set_log(logs.append)
    sink.report(ValueError("late"), Where.MAIN)
    assert ["early", "late"] == [params["data"]["message"] for params in logs]


def test_a_listener_that_fails_keeps_nobody_else_from_hearing(capsys: pytest.CaptureFixture[str]) -> None:
    """What the sink itself meets goes to stderr, never up. ours"""
    logs: list[Any] = []

    def broken(text: str) -> None:
        raise RuntimeError("no card")

    ErrorSink(card=broken, log=logs.append).report(ValueError("told"), Where.MAIN)
    assert 1 == len(logs)
    assert "no card" in capsys.readouterr().err


async def test_a_task_nobody_waits_for_reaches_the_sink(tmp_path: Path) -> None:
    """The loop's own handler hands on what would only be printed. ours"""
    view = author_module(tmp_path, "async def work():\n    raise KeyError('forgotten')\n")
    sink, told = ErrorSink(), asyncio.Event()
    sink.set_log(lambda params: told.set())
    loop = asyncio.get_running_loop()
    before = loop.get_exception_handler()
    loop.set_exception_handler(sink.loop_handler)
    try:
        task = loop.create_task(view.work())
        await asyncio.wait([task])
        del task
        await asyncio.wait_for(told.wait(), 5)
    finally:
        loop.set_exception_handler(before)
    assert ("task", 2) == (sink.reports[0].where, sink.reports[0].line)


def test_the_library_is_told_from_the_author_by_where_files_lie() -> None:
    """This very test lies outside every library folder. ours"""
    assert __file__ == describe(raised(int, "x"), Where.TASK).file
    assert Path(__file__).name not in str(sys.prefix)
