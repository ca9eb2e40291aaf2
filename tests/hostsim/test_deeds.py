"""Links, downloads, messages, the model's context and the model: policy first, then the deed, then one answer."""

from typing import Any

import pytest

from hostsim.consent import Outcome
from hostsim.downloads import file_name
from hostsim.effects import AddMessage, AskConsent, OpenLink, Sample, SaveFile, SetModelContext
from hostsim.offers import Offers
from hostsim.profiles import Refusals
from tests.hostsim.scene import Scene
from viewsdk.protocol.jsonrpc import ErrorData

TEXT = {"type": "text", "text": "hello"}
LINK = {"type": "resource_link", "uri": "ui://files/list.csv", "name": "list", "mimeType": "text/csv"}
EMBEDDED = {"type": "resource", "resource": {"uri": "ui://files/a%20b.txt", "mimeType": "text/plain", "text": "x"}}
SECRET = {"type": "resource", "resource": {"uri": "file:///etc/passwd", "text": "x"}}


def refusal(frame: dict[str, Any]) -> tuple[bool, str]:
    result = frame["result"]
    return result["isError"], result["_meta"]["viewsdk/denial"]["reason"]


def test_a_link_is_opened_if_the_policy_admits_it() -> None:
    """The answer says whether the opener managed. umbra:U28, heddle:H14"""
    scene = Scene('open = ["^https://shows"]').ready()
    scene.request(1, "ui/open-link", {"url": "https://shows.example/1"})
    (link,) = scene.done(OpenLink)
    assert "https://shows.example/1" == link.url
    scene.took(scene.host.performed(link.key, None, 1))
    scene.request(2, "ui/open-link", {"url": "https://shows.example/2"})
    scene.took(scene.host.performed(scene.done(OpenLink)[1].key, "no browser", 2))
    assert [False, True] == [frame["result"]["isError"] for frame in scene.said]


@pytest.mark.parametrize("url", ["https://other.example", "mailto:a@b", "javascript:alert(1)"])
def test_a_refused_link_never_reaches_the_opener(url: str) -> None:
    """An isError result with the reason beside it. umbra:U27, heddle:H64, heddle:H65, agentgem:A15, agentgem:A19"""
    scene = Scene('open = ["^https://shows", "mailto:", "javascript:"]').ready()
    scene.request(1, "ui/open-link", {"url": url})
    expected = "uri_denied" if url.startswith("https") else "not_a_web_link"
    assert ((True, expected), []) == (refusal(scene.said[0]), scene.done(OpenLink))


def test_a_link_without_a_url_is_invalid_and_without_an_opener_unknown() -> None:
    """-32602 and -32601. umbra:U27"""
    scene = Scene('open = ["."]').ready()
    scene.request(1, "ui/open-link", {})
    unwired = Scene('open = ["."]', offers=Offers(links=False)).ready()
    unwired.request(1, "ui/open-link", {"url": "https://a.example"})
    assert [-32602, -32601] == [frame["error"]["code"] for frame in scene.said + unwired.said]


def test_a_host_may_refuse_links_by_error_instead() -> None:
    """The profile's habit; what is refused stays the same. ours"""
    scene = Scene(offers=Offers(refusals=Refusals.ERROR)).ready()
    scene.request(1, "ui/open-link", {"url": "https://a.example"})
    error = scene.said[0]["error"]
    assert (-32000, "uri_denied", []) == (error["code"], error["data"]["reason"], scene.done(OpenLink))


def test_a_download_is_saved_item_by_item_as_sent() -> None:
    """Address, type, a safe name, and the item untouched. umbra:U29, umbra:U30, R51"""
    scene = Scene('save = ["^ui://"]').ready()
    scene.request(1, "ui/download-file", {"contents": [LINK, EMBEDDED]})
    (save,) = scene.done(SaveFile)
    assert [
        ("ui://files/list.csv", "list.csv", "text/csv", LINK),
        ("ui://files/a%20b.txt", "a b.txt", "text/plain", EMBEDDED),
    ] == [(item.uri, item.name, item.mime_type, item.item) for item in save.items]
    scene.took(scene.host.performed(save.key, None, 1))
    assert [{"isError": False}] == [frame["result"] for frame in scene.said]


def test_one_refused_item_refuses_the_whole_download() -> None:
    """Nothing is saved, whichever kind of item it is. umbra:U29, umbra:U30"""
    scene = Scene('save = ["^ui://"]').ready()
    scene.request(1, "ui/download-file", {"contents": [LINK, SECRET]})
    scene.request(2, "ui/download-file", {"contents": [{**LINK, "uri": "https://a.example/x"}]})
    assert [(True, "uri_denied")] * 2 == [refusal(frame) for frame in scene.said]
    assert [] == scene.done(SaveFile)


def test_an_empty_download_and_other_blocks_are_invalid() -> None:
    """-32602 each; -32601 where nothing can be saved. umbra:U29, heddle:H31"""
    scene = Scene('save = ["."]').ready()
    scene.request(1, "ui/download-file", {"contents": []})
    scene.request(2, "ui/download-file", {"contents": [TEXT]})
    unwired = Scene('save = ["."]', offers=Offers(downloads=False)).ready()
    unwired.request(3, "ui/download-file", {"contents": [LINK]})
    assert [-32602, -32602, -32601] == [frame["error"]["code"] for frame in scene.said + unwired.said]


