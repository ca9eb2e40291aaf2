"""An App against hostsim's conversation, through the public API, on every port and every runtime."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
from pydantic import BaseModel

from hostsim.consent import Outcome
from hostsim.effects import (
    AddMessage,
    AppToolAnswered,
    AppToolsListed,
    CallTool,
    OpenLink,
    SaveFile,
    SetDisplayMode,
    SetModelContext,
)
from hostsim.offers import Offers
from hostsim.profiles import Refusals
from tests.interaction.contract import CALLS, HAMLET, LEAR, Bill, Show, ShowId, ShowNotFound
from tests.interaction.house import BOUND, staged, within
from tests.interaction.joined import on_each_port
from viewsdk import (
    Called,
    Cancelled,
    Download,
    NoInput,
    Partial,
    PortClosed,
    Progress,
    Refused,
    Returned,
    SamplingMessage,
    StateReply,
    StateRequest,
    ToolFailed,
    UnsupportedByHost,
)
from viewsdk.protocol.context import HostContext
from viewsdk.results import write_output

pytestmark = on_each_port


async def get_show(asked: ShowId) -> Show:
    if asked.id == 7:
        return HAMLET
    if asked.id < 0:
        raise ValueError("ids are positive")
    raise ShowNotFound(id=asked.id)


async def never(*_: Any) -> Any:
    await asyncio.Event().wait()


async def test_a_granted_call_reaches_the_server_and_comes_back_typed(join: str) -> None:
    """Text beyond ASCII survives the way. heddle:H03, F:A5"""
    async with staged(join, {"get_show": get_show}, policy=CALLS) as (app, house):
        assert HAMLET == await within(app.call(Bill.show, ShowId(id=7)))
        assert [("get_show", {"id": 7})] == house.calls


async def test_a_declared_error_and_an_undeclared_one_stay_apart(join: str) -> None:
    """Neither is a refusal. extapps:E03, heddle:H03"""
    async with staged(join, {"get_show": get_show}, policy=CALLS) as (app, _):
        with pytest.raises(ShowNotFound) as missing:
            await within(app.call(Bill.show, ShowId(id=9)))
        assert ShowNotFound(id=9) == missing.value
        with pytest.raises(ToolFailed, match="ids are positive"):
            await within(app.call(Bill.show, ShowId(id=-1)))


async def test_a_call_the_policy_does_not_grant_is_refused_and_never_reaches_the_server(join: str) -> None:
    """The message names what would permit it. heddle:H04, umbra:U16"""
    async with staged(join, {"wipe": never}, policy=CALLS) as (app, house):
        with pytest.raises(Refused, match="wipe") as caught:
            await within(app.call(Bill.wipe))
        assert -32001 == caught.value.code
        assert caught.value.reason
        assert ([], []) == (house.calls, house.done(CallTool))


async def test_a_person_who_says_no_is_a_refusal_and_one_who_says_yes_is_not(join: str) -> None:
    """The server hears of it only after consent. heddle:H59, heddle:H60"""
    policy = CALLS + 'consent = ["get_show"]\n'
    for answers in (Outcome.REJECTED, Outcome.CANCELLED, Outcome.UNAVAILABLE):
        async with staged(join, {"get_show": get_show}, policy=policy, answers=answers) as (app, house):
            with pytest.raises(Refused):
                await within(app.call(Bill.show, ShowId(id=7)))
            assert (1, []) == (len(house.asked), house.calls)
    async with staged(join, {"get_show": get_show}, policy=policy) as (app, house):
        assert HAMLET == await within(app.call(Bill.show, ShowId(id=7)))
        assert (1, 1) == (len(house.asked), len(house.calls))


async def test_the_launch_is_seen_whole_by_early_and_late_consumers(join: str) -> None:
    """Partials, the call, the output, in order and once. heddle:H56, heddle:H27, R58"""
    async with staged(join, {}, policy=CALLS) as (app, house):
        early = app.watch(Bill.launch, every_partial=True)
        for draft in ({}, {"day": "Mon"}):
            house.perform(house.conversation.launch_partial(draft, house.now))
        house.perform(house.conversation.launch_input({}, house.now))
        result = write_output(Bill.launch.tool, [HAMLET, LEAR])
        house.perform(house.conversation.launch_result(result, house.now))
        ends = [Called(NoInput()), Returned([HAMLET, LEAR])]
        seen = [run async for run in early]
        assert [Partial({}), Partial({"day": "Mon"}), *ends] == seen[1:]
        assert ends == [run async for run in app.watch(Bill.launch)]
        assert [HAMLET, LEAR] == await within(app.result(Bill.launch))


async def test_a_cancelled_launch_says_why(join: str) -> None:
    """No result follows. R63, R64"""
    async with staged(join, {}, policy=CALLS) as (app, house):
        house.perform(house.conversation.launch_input({}, house.now))
        house.perform(house.conversation.launch_cancelled("the user", house.now))
        async with asyncio.timeout(BOUND):
            runs = [run async for run in app.watch(Bill.launch)]
        assert Cancelled("the user") == runs[-1]


async def test_a_stream_gives_its_items_before_the_server_returns(join: str) -> None:
    """And ends with the call's own result. ours"""
    release = asyncio.Event()

    async def tail() -> AsyncIterator[Show]:
        yield HAMLET
        await release.wait()
        yield LEAR

    async with staged(join, {"tail": tail}, policy=CALLS) as (app, _):
        stream = app.stream(Bill.tail)
        assert HAMLET == await within(anext(stream))
        release.set()
        assert LEAR == await within(anext(stream))
        assert [] == [item async for item in stream]
        assert [HAMLET, LEAR] == stream.result


