"""The box office inside ext-apps' AppBridge 2.0.4, judged by a host no one here wrote."""

import pytest
from playwright.async_api import expect

from .reference_page import box_office, opened, plain, read_view

VIEW = "ui://box-office/bill"


@pytest.mark.browser
@pytest.mark.limit(240)
@pytest.mark.parametrize("delivery", ["linked", "bridge", "inline"])
async def test_the_resource_as_any_client_reads_it_boots_inside_the_reference_host(delivery: str) -> None:
    """A Python view starts, shows the launch result, calls a tool and answers teardown. F:B1, F:B34, R57, R62"""
    async with box_office({"VIEWSDK_DELIVERY": delivery}) as client:
        delivered = await read_view(client, VIEW)
        result = plain(await client.call_tool("list_shows", {}))
        async with opened(client, delivered, {"arguments": {}, "result": result}) as host:
            first = result["structuredContent"]["result"][0]["title"]
            await expect(host.view.get_by_text(first).first).to_be_visible(timeout=60_000)
            await host.view.get_by_role("button", name=first).first.click()
            await expect(host.view.get_by_role("button", name="Seat").first).to_be_visible(timeout=20_000)

            assert {} == await host.teardown()
            assert ["ui/initialize", "ui/notifications/initialized"] == (await host.methods("view-to-host"))[:2]
            assert "tools/call" in await host.methods("view-to-host")