@pytest.mark.parametrize(
    ("uri", "name"),
    [
        ("ui://a/b/report.pdf", "report.pdf"),
        ("ui://a/..%2F..%2Fetc%2Fpasswd", "_.._etc_passwd"),
        ("ui://a/%2e%2e", "download"),
        ("ui://a/", "download"),
        ("ui://a/x/", "x"),
        ("ui://a/CON.txt", "_CON.txt"),
        ("ui://a/a%00b%3Ac?q=/z", "a_b_c"),
        ("http://[/x.txt", "x.txt"),
        ("ui://a/" + "n" * 300, "n" * 120),
    ],
)
def test_a_file_name_leads_nowhere_else(uri: str, name: str) -> None:
    """The last segment of the address, without separators, control characters, device names or length. R51"""
    assert name == file_name(uri)


def test_a_message_is_added_if_the_policy_says_so() -> None:
    """As sent, and answered when it is in the chat; a single block counts as a list. R53, F:B13"""
    scene = Scene("messages = true").ready()
    scene.request(1, "ui/message", {"role": "user", "content": [TEXT, TEXT]})
    scene.request(2, "ui/message", {"role": "user", "content": TEXT})
    first, second = scene.done(AddMessage)
    assert ([TEXT, TEXT], [TEXT]) == (first.content, second.content)
    scene.took(scene.host.performed(first.key, None, 1))
    scene.took(scene.host.performed(second.key, "the chat is closed", 1))
    assert [(1, False), (2, True)] == [(frame["id"], frame["result"]["isError"]) for frame in scene.said]


def test_what_the_policy_does_not_switch_on_is_refused_in_its_own_form() -> None:
    """A message by isError, the model's context and the model by error; nothing moves. heddle:H64, umbra:U45"""
    scene = Scene(offers=Offers(sampling=True)).ready()
    scene.request(1, "ui/message", {"role": "user", "content": [TEXT]})
    scene.request(2, "ui/update-model-context", {"content": [TEXT]})
    scene.request(3, "sampling/createMessage", {"messages": [], "maxTokens": 5})
    message, context, sampling = scene.said
    assert (True, "not_granted_by_policy") == refusal(message)
    assert [(-32001, "context = true"), (-32001, "sampling = true")] == [
        (frame["error"]["code"], frame["error"]["message"].split("add ")[1].split(" under")[0])
        for frame in (context, sampling)
    ]
    assert ["refused"] * 3 == scene.audit


def test_what_a_host_does_not_have_is_unknown() -> None:
    """-32601 for every switch that is off. umbra:U45, agentgem:A12"""
    off = Offers(messages=False, model_context=False, sampling=False)
    scene = Scene("messages = true\ncontext = true\nsampling = true", offers=off).ready()
    scene.request(1, "ui/message", {"role": "user", "content": [TEXT]})
    scene.request(2, "ui/update-model-context", {})
    scene.request(3, "sampling/createMessage", {"messages": [], "maxTokens": 5})
    assert [-32601] * 3 == [frame["error"]["code"] for frame in scene.said]


def test_the_models_context_is_replaced_and_the_answer_is_empty() -> None:
    """Content and structure as sent; `{}` exactly, for one member more is rejected; a failure is an error.

    R54, F:X18
    """
    scene = Scene("context = true").ready()
    scene.request(1, "ui/update-model-context", {"content": [TEXT], "structuredContent": {"seat": "A1"}})
    scene.request(2, "ui/update-model-context", {})
    first, second = scene.done(SetModelContext)
    assert ([TEXT], {"seat": "A1"}) == (first.content, first.structured_content)
    assert ([], None) == (second.content, second.structured_content)
    scene.took(scene.host.performed(first.key, None, 1))
    scene.took(scene.host.performed(second.key, "the model is gone", 1))
    assert {"jsonrpc": "2.0", "id": 1, "result": {}} == scene.said[0]
    assert {"code": -32000, "message": "the model is gone"} == scene.said[1]["error"]


def test_the_model_is_asked_only_after_a_person_was() -> None:
    """Each time; its answer is passed on, and so is its failure. R37, F:B22"""
    scene = Scene("sampling = true", offers=Offers(sampling=True)).ready()
    params = {"messages": [{"role": "user", "content": TEXT}], "maxTokens": 5}
    for request_id in (1, 2):
        scene.request(request_id, "sampling/createMessage", params)
    assert [] == scene.done(Sample)
    for ask in scene.done(AskConsent):
        assert not ask.question.can_remember
        scene.took(scene.host.consent_given(ask.key, Outcome.ALLOWED_FOR_SESSION, 1))
    first, second = scene.done(Sample)
    assert params == first.params
    scene.took(scene.host.sampled(first.key, {"model": "m", "role": "assistant", "content": TEXT}, 2))
    scene.took(scene.host.sampled(second.key, ErrorData(-32603, "overloaded"), 2))
    assert ("m", "overloaded") == (scene.said[0]["result"]["model"], scene.said[1]["error"]["message"])


def test_a_message_of_another_role_is_invalid() -> None:
    """Only a user's message can come from a view. heddle:H31"""
    scene = Scene("messages = true").ready()
    scene.request(1, "ui/message", {"role": "assistant", "content": [TEXT]})
    assert ([-32602], []) == ([frame["error"]["code"] for frame in scene.said], scene.done(AddMessage))