async def test_leaving_a_stream_stops_the_generator_on_the_server(join: str) -> None:
    """Its finally block runs. F:B19"""
    closed = asyncio.Event()

    async def tail() -> AsyncIterator[Show]:
        try:
            yield HAMLET
            await never()
        finally:
            closed.set()

    async with staged(join, {"tail": tail}, policy=CALLS) as (app, house):
        stream = app.stream(Bill.tail)
        await within(anext(stream))
        await stream.aclose()
        await within(closed.wait())
        await house.until(lambda: house.cancelled == ["tail"])


async def test_cancelling_a_call_cancels_it_at_the_server(join: str) -> None:
    """The handler is interrupted. F:B19, F:I8"""
    async with staged(join, {"seat": never}, policy=CALLS) as (app, house):
        call = asyncio.ensure_future(app.call(Bill.seat, ShowId(id=7)))
        await house.until(lambda: house.calls)
        call.cancel()
        await asyncio.wait([call])
        assert call.cancelled()
        await house.until(lambda: house.cancelled == ["seat"])


async def test_progress_of_the_server_reaches_the_caller(join: str) -> None:
    """Under the view's own token, without it asking for more than a listener. umbra:U22, umbra:U21"""

    async def tail() -> AsyncIterator[Show]:
        yield HAMLET
        yield LEAR

    seen: list[Progress] = []
    async with staged(join, {"tail": tail}, policy=CALLS) as (app, _):
        assert [HAMLET, LEAR] == await within(app.call(Bill.tail, on_progress=seen.append))
    assert [1, 2] == [progress.progress for progress in seen]


async def test_context_changes_are_merged_and_streamed(join: str) -> None:
    """Only what changed travels. heddle:H08, F:B8, F:B9"""
    async with staged(join, {}, context={"theme": "light", "locale": "en"}) as (app, house):
        contexts = app.contexts()
        await within(anext(contexts))
        house.perform(house.conversation.change_context(HostContext(theme="dark"), house.now))  # type: ignore[arg-type]
        changed = await within(anext(contexts))
        assert ("dark", "en") == (changed.theme, changed.locale)


