"""The eight forms from the first screen to what follows a stored request, in a phone's window."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from browsers import Browser
from combos import PICKER
from form_cases import (
    APPOINTMENT,
    COMBOS,
    EVENT,
    NONVEG_FORM,
    NUTRITION,
    SUBSCRIPTION,
    TRAY_FORM,
    VEG_FORM,
    Form,
)
from meal_choice import CHOICE, REVIEW
from ordering import BLANK_PAGE, NONVEG, TRAY, VEG, Kind

WINDOW = "phone"

# The ticked boxes by their place.
TICKS = "[...document.querySelectorAll('input[type=checkbox]')].flatMap((box, at) => (box.checked ? [at] : []))"


@dataclass(frozen=True)
class Journey:
    """How to come to a form, and what its visitor sees after it was sent."""

    form: Form
    come: Callable[[Browser, str], None]
    success: str
    then: Callable[[Browser], None]


def choose_dishes(kind: Kind) -> Callable[[Browser, str], None]:
    def come(browser: Browser, shop: str) -> None:
        browser.open(shop + kind.selection)
        for dish in kind.dishes:
            browser.press("checkbox", dish)
        browser.press("button", "Proceed")
        browser.wait_until_at(kind.form)

    return come


def choose_combos(browser: Browser, shop: str) -> None:
    browser.open(shop + PICKER)
    browser.press("checkbox", "Select All Breakfast")
    browser.press("button", "Proceed to Order Form")
    browser.wait_until_at(f"{PICKER}/form")


def choose_meals(browser: Browser, shop: str) -> None:
    browser.open(shop + CHOICE)
    browser.press("checkbox", "Select Podi Idli")
    with browser.showing("Selected menu was sent successfully!"):
        browser.press("button", "Submit Selection")
    browser.wait_until_at(REVIEW)


def choose_doctor(browser: Browser, shop: str) -> None:
    browser.open(f"{shop}/order/Meal/Weightlossweightgain")
    browser.press("button", "View Doctors")
    browser.press("button", "Book Appointment")
    browser.wait_for("!!document.querySelector('dialog[open]')")


def load(path: str) -> Callable[[Browser, str], None]:
    return lambda browser, shop: browser.open(shop + path)


def led_to(path: str) -> Callable[[Browser], None]:
    return lambda browser: browser.wait_until_at(path)


def go_home(browser: Browser) -> None:
    browser.press("button", "Go to Home")
    browser.wait_until_at(PICKER)


def form_is_cleared(browser: Browser) -> None:
    browser.wait_for(
        "[...document.querySelectorAll('form [name=name]')].every((field) => field.value === '')"
    )


def dialog_closes(browser: Browser) -> None:
    browser.wait_for("!document.querySelector('dialog[open]')")


JOURNEYS = (
    Journey(VEG_FORM, choose_dishes(VEG), "Thank you! Your", led_to(VEG.selection)),
    Journey(NONVEG_FORM, choose_dishes(NONVEG), "Thank you! Your", led_to(NONVEG.selection)),
    Journey(
        TRAY_FORM,
        choose_dishes(TRAY),
        "Meal Tray Order submitted successfully!",
        led_to(TRAY.selection),
    ),
    Journey(COMBOS, choose_combos, "Order Submitted Successfully!", go_home),
    Journey(SUBSCRIPTION, choose_meals, "Selected menu was sent successfully!", led_to(CHOICE)),
    Journey(EVENT, load("/order/birthday"), "Form submitted successfully!", form_is_cleared),
    Journey(APPOINTMENT, choose_doctor, "Appointment booked successfully!", dialog_closes),
    Journey(NUTRITION, load("/order/Meal/Nutrition"), "Form sent successfully!", form_is_cleared),
)


@pytest.fixture
def visitor(browser: Browser, shop: str) -> Browser:
    """The window of a visitor whose browser remembers nothing."""
    browser.open(shop + BLANK_PAGE)
    browser.evaluate("(localStorage.clear(), sessionStorage.clear())")
    return browser


@pytest.mark.parametrize("journey", JOURNEYS, ids=lambda journey: journey.form.id)
def test_request_is_made_and_stored_once(
    visitor: Browser, shop: str, rows: Callable[..., list[dict[str, Any]]], journey: Journey
) -> None:
    before = rows("select count(*) as n from requests_request")[0]["n"]
    form = journey.form
    journey.come(visitor, shop)
    for label, value in form.fields.items():
        visitor.fill(label, value)
    for label, option in form.choices:
        visitor.choose(label, option)
    for label in form.ticks:
        visitor.press("checkbox", label)
    with visitor.showing(journey.success):
        visitor.press("button", form.button)
    journey.then(visitor)
    assert rows("select count(*) as n from requests_request")[0]["n"] == before + 1


@pytest.mark.parametrize(
    ("path", "name"),
    [
        (VEG.selection, "Berry Smoothie"),
        (PICKER, "Select All Breakfast"),
        (CHOICE, "Select Ragi Dosa"),
        ("/order/mealsubscription", "Select All (Week 1)"),
    ],
    ids=["menu", "combos", "custom choice", "weekly menu"],
)
def test_ticks_show_the_selection_after_back(
    visitor: Browser, shop: str, path: str, name: str
) -> None:
    visitor.open(shop + path)
    visitor.press("checkbox", name)
    ticks = visitor.evaluate(TICKS)
    assert ticks
    visitor.open(shop + BLANK_PAGE)
    visitor.go_back()
    visitor.wait_until_at(path)
    visitor.wait_for(f"String({TICKS}) === '{','.join(map(str, ticks))}'")
