"""What an element is to a person who cannot see it: its role and its name, from ARIA or from HTML's own rules.

Enough of "HTML Accessibility API Mappings" and "Accessible Name and Description Computation" for the elements a view is
made of; it reads a `MemoryElement` and decides nothing about pixels.
"""

from collections.abc import Callable

from viewsdk.browser.memory import CONTROLS, MemoryElement, text_without

__all__ = ["name_of", "role_of"]

ROLES = {
    "article": "article",
    "aside": "complementary",
    "button": "button",
    "caption": "caption",
    "details": "group",
    "dialog": "dialog",
    "fieldset": "group",
    "figure": "figure",
    "footer": "contentinfo",
    "form": "form",
    "header": "banner",
    "img": "img",
    "li": "listitem",
    "main": "main",
    "meter": "meter",
    "nav": "navigation",
    "ol": "list",
    "option": "option",
    "output": "status",
    "p": "paragraph",
    "progress": "progressbar",
    "select": "combobox",
    "table": "table",
    "tbody": "rowgroup",
    "td": "cell",
    "textarea": "textbox",
    "tfoot": "rowgroup",
    "thead": "rowgroup",
    "tr": "row",
    "ul": "list",
    **{f"h{level}": "heading" for level in range(1, 7)},
}

INPUT_ROLES = {
    "button": "button",
    "checkbox": "checkbox",
    "image": "button",
    "number": "spinbutton",
    "radio": "radio",
    "range": "slider",
    "reset": "button",
    "search": "searchbox",
    "submit": "button",
}

NAMED_BY_CONTENT = frozenset(
    {"button", "caption", "cell", "checkbox", "columnheader", "heading", "link", "listitem", "option", "radio", "row"}
    | {"rowheader", "status", "switch", "tab"}
)

NAMING_CHILD = {"table": "caption", "fieldset": "legend", "figure": "figcaption", "details": "summary", "svg": "title"}


def role_of(element: MemoryElement) -> str | None:
    """The element's role, or None if it has none that is worth finding."""
    given = element.attributes.get("role")
    if given:
        return given
    match element.tag:
        case "a":
            return "link" if "href" in element.attributes else None
        case "input":
            return INPUT_ROLES.get(element.attributes.get("type", "text"), "textbox")
        case "th":
            return "rowheader" if element.attributes.get("scope") == "row" else "columnheader"
        case _:
            return ROLES.get(element.tag)


def name_of(element: MemoryElement, root: MemoryElement) -> str:
    """The name a screen reader says, or the empty string."""
    by_id = element.attributes.get("aria-labelledby")
    if by_id:
        return " ".join(other.text for other in map(_finder(root), by_id.split()) if other is not None)
    attribute = element.attributes.get("aria-label")
    if attribute:
        return attribute.strip()
    return _own_name(element, root) or element.attributes.get("title", "") or element.attributes.get("placeholder", "")


def _own_name(element: MemoryElement, root: MemoryElement) -> str:
    if element.tag in CONTROLS:
        return _label_text(element, root)
    if element.tag == "img":
        return element.attributes.get("alt", "")
    naming = NAMING_CHILD.get(element.tag)
    if naming is not None:
        return next((child.text for child in element.elements() if child.tag == naming), "")
    return element.text if role_of(element) in NAMED_BY_CONTENT else ""


def _label_text(element: MemoryElement, root: MemoryElement) -> str:
    around = element.closest("label")
    if around is not None:
        return text_without(around, CONTROLS)
    own = element.attributes.get("id")
    labels = (other for other in root.elements() if other.tag == "label" and other.attributes.get("for") == own)
    return next((label.text for label in labels), "") if own else ""


def _finder(root: MemoryElement) -> Callable[[str], MemoryElement | None]:
    by_id = {element.attributes["id"]: element for element in root.elements() if "id" in element.attributes}
    return by_id.get