@pytest.mark.parametrize("refusals", list(Refusals))
async def test_links_messages_and_downloads_are_done_or_refused(join: str, refusals: Refusals) -> None:
    """Whichever way the host says no, it is one exception. heddle:H14, heddle:H65"""
    offers = Offers(refusals=refusals)
    permits = 'open = ["^https://good"]\nsave = ["^ui://"]\nmessages = true\n'
    file = Download.of_bytes("a b.bin", b"\x00\xff")
    async with staged(join, {}, policy=permits, offers=offers) as (app, house):
        await within(app.open_link("https://good.example"))
        await within(app.send_message("Hello"))
        await within(app.download_file(file))
        assert ["https://good.example"] == [effect.url for effect in house.done(OpenLink)]
        assert ["a b.bin"] == [item.name for effect in house.done(SaveFile) for item in effect.items]
        assert 1 == len(house.done(AddMessage))
        with pytest.raises(Refused, match="evil"):
            await within(app.open_link("https://evil.example"))
        assert 1 == len(house.done(OpenLink))
    async with staged(join, {}, offers=offers) as (app, house):
        for ask in (app.open_link("https://good.example"), app.send_message("x"), app.download_file(file)):
            with pytest.raises(Refused) as caught:
                await within(ask)
            assert caught.value.reason
        assert [] == [*house.done(OpenLink), *house.done(AddMessage), *house.done(SaveFile)]


async def test_what_the_host_is_not_wired_for_is_never_asked(join: str) -> None:
    """Nothing of it reaches the host. umbra:U08"""
    offers = Offers(links=False, downloads=False, sampling=False)
    async with staged(join, {}, offers=offers) as (app, house):
        before = len(house.did)
        with pytest.raises(UnsupportedByHost):
            await app.open_link("https://good.example")
        with pytest.raises(UnsupportedByHost):
            await app.download_file(Download.of_text("a", "b"))
        with pytest.raises(UnsupportedByHost):
            await app.create_sampling_message([SamplingMessage.of_user("x")], max_tokens=1)
        assert before == len(house.did)


async def test_model_context_slots_arrive_merged(join: str) -> None:
    """Two slots of one turn are one update. R54"""
    async with staged(join, {}, policy="context = true\n") as (app, house):
        app.model_context["seat"] = "A1"
        app.model_context["row"] = 3
        await within(app.model_context.flush())
        (update,) = house.done(SetModelContext)
        assert ["seat: A1", "row: 3"] == [block["text"] for block in update.content]


async def test_a_display_mode_is_granted_and_told(join: str) -> None:
    """The answer and the context say the same. heddle:H66, R48"""
    modes = {"availableDisplayModes": ["inline", "fullscreen"], "displayMode": "inline"}
    async with staged(join, {}, context=modes) as (app, house):
        assert "fullscreen" == await within(app.request_display_mode("fullscreen"))
        assert ["fullscreen"] == [effect.mode for effect in house.done(SetDisplayMode)]
        async with asyncio.timeout(BOUND):
            async for context in app.contexts():
                if context.display_mode == "fullscreen":
                    break


async def test_resources_are_read_and_listed(join: str) -> None:
    """The view's own resource needs no rule. heddle:H63, umbra:U26"""
    async with staged(join, {}) as (app, _):
        (content,) = await within(app.read_server_resource("ui://box-office/bill"))
        assert "the bill" == content.text
        with pytest.raises(Refused):
            await within(app.read_server_resource("ui://elsewhere/bill"))
        page = await within(app.list_server_resources())
        assert ["bill"] == [resource.name for resource in page.resources]


async def test_sampling_is_asked_when_offered_and_permitted(join: str) -> None:
    """The host's model answers. F:B22"""
    async with staged(join, {}, policy="sampling = true\n") as (app, _):
        said = await within(app.create_sampling_message([SamplingMessage.of_user("?")], max_tokens=9))
        assert ("m", "yes") == (said.model, said.text)


