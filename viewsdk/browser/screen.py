"""`Screen`: a test's eyes and hands on a `MemoryDocument`: find by role, label or text; click, fill, choose, press.

A person cannot click what is disabled or not there, so neither can a screen: it raises AssertionError and says what is.
"""

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from viewsdk.browser.document import Event
from viewsdk.browser.forms import collect_form
from viewsdk.browser.memory import CONTROLS, MemoryDocument, MemoryElement
from viewsdk.browser.roles import name_of, role_of

__all__ = ["PATIENCE", "Control", "Screen"]

PATIENCE = 5.0  # seconds; the bound of every wait in a test


@dataclass(frozen=True, eq=False, slots=True)
class Control:
    """One element, as a person meets it."""

    element: MemoryElement
    screen: "Screen"

    @property
    def text(self) -> str:
        """All characters inside."""
        return self.element.text

    @property
    def name(self) -> str:
        """What a screen reader calls it."""
        return name_of(self.element, self.screen.document.root)

    @property
    def value(self) -> str:
        """What a form control holds now."""
        return str(self.screen.document.get_property(self.element, "value"))

    @property
    def is_checked(self) -> bool:
        """Whether a checkbox or radio button is on."""
        return _is_on(self.element, "checked")

    @property
    def is_disabled(self) -> bool:
        """Whether it, or the fieldset around it, takes no input."""
        here: MemoryElement | None = self.element
        while here is not None:
            if "disabled" in here.attributes and (here is self.element or here.tag == "fieldset"):
                return True
            here = here.parent
        return False

    def attribute(self, name: str) -> str | None:
        """An attribute's text, or None."""
        return self.element.attributes.get(name)

    def get(self, role: str, name: str | None = None) -> "Control":
        """The one such element inside this one."""
        return self.screen.get(role, name, inside=self.element)

    def click(self) -> None:
        """Clicks it, with what that does to a checkbox, a label, a submit button."""
        self._check("click")
        self.screen.document.focus(self.element)
        if self.screen.document.fire(self.element, Event("click")):
            self._do_default()

    def fill(self, value: str) -> None:
        """Replaces what a text control holds, as typing does."""
        self._check("fill")
        self._set("value", value)
        self.screen.document.fire(self.element, Event("input", value=value))
        self.screen.document.fire(self.element, Event("change", value=value))

    def choose(self, option: str) -> None:
        """Picks an option of a select by its text."""
        self._check("choose")
        options = [child for child in self.element.elements() if child.tag == "option"]
        found = next((child for child in options if child.text == option), None)
        assert found is not None, f"{self} has no option {option!r}, but {[child.text for child in options]}"
        self.fill(_value_of_option(found))

    def press(self, key: str, *modifiers: str) -> None:
        """Presses a key on it, named as `KeyboardEvent.key` does; Enter in a form's text field submits the form."""
        self._check("press")
        event = Event("keydown", value=self.value, key=key, modifiers=frozenset(modifiers))
        if not self.screen.document.fire(self.element, event):
            return
        if key == "Enter" and self.element.tag == "input":
            self._submit()
        elif key in {"Enter", " "} and self.element.tag == "button":
            self.click()

    def __str__(self) -> str:
        role = role_of(self.element) or f"<{self.element.tag}>"
        return f"{role} {self.name!r}"

    def _check(self, verb: str) -> None:
        assert not self.is_disabled, f"cannot {verb} the {self}: it is disabled"
        assert self.element in self.screen.document.root.elements(), f"cannot {verb} the {self}: it is gone"

    def _set(self, name: str, value: Any) -> None:
        # Past the page: this is the person's doing, and the page must find out by the event.
        self.element.properties[name] = value

    def _do_default(self) -> None:
        element = self.element
        kind = element.attributes.get("type", "submit" if element.tag == "button" else "text")
        if element.tag == "input" and kind in {"checkbox", "radio"}:
            self._toggle(kind)
        elif element.tag in {"button", "input"} and kind == "submit":
            self._submit()
        elif (link := element.closest("a")) is not None and "href" in link.attributes:
            self.screen.opened.append(link.attributes["href"])
        elif (label := element.closest("label")) is not None:
            self.screen.control_of(label).click()

    def _toggle(self, kind: str) -> None:
        checked = kind == "radio" or not self.is_checked
        self._set("checked", checked)
        for event_type in ("input", "change"):
            event = Event(event_type, value=self.element.attributes.get("value", "on"), checked=checked)
            self.screen.document.fire(self.element, event)

    def _submit(self) -> None:
        form = self.element.closest("form")
        if form is not None:
            self.screen.document.fire(form, Event("submit", form=_form_values(form)))


