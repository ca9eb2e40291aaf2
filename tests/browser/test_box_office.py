"""The box office, driven as a person would: Python in the sandboxed frame, its real server behind the host."""

from collections.abc import Callable

from playwright.async_api import FrameLocator, expect

from hostsim.headless import Spectator
from hostsim.host import Host
from hostsim.trace_reader import TraceReader


def calls_upstream(trace: TraceReader) -> int:
    return sum(entry.kind == "effect" and entry.effect == "CallTool" for entry in trace.entries)


async def open_show(view: FrameLocator, title: str) -> None:
    await view.get_by_role("button", name=title).click()
    await expect(view.get_by_role("heading", name=title)).to_be_visible()
    await expect(view.get_by_role("button", name="Seat the party")).to_be_visible()


async def test_the_shows_are_listed_from_the_launch_result(view: FrameLocator, trace: TraceReader) -> None:
    """The launch reaches the view as input then result, after the handshake and in that order. heddle:H56 R57 R62"""
    await expect(view.get_by_role("heading", level=2)).to_have_text(
        ["The Tempest", "Twelfth Night", "As You Like It", "King Lear"]
    )
    told = ["ui/initialize", *(f"ui/notifications/{name}" for name in ("initialized", "tool-input", "tool-result"))]
    assert told == [method for method in trace.methods() if method in told]
    assert "result rendered" in trace.stages


async def test_a_show_is_opened_by_a_call_that_reaches_the_server(view: FrameLocator, trace: TraceReader) -> None:
    """An app-only tool that the policy grants is called and its typed answer shown. heddle:H03 umbra:U20"""
    await open_show(view, "Twelfth Night")
    await expect(view.get_by_role("img", name="free")).to_have_count(18)
    [answer] = trace.answers("tools/call")
    assert "Twelfth Night" == answer["result"]["structuredContent"]["title"]
    assert 1 == calls_upstream(trace)


async def test_a_party_is_seated_and_the_house_remembers(view: FrameLocator, bookings: Callable[[], int]) -> None:
    """A call from the view changes the server's state, and the view shows what became of it."""
    before = bookings()
    await open_show(view, "Twelfth Night")
    await view.get_by_label("Name of the party").fill("Viola")
    await view.get_by_label("Seats").fill("3")
    await view.get_by_role("button", name="Seat the party").click()
    await expect(view.get_by_role("status")).to_contain_text("Seated 3 for Viola")
    await expect(view.get_by_role("img", name="free")).to_have_count(15)
    assert before + 3 == bookings()


async def test_the_view_can_be_used_by_keyboard_alone(view: FrameLocator, spectator: Spectator) -> None:
    """A show is opened and left again with the keyboard, focus in the frame."""
    await view.get_by_role("button", name="Twelfth Night").focus()
    await spectator.page.keyboard.press("Enter")
    await expect(view.get_by_role("heading", name="Twelfth Night")).to_be_visible()
    await view.get_by_role("button", name="All shows").focus()
    await spectator.page.keyboard.press("Space")
    await expect(view.get_by_role("heading", name="Tonight at the box office")).to_be_visible()


async def test_a_declared_error_is_shown_as_one(view: FrameLocator, trace: TraceReader) -> None:
    """A declared error travels as an isError result and is raised typed in the view. heddle:H03 extapps:E03"""
    await view.get_by_label("Show number").fill("99")
    await view.get_by_role("button", name="Open").click()
    await expect(view.get_by_role("status")).to_contain_text("There is no show number 99.")
    [answer] = trace.answers("tools/call")
    assert answer["result"]["isError"] is True


async def test_an_error_with_fields_is_shown_with_them(view: FrameLocator, bookings: Callable[[], int]) -> None:
    """The fields of a declared error reach the view, and the refused booking leaves the house as it was."""
    before = bookings()
    await open_show(view, "King Lear")
    await view.get_by_label("Name of the party").fill("Edgar")
    await view.get_by_label("Seats").fill("4")
    await view.get_by_role("button", name="Seat the party").click()
    await expect(view.get_by_role("status")).to_contain_text("Only 2 seats left.")
    assert before == bookings()


async def test_a_refusal_is_shown_and_nothing_reaches_the_server(
    view: FrameLocator, trace: TraceReader, bookings: Callable[[], int]
) -> None:
    """What no line permits is answered -32001, says which line would, and moves nothing. umbra:U16 heddle:H04"""
    before = bookings()
    await view.get_by_role("button", name="Clear all bookings").click()
    await expect(view.get_by_role("status")).to_contain_text("the host refused")
    [answer] = trace.answers("tools/call")
    assert (-32001, "not_granted") == (answer["error"]["code"], answer["error"]["data"]["reason"])
    assert 'add "wipe" to call' in answer["error"]["message"]
    assert (0, before) == (calls_upstream(trace), bookings())


async def test_the_theme_follows_the_hosts(view: FrameLocator, spectator: Spectator, trace: TraceReader) -> None:
    """A change of theme reaches the view, which repaints without asking. R66 R67 agentgem:A06"""
    body = view.locator("body")
    light = await body.evaluate("(body) => getComputedStyle(body).color")
    await spectator.page.get_by_role("button", name="Dark").click()
    await expect(view.locator("html")).to_have_attribute("data-theme", "dark")
    dark = await body.evaluate("(body) => getComputedStyle(body).color")
    assert light != dark
    [change] = [frame for frame in trace.frames("ui/notifications/host-context-changed") if "theme" in frame["params"]]
    assert {"theme", "styles"} == set(change["params"])


async def test_the_view_is_asked_before_it_is_removed(
    view: FrameLocator, spectator: Spectator, trace: TraceReader
) -> None:
    """Teardown is a request, its answer is waited for, and only then the frame goes. heddle:H69 R68 R69"""
    await expect(view.get_by_role("heading", name="Tonight")).to_be_visible()
    await spectator.page.get_by_role("button", name="Teardown").click()
    await expect(spectator.page.locator("#slot iframe")).to_have_count(0)
    await expect(spectator.page.get_by_text("The view was torn down")).to_be_visible()
    [asked] = trace.frames("ui/resource-teardown", direction="host-to-view")
    assert {"jsonrpc": "2.0", "id": asked["id"], "result": {}} == trace.frames(direction="view-to-host")[-1]


async def test_a_view_that_is_mounted_again_is_told_the_same(
    view: FrameLocator, spectator: Spectator, trace: TraceReader
) -> None:
    """A new mount gets the launch's input and result again, and the tool is not called for it. heddle:H56"""
    first = trace.frames("ui/notifications/tool-result", mount=1)
    await spectator.reload()
    await expect(view.get_by_role("heading", name="The Tempest")).to_be_visible()
    assert first == trace.frames("ui/notifications/tool-result", mount=2)
    assert 1 == len(trace.frames("ui/notifications/tool-input", mount=2))


async def test_a_server_that_dies_leaves_an_error_the_view_shows(
    view: FrameLocator, host: Host, trace: TraceReader, end_server: Callable[[], None]
) -> None:
    """A call to a server that has ended is answered at once with an error that says so. umbra:U19"""
    end_server()
    await host.production.upstream.ended()
    await view.get_by_role("button", name="Twelfth Night").click()
    await expect(view.get_by_role("status")).to_contain_text("ended")
    [answer] = trace.answers("tools/call")
    assert "upstream_ended" == answer["error"]["data"]["reason"]
