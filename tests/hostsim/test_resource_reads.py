"""What a view can read and list of its server's resources."""

from hostsim.effects import CancelErrand, ListResources, ReadResource
from hostsim.offers import Offers
from tests.hostsim.scene import BILL, Scene
from viewsdk.protocol.jsonrpc import ErrorData


def test_a_view_reads_its_own_page_and_nothing_besides() -> None:
    """By default; a refused read stops at the host, without a URI it is -32602. umbra:U25, heddle:H63"""
    scene = Scene().ready()
    scene.request(1, "resources/read", {"uri": BILL})
    scene.request(2, "resources/read", {"uri": "ui://other/view"})
    scene.request(3, "resources/read", {})
    (read,) = scene.done(ReadResource)
    assert BILL == read.uri
    assert [(2, -32001), (3, -32602)] == [(frame["id"], frame["error"]["code"]) for frame in scene.said]
    assert "read = [...]" in scene.said[0]["error"]["message"]


def test_content_comes_back_untouched_and_failures_with_their_own_code() -> None:
    """Text, blob and metadata as the server sent them; "not found" under the server's code. umbra:U25, F:B21"""
    scene = Scene('read = ["^data:"]').ready()
    contents = {"contents": [{"uri": "data:x", "blob": "AAECAw==", "_meta": {"a": 1}}]}
    scene.request(1, "resources/read", {"uri": "data:x"})
    scene.request(2, "resources/read", {"uri": "data:y"})
    first, second = scene.done(ReadResource)
    scene.took(scene.host.resource_answered(first.key, contents, 1))
    scene.took(scene.host.resource_answered(second.key, ErrorData(-32602, "unknown", {"uri": "data:y"}), 1))
    assert contents == scene.said[0]["result"]
    assert {"code": -32602, "message": "unknown", "data": {"uri": "data:y"}} == scene.said[1]["error"]


def test_a_listing_shows_what_could_be_read() -> None:
    """Enumeration and reading agree; a cursor goes through. umbra:U26"""
    scene = Scene('read = ["^data:"]').ready()
    scene.request(1, "resources/list", {"cursor": "p2"})
    (listing,) = scene.done(ListResources)
    assert "p2" == listing.cursor
    listed = [{"uri": uri, "name": uri} for uri in (BILL, "data:x", "ui://other")]
    scene.took(scene.host.resources_listed(listing.key, {"resources": listed, "nextCursor": "p3"}, 1))
    assert [{"resources": listed[:2], "nextCursor": "p3"}] == [frame["result"] for frame in scene.said]


def test_without_a_policy_the_listing_is_empty_and_the_server_is_not_asked() -> None:
    """Nothing said, nothing shown. umbra:U26"""
    scene = Scene(None).ready()
    scene.request(1, "resources/list")
    assert ([{"resources": []}], []) == ([frame["result"] for frame in scene.said], scene.done(ListResources))


def test_a_listing_that_fails_is_an_error_answer() -> None:
    """A server without resources says so itself. agentgem:A18"""
    scene = Scene().ready()
    scene.request(1, "resources/list")
    (listing,) = scene.done(ListResources)
    scene.took(scene.host.resources_listed(listing.key, ErrorData(-32601, "Method not found"), 1))
    assert [-32601] == [frame["error"]["code"] for frame in scene.said]


def test_a_cancelled_read_is_stopped() -> None:
    """Its content, if it still comes, goes nowhere. ours"""
    scene = Scene().ready()
    scene.request(1, "resources/read", {"uri": BILL})
    scene.notify("notifications/cancelled", {"requestId": 1})
    (read,) = scene.done(ReadResource)
    assert [CancelErrand(read.key)] == scene.done(CancelErrand)
    assert [] == scene.host.resource_answered(read.key, {"contents": []}, 2)


def test_a_host_without_resources_says_so() -> None:
    """The switch is off: -32601, and so for what no host of ours offers. umbra:U45"""
    scene = Scene(offers=Offers(resources=False)).ready()
    scene.request(1, "resources/read", {"uri": BILL})
    scene.request(2, "resources/list")
    scene.request(3, "resources/templates/list")
    scene.request(4, "prompts/list")
    assert [-32601] * 4 == [frame["error"]["code"] for frame in scene.said]
