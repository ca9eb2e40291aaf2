"""The sign-up form without a browser: drafted, corrected, checked, sent, refused, saved."""

from collections.abc import AsyncIterator
from typing import Any

import pytest

from tests.examples.theatre import Host, example, performance
from viewsdk.browser.testing import Screen

DRAFT = {"name": "Ada", "email": "ada@", "guests": 1}


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setenv("VIEWSDK_ASSETS_URL", "https://assets.example/")
    with example("sign_up") as found:
        yield found


@pytest.fixture
async def form(made: Any) -> AsyncIterator[tuple[Screen, Host]]:
    from desk import Desk  # type: ignore[import-not-found]  # the example's own module, on its path

    server = made.server.server_on(Desk(places=3))
    async with performance(made, made.contract.Form, server, DRAFT, partials=[{"name": "Ad"}]) as parts:
        await parts[0].see("3 places free")
        yield parts


def correct(screen: Screen, **values: str) -> None:
    labels = {"email": "E-mail", "guests": "Guests you bring", "name": "Name"}
    for name, value in values.items():
        screen.labelled(labels[name]).fill(value)


async def test_the_form_holds_what_the_model_wrote(form: tuple[Screen, Host]) -> None:
    """Drafted, and complete once the call is. heddle:H05"""
    screen, _ = form
    assert ("Ada", "ada@", "1", "any") == tuple(
        screen.labelled(label).value for label in ("Name", "E-mail", "Guests you bring", "Meal")
    )


async def test_a_draft_fills_only_what_the_person_has_not_touched(made: Any) -> None:
    """The model writes on while somebody corrects it. R61"""
    desk = made.view.Desk(app=None)
    partial = made.view.Partial
    desk.take(partial(arguments={"name": "Ad"}))
    assert ("Ad", True) == (desk.values.value["name"], desk.is_drafting.value)
    desk.write("name", "Grace")
    desk.touch("name")
    desk.take(partial(arguments={"name": "Ada L", "email": "a@b.de", "guests": None}))
    assert ("Grace", "a@b.de", "0") == tuple(desk.values.value[name] for name in ("name", "email", "guests"))


async def test_a_wrong_value_is_said_beside_its_field_and_nothing_is_sent(form: tuple[Screen, Host]) -> None:
    """The contract's own rules, in words, linked to the control. ours"""
    screen, host = form
    screen.get("button", "Sign up").click()
    await screen.see("This is no e-mail address.")
    field = screen.labelled("E-mail")
    assert ("true", "email-wrong") == (field.attribute("aria-invalid"), field.attribute("aria-describedby"))
    assert "1 to correct" in screen.text
    assert [] == host.calls


async def test_a_value_is_checked_as_it_is_typed(form: tuple[Screen, Host]) -> None:
    """Once touched, the word of reproof goes as soon as it is right. ours"""
    screen, _ = form
    screen.get("button", "Sign up").click()
    correct(screen, email="ada@lovelace.example")
    assert "This is no e-mail address." not in screen.text


async def test_a_sign_up_is_confirmed_and_can_be_saved(form: tuple[Screen, Host]) -> None:
    """The download is one calendar file, under the view's own address. heddle:H14"""
    screen, host = form
    correct(screen, email="ada@lovelace.example")
    screen.get("button", "Sign up").click()
    await screen.see("Ada is signed up")
    assert "Number W-100, with one guest" in screen.text
    screen.get("button", "Save to calendar").click()
    await host.until_asked("ui/download-file")
    resource = host.asked[-1][1]["contents"][0]["resource"]
    assert ("ui://sign-up/form/confirmation-W-100.ics", "text/calendar") == (resource["uri"], resource["mimeType"])
    assert "SUMMARY:Bread from three flours\r\n" in resource["text"]


async def test_declared_errors_are_said_in_their_own_words(form: tuple[Screen, Host]) -> None:
    """Too many guests, and the same address twice. heddle:H03"""
    screen, _ = form
    correct(screen, email="ada@lovelace.example", guests="4")
    screen.get("button", "Sign up").click()
    await screen.see("3 are left; please bring fewer guests.")
    correct(screen, guests="0")
    screen.get("button", "Sign up").click()
    await screen.see("Ada is signed up")
    screen.get("button", "Sign up somebody else").click()
    correct(screen, name="Ada", email="ADA@lovelace.example")
    screen.get("button", "Sign up").click()
    await screen.see("Your number is W-100.")