class Screen:
    """What a person sees of a document, and what they do to it."""

    def __init__(self, document: MemoryDocument) -> None:
        self.document = document
        self.opened: list[str] = []
        """The links followed, which a view routes to the host."""

    @property
    def text(self) -> str:
        """Everything there is to read."""
        return self.document.root.text

    def get(self, role: str, name: str | None = None, *, inside: MemoryElement | None = None) -> Control:
        """The one element with this role and, if given, this name; AssertionError says which there are."""
        found = self.all(role, name, inside=inside)
        if len(found) != 1:
            there = "; ".join(str(control) for control in self.all(inside=inside)) or "nothing"
            raise AssertionError(f"there are {len(found)} of {role} {name!r}, not one; there is: {there}")
        return found[0]

    def all(
        self, role: str | None = None, name: str | None = None, *, inside: MemoryElement | None = None
    ) -> list[Control]:
        """Every element with this role and name, in document order."""
        return [
            control
            for control in self._controls(inside or self.document.root)
            if (role is None or role_of(control.element) == role) and (name is None or control.name == name)
        ]

    def labelled(self, label: str) -> Control:
        """The one form control with this label."""
        found = [control for control in self.all() if control.element.tag in CONTROLS and control.name == label]
        assert len(found) == 1, f"there are {len(found)} controls labelled {label!r}, not one"
        return found[0]

    def control_of(self, label: MemoryElement) -> Control:
        """The control a label belongs to."""
        target = label.attributes.get("for")
        for element in self.document.root.elements() if target else label.elements():
            if element.tag in CONTROLS and (target is None or element.attributes.get("id") == target):
                return Control(element, self)
        raise AssertionError(f"the label {label.text!r} belongs to no control")

    async def see(self, text: str) -> None:
        """Returns once that text is there to read."""
        await self.until(lambda: text in self.text, f"{text!r} to be seen")

    async def until(self, condition: Callable[[], object], what: str = "the condition") -> None:
        """Returns once `condition` holds, looked at after each change; AssertionError after five seconds or an error.

        An error the view reported ends the wait at once, as a person would read the error card.
        """
        try:
            async with asyncio.timeout(PATIENCE):
                while not condition():
                    self.check_for_errors()
                    await self.document.changed()
        except TimeoutError:
            self.check_for_errors()
            raise AssertionError(f"waited {PATIENCE:g} s for {what}; there is: {self.text!r}") from None

    def check_for_errors(self) -> None:
        """AssertionError with the traceback if the view reported an error."""
        if self.document.errors.reports:
            raise AssertionError(f"the view failed: {self.document.errors.reports[0].traceback}")

    def _controls(self, inside: MemoryElement) -> Iterator[Control]:
        for element in inside.elements():
            if role_of(element) is not None and element.attributes.get("aria-hidden") != "true":
                yield Control(element, self)


def _form_values(form: MemoryElement) -> dict[str, str | list[str]]:
    """What a form would submit: the values of its named controls that are on."""
    entries: list[tuple[str, str]] = []
    for element in form.elements():
        name = element.attributes.get("name")
        if element.tag not in CONTROLS or name is None or "disabled" in element.attributes:
            continue
        kind = element.attributes.get("type", "text")
        if kind in {"checkbox", "radio"} and not _is_on(element, "checked"):
            continue
        entries.append((name, _control_value(element, "on" if kind in {"checkbox", "radio"} else "")))
    return collect_form(entries)


def _control_value(element: MemoryElement, default: str) -> str:
    if "value" in element.properties:
        return str(element.properties["value"])
    if element.tag == "select":
        options = [child for child in element.elements() if child.tag == "option"]
        chosen = next((child for child in options if _is_on(child, "selected")), options[0] if options else None)
        return "" if chosen is None else _value_of_option(chosen)
    return element.attributes.get("value", default)


def _value_of_option(option: MemoryElement) -> str:
    return str(option.properties.get("value", option.attributes.get("value", option.text)))


def _is_on(element: MemoryElement, name: str) -> bool:
    return bool(element.properties.get(name, name in element.attributes))
