"""What a conversation has running upstream, and how it is called off."""

import asyncio
import gc
from typing import Any, cast

from hostsim.effects import Key, ListResources
from hostsim.errands import Errands


class Server:
    """Answers when it is told to."""

    def __init__(self) -> None:
        self.asked = 0
        self.may_answer = asyncio.Event()

    async def list_resources(self, cursor: str | None) -> dict[str, Any]:
        self.asked += 1
        await self.may_answer.wait()
        return {"resources": []}


async def test_an_errand_called_off_before_it_began_never_asks_and_leaves_nothing() -> None:
    """The end of a run may fall between a view's request and its first step. ours"""
    server, answers = Server(), []
    errands = Errands(cast("Any", server))
    errands.list_resources(ListResources(Key(1), None), lambda key, answer: answers.append(key))
    await errands.close()
    gc.collect()  # a coroutine that was never begun would be complained of here
    assert (0, []) == (server.asked, answers)


async def test_an_errand_called_off_on_its_way_never_answers() -> None:
    """And one that was not called off does. ours"""
    server, answers = Server(), []
    errands = Errands(cast("Any", server))
    for number in (1, 2):
        errands.list_resources(ListResources(Key(number), None), lambda key, answer: answers.append(key))
    await asyncio.sleep(0)
    errands.cancel(Key(1))
    server.may_answer.set()
    await asyncio.sleep(0.01)
    assert (2, [Key(2)]) == (server.asked, answers)
    await errands.close()