async def test_the_host_lists_and_calls_the_views_own_tools(join: str) -> None:
    """They live as long as the view. extapps:E09, R77"""
    async with staged(join, {}) as (app, house):

        @app.tools.add
        def pick(seat: str) -> Show:
            """Picks a seat."""
            return Show(id=1, title=seat)

        await house.until(lambda: any(listed.tools for listed in house.done(AppToolsListed)))
        _, effects = house.conversation.call_app_tool("pick", {"seat": "Ä2"}, house.now)
        house.perform(effects)
        (answered,) = await house.until(lambda: house.done(AppToolAnswered))
        assert answered.result is not None
        assert {"id": 1, "title": "Ä2", "seats": []} == answered.result["structuredContent"]


async def test_a_teardown_hook_saves_before_the_host_removes_the_view(join: str) -> None:
    """The save reaches the server, then the answer goes out, then the mount ends. heddle:H25, heddle:H69, F:B34"""
    async with staged(join, {"get_show": get_show}, policy=CALLS) as (app, house):
        saved: list[Show] = []

        @app.on_teardown
        async def save() -> None:
            saved.append(await app.call(Bill.show, ShowId(id=7)))

        house.perform(house.conversation.teardown("the user left", house.now))
        await within(house.stopped.wait())
        assert [HAMLET] == saved
        assert "torn-down" == (house.conversation.ended and house.conversation.ended.ending.value)
        assert "the host tore the view down" == await within(app.closed())
        with pytest.raises(PortClosed):
            await app.call(Bill.launch)


async def test_a_view_that_asks_to_go_is_torn_down(join: str) -> None:
    """Through `ui/resource-teardown`, so its hooks run. R71, F:B35"""
    async with staged(join, {}) as (app, house):
        ran: list[str] = []
        app.on_teardown(lambda: ran.append("hook"))
        await app.request_teardown()
        await within(house.stopped.wait())
        assert ["hook"] == ran


class Chosen(BaseModel):
    seats: list[str]


async def test_state_survives_a_rebuilt_frame(join: str) -> None:
    """Through the app-only tool the author granted, by the launch's own identity. ours"""
    kept: dict[str, Any] = {}

    async def keep(asked: StateRequest) -> StateReply:
        if asked.value is not None:
            kept[asked.key] = asked.value
        return StateReply(value=kept.get(asked.key))

    for expected in (None, Chosen(seats=["A1"])):
        async with staged(join, {"keep": keep}, policy=CALLS) as (app, house):
            house.perform(house.conversation.launch_input({}, house.now))
            result = write_output(Bill.launch.tool, [HAMLET]) | {"_meta": {"viewUUID": "v-1"}}
            house.perform(house.conversation.launch_result(result, house.now))
            assert expected == await within(app.state.load(Chosen))
            await within(app.state.save(Chosen(seats=["A1"])))


async def test_many_calls_at_once_each_get_their_own_answer(join: str) -> None:
    """Fifty in flight, answered in another order. ours"""

    async def seat(asked: ShowId) -> Show:
        for _ in range(asked.id % 7):
            await asyncio.sleep(0)
        return Show(id=asked.id, title="x")

    async with staged(join, {"seat": seat}, policy=CALLS) as (app, _):
        calls = [app.call(Bill.seat, ShowId(id=n)) for n in range(50)]
        shows = await within(asyncio.gather(*calls))
        assert list(range(50)) == [show.id for show in shows]


async def test_large_texts_cross_whole(join: str) -> None:
    """A megabyte, not all of it ASCII. ours"""
    title = "Hämlet 🎭 " * 80_000

    async def show(_: ShowId) -> Show:
        return Show(id=1, title=title)

    async with staged(join, {"get_show": show}, policy=CALLS) as (app, _):
        assert title == (await within(app.call(Bill.show, ShowId(id=1)))).title
