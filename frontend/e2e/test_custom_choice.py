"""Custom meal choice (specification, sections 2, 4, 5, 8 and 9)."""

from __future__ import annotations

import re

import pytest
from meal_choice import (
    CATALOGUE,
    CHOICE,
    REVIEW,
    box,
    expect_toast,
    item,
    submit_selection,
    toast,
)
from mock_responses import stop_clock
from playwright.sync_api import Page, expect
from steps import step

NONE_SELECTED = (
    "You haven\N{RIGHT SINGLE QUOTATION MARK}t selected any meals. Please choose at least one."
)
SENT = "Selected menu was sent successfully!"


@pytest.fixture
def choice(clock: None, page: Page, shop: str) -> Page:
    """The custom choice screen, on a mock clock."""
    page.goto(shop + CHOICE)
    return page


@pytest.mark.spec("1.3", "2.12", "4.6")
def test_thirty_meals_and_their_ticks(choice: Page) -> None:
    for meal in ("breakfast", "lunch", "dinner"):
        with step(f"ten items of {meal} show image, title and description"):
            cards = choice.get_by_role("region", name=meal.capitalize()).get_by_role("listitem")
            expect(cards).to_have_count(10)
            for card, entry in zip(cards.all(), CATALOGUE[meal], strict=True):
                expect(card.locator("img, svg").first).to_be_visible()
                expect(card.get_by_text(entry["title"], exact=True)).to_be_visible()
                expect(card.get_by_text(entry["desc"], exact=True)).to_be_visible()
                expect(card.get_by_text("Select", exact=True)).to_be_visible()
                tick = card.get_by_role("checkbox", name=f"Select {entry['title']}")
                expect(tick).not_to_be_checked()
    with step("each meal says what a portion holds"):
        lunches = choice.get_by_role("region", name="Lunch")
        bowl = lunches.get_by_role("listitem").nth(1)
        expect(bowl).to_contain_text("about 495 kcal, 30 g protein")
        expect(box(choice, "L2")).to_have_accessible_description(
            re.compile("495 kcal, 30 g protein")
        )
    with step("free delivery within 5 km stands there with the contact phone"):
        main = choice.get_by_role("main")
        expect(main).to_contain_text("Free delivery within 5 km")
        expect(main.get_by_role("link", name="+91 44 0000 0000")).to_be_visible()
    with step("toggling adds or removes an item"):
        count = choice.get_by_role("status").filter(has_text="selected")
        box(choice, "B1").check()
        expect(count).to_have_text("1 meal selected")
        box(choice, "D10").check()
        expect(count).to_have_text("2 meals selected")
        box(choice, "B1").uncheck()
        expect(count).to_have_text("1 meal selected")
    with step("beside the number stands what a day of them holds"):
        box(choice, "D10").uncheck()
        box(choice, "L1").check()
        expect(choice.get_by_text("A day of these: about 405 kcal, 18 g protein.")).to_be_visible()
        box(choice, "L2").check()
        text = "A day of these: about 405 to 495 kcal, 18 to 30 g protein."
        expect(choice.get_by_text(text)).to_be_visible()


@pytest.mark.spec("4.6", "5.8", "8.4")
def test_empty_selection_warns_at_the_top_left_for_3_s(choice: Page) -> None:
    stop_clock(choice)
    submit_selection(choice)
    expect_toast(choice, NONE_SELECTED, "top-left", "3s")
    choice.clock.run_for(5000)
    expect(choice).to_have_url(choice.url.split("/order")[0] + CHOICE)


@pytest.mark.spec("1.2", "2.12", "3.6", "4.6", "8.4", "9.8")
def test_review_opens_after_2_s_with_the_selected_items(choice: Page, shop: str) -> None:
    box(choice, "L2").check()
    box(choice, "B1").check()
    stop_clock(choice)
    with step("a double click and one more during the 2 s do nothing"):
        choice.get_by_role("button", name="Submit Selection").dblclick()
        choice.get_by_role("button", name="Submit Selection").click(force=True)
        expect(toast(choice, SENT)).to_have_count(1)
    with step("a success toast shows at the top right for 2 s"):
        expect_toast(choice, SENT, "top-right", "2s")
    entries = choice.evaluate("history.length")
    with step("the review opens after 2 s, with the selected items"):
        choice.clock.run_for(1999)
        expect(choice).to_have_url(shop + CHOICE)
        choice.clock.run_for(1)
        expect(choice).to_have_url(shop + REVIEW)
        expect(choice.get_by_role("heading", name="Your Selected Meals")).to_be_visible()
        assert choice.evaluate("history.state.usr") == {"selectedItems": [item("L2"), item("B1")]}
    with step("the toast outlives the change of page"):
        expect(toast(choice, SENT)).to_be_visible()
    with step("it opens once"):
        choice.clock.run_for(4000)
        expect(choice).to_have_url(shop + REVIEW)
        assert choice.evaluate("history.length") == entries + 1
    with step("going back from the review finds the ticks again"):
        choice.go_back()
        expect(box(choice, "B1")).to_be_checked()
        expect(box(choice, "L2")).to_be_checked()
        expect(box(choice, "L1")).not_to_be_checked()


def test_leaving_within_2_s_cancels_the_redirect(choice: Page, shop: str) -> None:
    box(choice, "B1").check()
    stop_clock(choice)
    submit_selection(choice)
    choice.get_by_role("banner").get_by_role("link", name="Meal Subscription").click()
    expect(choice).to_have_url(shop + "/order/mealsubscription")
    choice.clock.run_for(3000)
    expect(choice).to_have_url(shop + "/order/mealsubscription")
