"""The staff's commonest jobs, and a customer's skip, at a desk's window, on the engine's own sample shop."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from browsers import Browser
from plan_timeline import OPEN
from running_shop import PASSWORD

WINDOW = "desk"

# The kitchen's day after tomorrow, or Monday: plans have no Sundays, and every box is still open.
_DAY = datetime.now(UTC) + timedelta(days=2)
DAY = f"{_DAY + timedelta(days=_DAY.weekday() == 6):%Y-%m-%d}"
_EMPTY_TIMES = """[...document.querySelectorAll("input[type=time]")].filter((field) => !field.value)
  .map((field) => field.labels[0].textContent.trim().split("\\n")[0])"""
_FIRST_PRICE = "cell = document.querySelector('.price-row input[data-was]')"
_AT_THE_LOGIN = "!!document.querySelector('[name=password]')"


@pytest.fixture
def staff(browser: Browser, desk: str) -> Browser:
    """The window with the owner logged in."""
    log_in(browser, desk, "ravi")
    return browser


def log_in(browser: Browser, desk: str, name: str) -> None:
    browser.open(f"{desk}/backoffice/")
    if not browser.evaluate(_AT_THE_LOGIN):
        browser.press("button", "Log out")
        browser.wait_for(_AT_THE_LOGIN)
    browser.fill("Name", name)
    browser.fill("Password", PASSWORD)
    browser.press("button", "Log in")
    browser.wait_for("!location.pathname.includes('/login/')")


def addresses(browser: Browser, selector: str) -> list[str]:
    """The links of a CSS selector."""
    return list(
        browser.evaluate(f"[...document.querySelectorAll({selector!r})].map((a) => a.href)")
    )


def test_desk_fills_in_and_confirms_a_request(staff: Browser, desk: str) -> None:
    staff.open(f"{desk}/backoffice/requests/?status=new")
    for address in addresses(staff, "a.reference"):
        staff.open(address)
        if staff.evaluate("!!document.querySelector('[name=then][value=confirm]')"):
            break
    staff.fill("First day", f"{datetime.now(UTC) + timedelta(days=9):%Y-%m-%d}")
    for label in staff.evaluate(_EMPTY_TIMES):
        staff.fill(label, "19:30")
    staff.fill("PIN code", "600090")
    staff.choose("In delivery area", "Yes")
    staff.press("checkbox", "None (asked)")
    staff.press("button", "Save and confirm")
    staff.wait_for_text("Confirmed.")


def test_desk_skips_a_box_of_a_plan(staff: Browser, desk: str) -> None:
    staff.open(f"{desk}/backoffice/plans/")
    for address in addresses(staff, ".plan-row a.reference"):
        staff.open(address)
        if staff.evaluate(f"document.querySelectorAll({OPEN!r}).length >= 4"):
            break
    staff.press_at(OPEN)
    staff.press("button", "Skip")
    staff.wait_for_text("moves to")
    staff.press("radio", "The customer asked")
    staff.press_at("form[novalidate] button:not([type=button])")
    staff.wait_for("location.search.startsWith('?done=')")
    staff.wait_for_text("“The customer asked”")


def test_customer_skips_a_box_on_her_page(staff: Browser, desk: str) -> None:
    staff.open(f"{desk}/backoffice/plans/?list=starting")
    staff.open(addresses(staff, ".plan-row a.reference")[0])
    [page] = addresses(staff, "a[href^='/status/'][href$='/plan/']")
    staff.open(page)
    staff.press_at("[name=box]")
    staff.press("button", "Skip what I ticked")
    staff.wait_for_text("Nothing has changed yet.")
    staff.press("button", "Skip")
    staff.wait_for_text("Done: skipped.")
    staff.wait_for("location.search.startsWith('?done=')")


def test_kitchen_ticks_a_cooked_dish(browser: Browser, desk: str) -> None:
    log_in(browser, desk, "mani")
    browser.open(f"{desk}/backoffice/kitchen/{DAY}/")
    dish = browser.evaluate("document.querySelector('.meal.here .cook .tick-dish').id")
    browser.press_at(f"#{dish}")
    browser.wait_for(f"document.getElementById('{dish}').getAttribute('aria-pressed') === 'true'")
    browser.open(f"{desk}/backoffice/kitchen/{DAY}/")
    browser.wait_for(f"document.getElementById('{dish}').getAttribute('aria-pressed') === 'true'")


def test_kitchen_chooses_the_paper_of_its_labels(browser: Browser, desk: str) -> None:
    log_in(browser, desk, "mani")
    browser.open(f"{desk}/backoffice/kitchen/{DAY}/labels/")
    browser.wait_for_text("Labels, ")
    stock = browser.evaluate("document.querySelector('[name=stock]').options[1].text")
    browser.choose("Labels in the printer", stock)
    browser.press("button", "Use this paper")
    browser.wait_for("location.search.includes('stock=')")
    browser.wait_for(
        f"document.querySelector('[name=stock]').selectedOptions[0].text === {stock!r}"
    )


def test_rider_delivers_a_box(staff: Browser, desk: str) -> None:
    staff.open(f"{desk}/backoffice/runs/routes/")
    staff.fill("Name", "Beach")
    staff.fill("PIN codes", "600 090")
    staff.press("button", "Add")
    staff.wait_for_text("Route added.")
    staff.open(f"{desk}/backoffice/runs/")
    staff.press("link", "Lunch")
    staff.choose("Rider", "sita")
    staff.press("button", "Assign")
    staff.wait_for_text("sita is the rider.")
    log_in(staff, desk, "sita")
    staff.press("link", "Lunch Beach")
    staff.wait_for("!!document.querySelector('#next')")
    first = staff.evaluate("document.querySelector('#next').textContent")
    staff.press("button", "Delivered to")
    staff.wait_for(f"document.querySelector('#next').textContent !== {first!r}")
    staff.wait_for("!Object.keys(localStorage).some((key) => key.startsWith('oottam-run-'))")
    staff.open(staff.evaluate("location.href"))
    staff.wait_for(
        "document.querySelector('[aria-labelledby=over]').innerText.includes('Delivered')"
    )


def test_kitchen_marks_a_dish_sold_out_and_takes_it_back(browser: Browser, desk: str) -> None:
    log_in(browser, desk, "mani")
    browser.open(f"{desk}/backoffice/menu/sold-out/")
    browser.fill("Find a dish by its name", "Berry Smoothie")
    browser.press_at("[data-dishes] > li:not([hidden]) summary")
    browser.press("button", "Today")
    browser.press("button", "Take it back Berry Smoothie")
    browser.wait_for("!document.querySelector('#marked')")


def test_owner_changes_a_price(staff: Browser, desk: str) -> None:
    staff.open(f"{desk}/backoffice/menu/")
    label, price = staff.evaluate(
        f"(({_FIRST_PRICE}) => [cell.getAttribute('aria-label'), Number(cell.value)])()"
    )
    staff.fill(label, str(price + 1))
    staff.press("button", "Save prices")
    staff.wait_for_text("1 price is saved, not live yet.")
    staff.wait_for(f"(({_FIRST_PRICE}) => Number(cell.value) === {price + 1})()")


def test_owner_raises_many_prices_in_an_unstretched_sheet(staff: Browser, desk: str) -> None:
    staff.open(f"{desk}/backoffice/menu/")
    staff.press("button", "Change many")
    staff.wait_for("!!document.querySelector('#bulk[open]')")
    heights = "[...document.querySelectorAll('.price-tools button, #bulk > button')].map((each) => each.offsetHeight)"
    outside, within = staff.evaluate(heights)
    assert within == outside
    staff.fill("Change by", "10")
    staff.press("button", "Show the new prices")
    staff.wait_for_text("new prices are in the fields.")
