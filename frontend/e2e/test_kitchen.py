"""The kitchen sheet: by keyboard on a 360 px phone, on two phones at once, offline and on paper."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Browser, Locator, Page, expect
from sample_desk import at_the_desk, log_in
from steps import step
from test_desk_pages import faults

MOST_DAYS = 14


def open_a_day(page: Page) -> str:
    """Open breakfast of the first day from tomorrow that leaves the cook a choice of dishes; return its URL."""
    page.goto("/backoffice/kitchen/")
    for _ in range(MOST_DAYS):
        page.goto(page.locator("a[rel=next]").evaluate("(link) => link.href"))
        day = page.url
        page.goto(f"{day}?meal=1")
        if page.locator(".meal.here .ways button").count():
            return page.url
        page.goto(day)
    raise AssertionError("No breakfast to come of the sample shop has alternatives.")


def tick(page: Page, nth: int = 0) -> Locator:
    """The button of a dish to cook; the locator follows the dish after it is ticked."""
    name = page.locator(".meal.here .cook .tick-dish").nth(nth).get_attribute("id")
    return page.locator(f"#{name}")


def fold(page: Page, name: str) -> Locator:
    return page.locator(".meal.here summary", has_text=name)


def press(target: Locator) -> None:
    """Focus the control directly and press Enter: tabbing over a hundred dishes would be slow."""
    target.focus()
    target.page.keyboard.press("Enter")


def test_kitchen_sheet_works_by_keyboard(
    browser: Browser, browser_context_args: dict[str, Any], sample: str
) -> None:
    with at_the_desk(browser, browser_context_args, sample) as page:
        with step("whoever cooks is at the sheet at once, and has the calendar beside it"):
            log_in(page, "mani")
            expect(page).to_have_url(
                re.compile(r"/backoffice/kitchen/\d{4}-\d\d-\d\d/(\?meal=\d)?$")
            )
            places = page.get_by_role("navigation", name="Desk").get_by_role("link")
            assert [each.strip() for each in places.all_inner_texts()] == ["Kitchen", "Calendar"]
        day = open_a_day(page)
        with step("one meal is there at a time, and the others one press away"):
            expect(page.locator(".meal:visible")).to_have_count(1)
            press(page.get_by_role("navigation", name="Meals").get_by_role("link", name="Dinner"))
            expect(page.get_by_role("heading", name="Dinner", level=2)).to_be_visible()
            expect(page.locator(".meal:visible")).to_have_count(1)
        page.goto(day)
        with step("a dish is ticked, the page stays, and it says who did it"):
            dish = tick(page)
            press(dish)
            expect(dish).to_have_attribute("aria-pressed", "true")
            expect(fold(page, "Cooked")).to_be_focused()
            expect(dish).to_be_hidden()
            page.keyboard.press("Enter")
            expect(page.locator(".meal.here details .dish").first).to_contain_text("mani,")
            size = page.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)")
            box = dish.locator(".tick-mark").bounding_box() or {}
            assert (box["width"], box["height"]) == (1.75 * size, 1.75 * size)
            press(dish)
            expect(dish).to_have_attribute("aria-pressed", "false")
            expect(dish).to_be_focused()
        with step("of alternatives one is chosen, and taken back"):
            press(page.locator(".meal.here .ways button").first)
            press(fold(page, "Decided"))
            chosen = page.locator(".meal.here .lines li", has_text="mani,").first
            expect(chosen).to_be_visible()
            press(chosen.get_by_role("button", name="Undo"))
            expect(page.locator(".meal.here .lines li", has_text="mani,")).to_have_count(0)
        with step("what is not to be had is replaced, with a reason that stands on the sheet"):
            press(page.get_by_role("link", name="Replace a dish of the breakfast"))
            field = page.get_by_label("Missing dish")
            field.select_option(index=1)
            page.get_by_label("Cook instead").fill("curd millet bowl")
            page.get_by_label("Reason").fill("The milk is sour")
            page.keyboard.press("Enter")
            expect(page.locator(".instead").first).to_be_visible()
            press(fold(page, "Decided"))
            expect(page.get_by_text("The milk is sour").first).to_be_visible()
        with step("labels and what to buy are one press away, and no telephone number is anywhere"):
            for name in ("Labels", "Shopping", "Dishes"):
                page.goto(day)
                assert "55555" not in page.content()
                press(page.get_by_role("navigation", name="Kitchen").get_by_role("link", name=name))
                expect(page.locator("h1")).to_contain_text(name)
                assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_dish_is_marked_as_sold_out_beside_it_and_taken_back(
    browser: Browser, browser_context_args: dict[str, Any], sample: str
) -> None:
    with at_the_desk(browser, browser_context_args, sample) as page:
        log_in(page, "mani")
        open_a_day(page)
        sheet = page.url
        press(page.locator(".meal.here .sell-out summary").first)
        press(page.locator(".meal.here .sell-out[open]").get_by_role("button", name="Until I"))
        expect(page.locator(".message").first).to_contain_text("sold out until you take it back.")
        expect(page).to_have_url(sheet)
        press(page.locator(".meal.here .out").get_by_role("button", name="Take it back"))
        expect(page.locator(".message").first).to_contain_text("is on sale again.")
        expect(page.locator(".meal.here .out")).to_have_count(0)
        assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_recipe_opens_for_due_or_chosen_portions(
    browser: Browser, browser_context_args: dict[str, Any], sample: str
) -> None:
    with at_the_desk(browser, browser_context_args, sample) as page:
        log_in(page, "mani")
        open_a_day(page)
        press(page.locator(".meal.here .cook a.figure").first)
        expect(page.locator("#amounts")).to_have_text(re.compile(r"For \d+ portions?"))
        page.get_by_role("textbox", name="Portions").fill("34")
        page.keyboard.press("Enter")
        expect(page.get_by_role("heading", name="For 34 portions")).to_be_visible()
        press(page.get_by_role("link", name="Breakfast,"))


def test_tick_appears_on_another_phone_within_15_seconds(
    browser: Browser, browser_context_args: dict[str, Any], sample: str
) -> None:
    with (
        at_the_desk(browser, browser_context_args, sample) as one,
        at_the_desk(browser, browser_context_args, sample) as other,
    ):
        for page, name in ((one, "mani"), (other, "ravi")):
            log_in(page, name)
            day = open_a_day(one)
        other.clock.install()
        other.goto(day)
        here, there = tick(one, 1), tick(other, 1)
        here.click()
        expect(here).to_have_attribute("aria-pressed", "true")
        expect(there).to_have_attribute("aria-pressed", "false")
        other.clock.run_for(15_000)
        expect(there).to_have_attribute("aria-pressed", "true")
        with step("both tick, one of them from an old page, and nothing of either is lost"):
            here, there, late = tick(one, 2), tick(other, 3), tick(other, 2)
            here.click()
            there.click()
            expect(here).to_have_attribute("aria-pressed", "true")
            expect(there).to_have_attribute("aria-pressed", "true")
            other.clock.run_for(15_000)
            expect(late).to_have_attribute("aria-pressed", "true")


def test_offline_tick_is_shown_as_not_saved(
    browser: Browser, browser_context_args: dict[str, Any], sample: str
) -> None:
    with at_the_desk(browser, browser_context_args, sample, "ERR_INTERNET_DISCONNECTED") as page:
        log_in(page, "mani")
        open_a_day(page)
        page.context.set_offline(True)
        dish = tick(page, 4)
        dish.click()
        expect(page.get_by_text("Not saved: no connection. Please press it again.")).to_be_visible()
        expect(dish).to_have_attribute("aria-pressed", "false")
        page.context.set_offline(False)
        dish.click()
        expect(dish).to_have_attribute("aria-pressed", "true")
        expect(page.get_by_text("Not saved")).to_have_count(0)


def test_buttons_are_forms_without_javascript(
    browser: Browser, browser_context_args: dict[str, Any], sample: str
) -> None:
    given = {**browser_context_args, "java_script_enabled": False}
    with at_the_desk(browser, given, sample) as page:
        log_in(page, "mani")
        page.goto("/backoffice/kitchen/")
        while not page.locator(".dish").count():
            page.locator("a[rel=next]").click()
        dish = tick(page, 5)
        dish.click()
        expect(dish).to_have_attribute("aria-pressed", "true")
        fold(page, "Cooked").click()
        dish.click()
        expect(dish).to_have_attribute("aria-pressed", "false")


def test_print_starts_a_page_per_meal_with_the_time_in_the_footer(
    browser: Browser, browser_context_args: dict[str, Any], sample: str
) -> None:
    with at_the_desk(browser, browser_context_args, sample) as page:
        log_in(page, "mani")
        open_a_day(page)
        page.emulate_media(media="print")
        meals = page.locator(".meal")
        breaks = meals.evaluate_all("(all) => all.map((it) => getComputedStyle(it).breakBefore)")
        assert breaks == ["auto", *["page"] * (meals.count() - 1)]
        assert meals.evaluate_all("(all) => all.every((it) => it.checkVisibility())")
        folded = page.locator(".meal details > ul")
        assert folded.evaluate_all(
            "(all) => all.every((it) => it.checkVisibility({ contentVisibilityAuto: true }))"
        )
        foot = page.locator(".paper-foot")
        expect(foot).to_contain_text(re.compile(r"As of \w{3} \d+ \w{3}, \d+(:\d\d)? [ap]m"))
        expect(foot).to_have_css("display", "table-footer-group")
        for hidden in (page.locator(".ways").first, page.get_by_role("navigation").first):
            expect(hidden).to_be_hidden()


def test_kitchen_pages_are_accessible_in_their_states(
    browser: Browser, browser_context_args: dict[str, Any], sample: str
) -> None:
    with at_the_desk(browser, browser_context_args, sample, r"status of (404|409|422)") as page:
        log_in(page, "mani")
        found = []
        day = open_a_day(page).partition("?")[0]
        for address in (f"{day}?meal=2", f"{day}?meal=3", f"{day}?meal=4", f"{day}replace/2/"):
            page.goto(address)
            found += faults(page, address)
        page.goto(f"{day}?meal=2")
        page.goto(page.locator(".meal.here a.figure").first.evaluate("(link) => link.href"))
        for portions in ("?portions=12", "?portions=none"):
            page.goto(page.url.partition("?")[0] + portions)
            found += faults(page, "a recipe")
        for address in ("2031-12-31/", "items/?q=nothing+like+it", "items/?only=incomplete"):
            page.goto(f"/backoffice/kitchen/{address}")
            found += faults(page, address)
        with step("a dish that is refused says why"):
            page.goto("/backoffice/kitchen/items/?q=curd+millet")
            page.locator(".kitchen-items a").first.click()
            page.get_by_label("Ingredient 1", exact=True).fill("Moonstone")
            page.get_by_role("button", name="Save").click()
            expect(page.get_by_text("No such ingredient.").first).to_be_visible()
            found += faults(page, "a dish, refused")
    assert found == []
