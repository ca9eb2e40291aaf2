"""Ports: texts in order, until the end."""

import asyncio
from collections.abc import Callable

import pytest

from tests.view.contract import Bill
from tests.view.wire_host import BOUND
from viewsdk import App, memory_pair
from viewsdk.ports.postmessage import ShimPort
from viewsdk.ports.turn import MAX_CALLBACKS, Turn


class FakeShim:
    """What `web/shim.js` puts on `globalThis.viewsdk`, as far as a port needs it."""

    def __init__(self) -> None:
        self.posted: list[str] = []
        self.hear: Callable[[str | int], None] | None = None
        self.memory = bytearray()
        self.passes_every_partial = False

    def everyPartial(self) -> None:
        self.passes_every_partial = True

    def attach(self, handler: Callable[[str | int], None], memory: bytearray) -> str:
        self.hear = handler
        self.memory = memory
        return '{"frames": [], "partials": 0, "boot": {}}'

    def post(self, text: str) -> None:
        self.posted.append(text)


async def test_a_memory_pair_delivers_in_order_both_ways() -> None:
    """What one end sends, the other receives. heddle:H21"""
    left, right = memory_pair()
    for text in ("a", "b", "c"):
        await left.send(text)
    await right.send("back")
    assert ["a", "b", "c", "back"] == [
        await right.receive(),
        await right.receive(),
        await right.receive(),
        await left.receive(),
    ]


@pytest.mark.parametrize("who", [0, 1])
async def test_a_memory_pair_ends_when_either_end_closes(who: int) -> None:
    """What was sent before is still received; sending afterwards is an error. heddle:H21"""
    pair = memory_pair()
    await pair[0].send("last")
    await pair[who].close()
    await pair[who].close()
    assert ["last", None, None] == [await pair[1].receive(), await pair[1].receive(), await pair[0].receive()]
    with pytest.raises(ConnectionError):
        await pair[0].send("too late")


async def test_a_reader_that_waits_is_woken_by_a_text_and_by_the_end() -> None:
    """Nobody polls. heddle:H21"""
    left, right = memory_pair()
    waiting = asyncio.ensure_future(right.receive())
    await asyncio.sleep(0)
    await left.send("a")
    assert "a" == await asyncio.wait_for(waiting, BOUND)
    waiting = asyncio.ensure_future(right.receive())
    await asyncio.sleep(0)
    await left.close()
    assert await asyncio.wait_for(waiting, BOUND) is None


async def test_a_shim_port_takes_the_transcript_and_then_every_frame() -> None:
    """The listener is attached before anything can be lost. heddle:H20"""
    shim = FakeShim()
    port = ShimPort(shim, proxy_of=lambda listener: listener)
    assert '"frames": []' in port.transcript
    assert shim.hear is not None
    shim.hear("in")
    await port.send("out")
    assert ("in", ["out"]) == (await port.receive(), shim.posted)
    await port.close()
    shim.hear("late")
    assert await port.receive() is None
    with pytest.raises(ConnectionError):
        await port.send("late")


async def test_a_view_that_wants_every_partial_has_the_page_hand_them_over() -> None:
    """Until then the page keeps all but the newest to itself. ours"""
    shim = FakeShim()
    async with App.open(Bill, ShimPort(shim, proxy_of=lambda listener: listener)) as app:
        app.watch(Bill.launch)
        assert not shim.passes_every_partial
        app.watch(Bill.launch, every_partial=True)
        assert shim.passes_every_partial


async def in_a_javascript_task(work: Callable[[], None]) -> None:
    """Call something as the browser does: from the loop, but from inside no asyncio task."""
    done = asyncio.get_running_loop().create_future()

    def task() -> None:
        work()
        done.set_result(None)

    asyncio.get_running_loop().call_soon(task)
    await asyncio.wait_for(done, BOUND)


async def test_what_a_message_makes_ready_runs_before_its_task_ends() -> None:
    """A reader and its consumer both ran when the browser gets control back. ours"""
    seen: list[str] = []
    shim = FakeShim()
    port = ShimPort(shim, proxy_of=lambda listener: listener)

    async def reader() -> None:
        while (text := await port.receive()) is not None:
            await asyncio.sleep(0)
            seen.append(text)

    reading = asyncio.ensure_future(reader())
    await asyncio.sleep(0)
    after: list[list[str]] = []

    def message() -> None:
        assert shim.hear is not None
        shim.hear("a")
        after.append(list(seen))

    await in_a_javascript_task(message)
    assert [["a"]] == after
    await port.close()
    await asyncio.wait_for(reading, BOUND)


async def test_callbacks_that_never_stop_do_not_keep_the_browser() -> None:
    """A turn is bounded, and what is left goes on outside, in order. ours"""
    loop = asyncio.get_running_loop()
    turn = Turn(loop)
    count = 0
    over = loop.create_future()

    def again() -> None:
        nonlocal count
        count += 1
        if count < 2 * MAX_CALLBACKS:
            loop.call_soon(again)
        else:
            over.set_result(None)

    inside: list[int] = []
    await in_a_javascript_task(lambda: (turn.take(lambda _: again(), None), inside.append(count))[0])
    assert inside[0] <= MAX_CALLBACKS + 1
    await asyncio.wait_for(over, BOUND)
    turn.end()
    assert 2 * MAX_CALLBACKS == count


async def test_a_message_inside_a_task_runs_nothing_else() -> None:
    """asyncio refuses to step one task inside another. ours"""
    loop = asyncio.get_running_loop()
    turn = Turn(loop)
    seen: list[str] = []
    turn.take(lambda _: loop.call_soon(seen.append, "later") and None, None)
    assert [] == seen
    await asyncio.sleep(0)
    turn.end()
    assert ["later"] == seen


async def test_a_turn_gives_the_loop_back() -> None:
    """After a port is closed the loop schedules as before. ours"""
    loop = asyncio.get_running_loop()
    before = loop.call_soon
    Turn(loop).end()
    assert before == loop.call_soon


async def test_texts_in_the_mailbox_arrive_one_by_one_and_in_order() -> None:
    """The page writes them into Python's memory, a line each, and says how many bytes. ours"""
    shim = FakeShim()
    port = ShimPort(shim, proxy_of=lambda value: value)
    assert shim.hear is not None
    for texts in (["first"], ["żółw 🐢", "third"]):
        line = "\n".join(texts).encode()
        shim.memory[: len(line)] = line
        shim.hear(len(line))
    assert ["first", "żółw 🐢", "third"] == [await port.receive() for _ in range(3)]


async def test_whoever_listens_to_a_port_gets_what_waited_first() -> None:
    """Nothing that came before is lost, and nothing is delivered twice. heddle:H20"""
    shim = FakeShim()
    port = ShimPort(shim, proxy_of=lambda value: value)
    assert shim.hear is not None
    shim.hear("early")
    heard: list[str | bytes] = []
    port.listen(heard.append)
    shim.hear("later")
    assert ["early", "later"] == heard
    await port.close()
    shim.hear("too late")
    assert 2 == len(heard)
