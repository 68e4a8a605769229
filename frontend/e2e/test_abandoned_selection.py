"""Restoration of abandoned selections on the screens without a storage key."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from combos import PICKER, expect_total, proceed
from form_cases import COMBOS, SUBSCRIPTION, VEG_FORM, Form, each
from hydration import open_hydrated
from meal_choice import CHOICE, REVIEW, submit_selection, toast
from meal_choice import box as choice_box
from mock_responses import mock_reply, stop_clock
from playwright.sync_api import Locator, Page, expect
from steps import step

HOME = "/order/mealsubscription"


def offer(page: Page) -> Locator:
    return page.get_by_role("button", name="Restore your selection")


def go(page: Page, link: str, path: str) -> None:
    """Follow a link of the page, which keeps in-memory state."""
    page.get_by_role("link", name=link).first.click()
    page.wait_for_url(f"**{path}")


def to_picker(page: Page) -> None:
    go(page, "Meal Subscription", HOME)
    go(page, "View Combos", PICKER)


def to_choice(page: Page) -> None:
    go(page, "Meal Subscription", HOME)
    go(page, "Build your own plan", CHOICE)


def to_menu(page: Page) -> None:
    go(page, "Oottam, start page", "/order/")
    go(page, "Meal Subscription", HOME)


def all_weeks(page: Page) -> Locator:
    return page.get_by_role("checkbox", name="Select All Weeks")


def breakfast(page: Page) -> Locator:
    return page.get_by_role("checkbox", name="Monday, Week 1 breakfast: ")


def podi_idli(page: Page) -> Locator:
    return choice_box(page, "B1")


Way = Callable[[Page], object]
Box = Callable[[Page], Locator]


@pytest.mark.parametrize(
    ("path", "box", "come_again"),
    [
        (PICKER, all_weeks, to_picker),
        pytest.param(CHOICE, podi_idli, to_choice, marks=pytest.mark.slow),
        (HOME, breakfast, to_menu),
    ],
    ids=["combos", "choice", "weekly"],
)
def test_abandoned_ticks_are_offered_after_another_page(
    page: Page, shop: str, path: str, box: Box, come_again: Way
) -> None:
    open_hydrated(page, shop + path)
    expect(offer(page)).to_have_count(0)
    box(page).check()
    come_again(page)
    with step("the offer ticks them again, and goes"):
        expect(box(page)).not_to_be_checked()
        offer(page).click()
        expect(box(page)).to_be_checked()
        expect(offer(page)).to_have_count(0)
        if path == PICKER:
            expect_total(page, "Total Items", "72")
    with step("a reload keeps them"):
        page.reload()
        expect(box(page)).to_be_checked()
    with step("a no forgets them"):
        come_again(page)
        page.get_by_role("button", name="No, start fresh").click()
        expect(page.locator(":focus")).to_have_role("heading")
        come_again(page)
        expect(page.get_by_role("heading", level=1)).to_be_focused()
        expect(offer(page)).to_have_count(0)
    with step("nothing of it is in storage"):
        assert page.evaluate("Object.keys(localStorage)") == []


def test_combo_form_link_restores_meals_and_submitted_order_is_not_offered(
    page: Page, shop: str
) -> None:
    mock_reply(page, COMBOS.call)
    COMBOS.come(page, shop)
    breakfasts = page.get_by_role("checkbox", name="Select All Breakfast").first
    lunches = page.get_by_role("checkbox", name="Select All Lunch").first
    page.get_by_role("link", name="Change meals").click()
    expect(page).to_have_url(shop + PICKER)
    expect(breakfasts).to_be_checked()
    expect(offer(page)).to_have_count(0)
    with step("a reload keeps them, and what is taken out then"):
        lunches.check()
        breakfasts.uncheck()
        page.reload()
        expect(lunches).to_be_checked()
        expect(breakfasts).not_to_be_checked()
    with step("what left the form is offered"):
        proceed(page).click()
        expect(COMBOS.submit_button(page)).to_be_visible()
        to_picker(page)
        offer(page).click()
        proceed(page).click()
    with step("what was ordered is not"):
        COMBOS.fill(page)
        COMBOS.submit_button(page).click()
        page.get_by_role("button", name="Go to Home").click()
        expect(page).to_have_url(shop + PICKER)
        expect(offer(page)).to_have_count(0)
        expect(lunches).not_to_be_checked()


@pytest.mark.usefixtures("clock")
def test_review_back_links_restore_meals(page: Page, shop: str) -> None:
    def review(*chosen: str) -> None:
        stop_clock(page)
        submit_selection(page, *chosen)
        page.clock.run_for(2000)
        expect(page).to_have_url(shop + REVIEW)
        page.clock.resume()

    open_hydrated(page, shop + CHOICE)
    review("B1", "D8")
    for way in (
        page.get_by_role("button", name="Cancel"),
        page.get_by_role("link", name="Change meals"),
    ):
        with step(f"{way} leads to the choice with the meals ticked"):
            way.click()
            expect(page).to_have_url(shop + CHOICE)
            for meal in ("B1", "D8"):
                expect(choice_box(page, meal)).to_be_checked()
            expect(offer(page)).to_have_count(0)
            review()
    with step("after a success nothing is ticked, and nothing offered"):
        mock_reply(page, SUBSCRIPTION.call)
        SUBSCRIPTION.fill(page)
        SUBSCRIPTION.submit_button(page).click()
        expect(page.get_by_text("No meals selected.")).to_be_visible()
        toast(page, "Selected menu was sent successfully!").last.click(position={"x": 80, "y": 30})
        expect(page).to_have_url(shop + CHOICE)
        expect(page.get_by_role("heading", level=1)).to_be_focused()
        expect(choice_box(page, "B1")).not_to_be_checked()
        expect(offer(page)).to_have_count(0)


def test_review_restores_weekly_menu_days(page: Page, shop: str) -> None:
    SUBSCRIPTION.come(page, shop)
    page.get_by_role("link", name="Change meals").click()
    expect(page).to_have_url(shop + HOME)
    expect(breakfast(page)).to_be_checked()
    expect(breakfast(page)).to_be_in_viewport()
    page.reload()
    expect(breakfast(page)).to_be_checked()
    with step("Cancel leads to the choice, which has none of them; the tables offer them"):
        page.get_by_role("button", name="Subscribe with these meals").click()
        page.get_by_role("button", name="Cancel").click()
        expect(page).to_have_url(shop + CHOICE)
        expect(page.get_by_role("heading", level=1)).to_be_focused()
        expect(page.get_by_text("0 selected")).to_have_count(3)
        go(page, "Meal Subscription", HOME)
        offer(page).click()
        expect(breakfast(page)).to_be_checked()


@each(VEG_FORM, nightly=(COMBOS, SUBSCRIPTION))
def test_menu_link_of_the_form_keeps_values_for_the_next_form(
    page: Page, shop: str, form: Form
) -> None:
    onward = {VEG_FORM.id: "Proceed", COMBOS.id: "Proceed to Order Form"}
    form.come(page, shop)
    form.fill(page)
    held = form.held(page)
    proceed_button = page.get_by_role(
        "button", name=onward.get(form.id, "Subscribe with these meals")
    )
    for reload in (False, True):
        with step(f"the next form has them, {'also' if reload else 'not only'} after a reload"):
            page.get_by_role("link", name=re.compile("^Change (dishes|meals)$")).click()
            if reload:
                expect(proceed_button).to_be_visible()
                page.reload()
            proceed_button.click()
            expect(form.submit_button(page)).to_be_visible()
            form.expect_held(page, held)
    with step("any other way to the form begins with an empty one, also after a reload"):
        page.go_back()
        if form is VEG_FORM:
            offer(page).click()
        page.reload()
        proceed_button.click()
        expect(form.submit_button(page)).to_be_visible()
        form.expect_empty(page)
