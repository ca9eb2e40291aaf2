"""What a served page is made of: nothing an author or a server writes can leave its element."""

import json
from html.parser import HTMLParser

from viewsdk.bundle.page import page_html

HOSTILE = "</title></script><script>steal()</script><!--"


class Elements(HTMLParser):
    """Counts elements as a browser would find them, and keeps the text of some."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.text: dict[str, str] = {}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append(tag)

    def handle_data(self, data: str) -> None:
        place = self.found[-1] if self.found else ""
        self.text[place] = self.text.get(place, "") + data


def _read(title: str) -> Elements:
    elements = Elements()
    elements.feed(
        page_html("contract:Bill", "view:main", title, "https://assets.example/", [], fallback={"html": title})
    )
    return elements


def test_no_title_and_no_value_can_leave_its_element() -> None:
    """The page of a hostile title has the very elements of a harmless one, and the title is text. heddle:H44"""
    harmless, hostile = _read("Bill"), _read(HOSTILE)

    assert harmless.found == hostile.found
    assert 3 == hostile.found.count("script")
    assert HOSTILE == hostile.text["title"].strip() == hostile.text["h1"].strip()


def test_the_page_carries_its_values_unchanged() -> None:
    """What was written safely reads back as it was. heddle:H44"""
    page = page_html("contract:Bill", "view:main", HOSTILE, "https://assets.example/", [], fallback={"html": HOSTILE})
    data = page.partition('id="viewsdk-config">')[2].partition("</script>")[0]

    assert (HOSTILE, {"html": HOSTILE}) == (json.loads(data)["title"], json.loads(data)["fallback"])
