"""The box office in each delivery: its page's files fetched, sent through the host, or all in one page."""

from dataclasses import replace

import pytest
from playwright.async_api import FrameLocator, expect

from hostsim.run import Wanted
from hostsim.trace_reader import TraceReader
from hostsim.upstream_target import Command


@pytest.fixture(params=["linked", "bridge", "inline"])
def delivery(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.fixture
def wanted(wanted: Wanted, delivery: str) -> Wanted:
    assert isinstance(wanted.target, Command)
    return replace(wanted, target=replace(wanted.target, variables={"VIEWSDK_DELIVERY": delivery}))


@pytest.mark.limit(240)
async def test_a_show_is_opened_in_every_delivery(view: FrameLocator, trace: TraceReader, delivery: str) -> None:
    """The view starts from its snapshot and calls a tool, whichever way its files came."""
    await view.get_by_role("button", name="Twelfth Night").click()
    await expect(view.get_by_role("heading", name="Twelfth Night")).to_be_visible()

    assert "starting snapshot" in [entry.step for entry in trace.entries if entry.kind == "boot"]
    # An inline page holds what the start needs; the rest of the standard library follows through the host.
    assert (delivery != "linked") is ("resources/read" in trace.methods())
