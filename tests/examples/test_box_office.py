"""The box office without a browser: its view, its server and its policy, over a memory pair."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.examples.theatre import Host, example, performance
from viewsdk.browser.testing import Screen

Box = tuple[Screen, Host]


@pytest.fixture
async def box(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Box]:
    monkeypatch.setenv("VIEWSDK_ASSETS_URL", "https://assets.example/")
    with example("box_office") as made:
        async with performance(made, made.contract.Bill, made.server.server_on(tmp_path / "house.sqlite")) as parts:
            await parts[0].see("The Tempest")
            yield parts


async def opened(box: Box, title: str) -> Screen:
    screen, _ = box
    next(button for button in screen.all("button") if title in button.name).click()
    await screen.until(lambda: screen.all("button", "Seat the party"), f"{title} to open")
    return screen


async def test_the_launch_lists_the_shows_with_their_free_seats(box: Box) -> None:
    """The launch result becomes the list, without a call of the view. heddle:H05"""
    screen, host = box
    assert ["The Tempest", "Twelfth Night", "As You Like It", "King Lear"] == [
        heading.name for heading in screen.all("heading")[1:]
    ]
    assert "16 seats free" in screen.text
    assert [] == host.calls


async def test_a_show_opens_with_its_plan(box: Box) -> None:
    """One typed call to an app-only tool. heddle:H03"""
    screen = await opened(box, "King Lear")
    assert (12, 2) == (len(screen.all("img")), len([seat for seat in screen.all("img") if "free" in seat.name]))
    assert ["get_show"] == box[1].calls


async def test_a_party_is_seated_and_the_plan_changes(box: Box) -> None:
    """A shared tool changes the server's state, and the view shows what it answered. ours"""
    screen = await opened(box, "The Tempest")
    screen.labelled("Name of the party").fill("Ada")
    screen.labelled("Seats").fill("3")
    screen.get("button", "Seat the party").click()
    await screen.see("Seated 3 for Ada Seats B3, B4, B5.")
    assert "13 seats of 24 free" in screen.text
    screen.get("button", "All shows").click()
    assert "13 seats free" in screen.text


async def test_a_declared_error_is_shown_in_its_own_words(box: Box) -> None:
    """SoldOut arrives typed, with the seats that are left. heddle:H03"""
    screen = await opened(box, "King Lear")
    screen.labelled("Name of the party").fill("Regan")
    screen.labelled("Seats").fill("5")
    screen.get("button", "Seat the party").click()
    await screen.see("Only 2 seats left.")
    assert "2 seats of 12 free" in screen.text


async def test_a_show_that_is_not_there_is_said_so(box: Box) -> None:
    """ShowNotFound, from a number the person typed and confirmed with Enter. heddle:H03"""
    screen, _ = box
    screen.labelled("Show number").fill("99")
    screen.labelled("Show number").press("Enter")
    await screen.see("There is no show number 99.")


async def test_a_refusal_is_shown_as_one_and_nothing_moves(box: Box) -> None:
    """The view declares wipe, the policy does not permit it, and the server never hears of it. heddle:H04"""
    screen, host = box
    screen.get("button", "Clear all bookings").click()
    await screen.see("The bookings are still there: the host refused")
    assert [] == host.calls
    assert "16 seats free" in screen.text


async def test_an_input_the_model_cannot_read_never_leaves_the_view(box: Box) -> None:
    """The contract's own limits are checked where the person types. ours"""
    screen = await opened(box, "The Tempest")
    screen.labelled("Name of the party").fill("Ada")
    screen.labelled("Seats").fill("13")
    screen.get("button", "Seat the party").click()
    await screen.see("size: Input should be less than or equal to 12")
    assert ["get_show"] == box[1].calls


async def test_nothing_is_reported_as_an_error_of_the_view(box: Box) -> None:
    """Refusals and declared errors are answers; the error card stays away. extapps:E03"""
    screen, _ = box
    screen.get("button", "Clear all bookings").click()
    await screen.see("the host refused")
    assert [] == screen.document.errors.reports
