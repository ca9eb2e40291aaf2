"""`app.state`: what survives a rebuilt frame, and that it never pretends."""

import asyncio
from typing import Any

import pytest
from pydantic import BaseModel

from tests.view.contract import Bill, Finder
from tests.view.wire_host import BOUND, WireHost, returned, running
from viewsdk import StateReply, StateRequest, UnreadableResult, UnsupportedByHost


class Chosen(BaseModel):
    seats: list[str]


class Seats(BaseModel):
    seats: int


class Drawer:
    """A storage that outlives frames, as `localStorage` does."""

    def __init__(self) -> None:
        self.texts: dict[str, str] = {}

    def get(self, key: str) -> str | None:
        return self.texts.get(key)

    def set(self, key: str, text: str) -> None:
        self.texts[key] = text


class Server:
    """The far side of a state tool: it keeps values by key, and nothing of any frame."""

    def __init__(self) -> None:
        self.values: dict[str, Any] = {}

    async def serve(self, host: WireHost) -> None:
        while True:
            request = await host.hear_request("tools/call")
            asked = StateRequest.model_validate((request.params or {})["arguments"])
            if asked.value is not None:
                self.values[asked.key] = asked.value
            reply = StateReply(value=self.values.get(asked.key))
            await host.answer(request, returned(reply.model_dump()))


def launched(identity: Any = "v-1") -> dict[str, Any]:
    return returned([]) | {"_meta": {"viewUUID": identity}}


async def test_state_survives_a_new_frame_through_an_app_only_tool() -> None:
    """An opaque frame has no storage; the author granted a state tool. ours"""
    server = Server()
    for expected in (None, Chosen(seats=["A1"])):
        async with running() as (app, host):
            serving = asyncio.ensure_future(server.serve(host))
            await host.launch({}, launched())
            async with asyncio.timeout(BOUND):
                assert expected == await app.state.load(Chosen)
                await app.state.save(Chosen(seats=["A1"]))
            serving.cancel()
            await asyncio.wait([serving])
    assert {"viewsdk:v-1": {"seats": ["A1"]}} == server.values


async def test_without_storage_or_state_tool_it_raises() -> None:
    """The control: the same view without the grant keeps nothing, and says so. ours"""
    async with running(Finder) as (app, host):
        await host.launch({"id": 1}, launched())
        with pytest.raises(UnsupportedByHost, match="grants no state_tool"):
            await app.state.load(Chosen)
        with pytest.raises(UnsupportedByHost, match="grants no state_tool"):
            await app.state.save(Chosen(seats=[]))
        assert await host.hears_nothing_more()


async def test_storage_is_used_before_the_tool_where_there_is_any() -> None:
    """No call leaves the view, and another launch has other state. ours"""
    drawer = Drawer()
    for identity, expected in (("v-1", None), ("v-1", Chosen(seats=["B2"])), ("v-2", None)):
        async with running(storage=drawer) as (app, host):
            await host.launch({}, launched(identity))
            async with asyncio.timeout(BOUND):
                assert expected == await app.state.load(Chosen)
                await app.state.save(Chosen(seats=["B2"]))
            assert await host.hears_nothing_more()
    assert {"viewsdk:v-1", "viewsdk:v-2"} == set(drawer.texts)


@pytest.mark.parametrize("result", [returned([]), launched(7), launched("")])
async def test_a_launch_that_names_no_view_has_no_state(result: dict[str, Any]) -> None:
    """Two views would share it. ours"""
    async with running(storage=Drawer()) as (app, host):
        await host.launch({}, result)
        with pytest.raises(UnsupportedByHost, match="viewUUID"):
            await asyncio.wait_for(app.state.load(Chosen), BOUND)


async def test_loading_waits_for_the_launch_and_fails_if_there_is_none() -> None:
    """The key comes with the result. ours"""
    async with running(storage=Drawer()) as (app, host):
        loading = asyncio.ensure_future(app.state.load(Chosen))
        await host.tell("ui/notifications/tool-cancelled", {})
        with pytest.raises(UnsupportedByHost, match="without a result"):
            await asyncio.wait_for(loading, BOUND)


async def test_state_of_another_shape_is_unreadable_and_kept() -> None:
    """A newer view may not read what an older one kept. ours"""
    drawer = Drawer()
    async with running(storage=drawer) as (app, host):
        await host.launch({}, launched())
        async with asyncio.timeout(BOUND):
            await app.state.save(Chosen(seats=["A1"]))
        with pytest.raises(UnreadableResult, match="no Seats") as caught:
            await app.state.load(Seats)
        assert '{"seats":["A1"]}' == caught.value.payload
        assert Bill.keep.tool.name == "keep"
