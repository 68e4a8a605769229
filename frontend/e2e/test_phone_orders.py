"""Phone orders entered by the desk with the keyboard alone, on narrow and wide screens."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect
from running_shop import PASSWORD, manage
from sample_desk import log_in, quiet_page

NEW = "/backoffice/requests/new/veg/"


@pytest.fixture(scope="session")
def colleague(shop: str, shop_data: Path) -> str:
    """Create a staff account in this session's shop; return its name."""
    manage(shop_data, "staff_account", "priya", "--role", "desk", typed=f"{PASSWORD}\n")
    return "priya"


@pytest.fixture
def desk(
    browser: Browser, browser_context_args: dict[str, Any], shop: str, colleague: str
) -> Iterator[Page]:
    """A quiet page, logged in."""
    with quiet_page(browser, "ERR_FAILED", **{**browser_context_args, "base_url": shop}) as page:
        page.goto("/backoffice/login/")
        log_in(page, colleague)
        yield page


def enter_order_by_keyboard(page: Page) -> None:
    """Fill in the page up to its submit button without a pointer."""
    keyboard = page.keyboard
    expect(page.get_by_role("combobox", name="Find a dish")).to_be_focused()
    keyboard.type("dry fruit")
    keyboard.press("Enter")
    keyboard.type("smoothie")
    for _ in range(2):
        keyboard.press("ArrowDown")
    keyboard.press("Enter")
    expect(
        page.get_by_role("region", name="Selected dishes").get_by_role("listitem")
    ).to_have_count(2)
    for _ in range(3):  # skip the two buttons that remove a dish
        keyboard.press("Tab")
    expect(page.get_by_label("Days")).to_be_focused()
    keyboard.type("15")
    keyboard.press("Tab")
    keyboard.press("Tab")
    keyboard.press("Space")
    expect(page.get_by_label("Lunch")).to_be_checked()
    keyboard.press("Tab")
    keyboard.press("Tab")
    expect(page.get_by_label("Delivery time")).to_be_focused()
    keyboard.type("1230PM")
    while page.evaluate("document.activeElement.name") == "timing":
        keyboard.press("Tab")
    for text in ("Asha", "Raman", "98400 12345", "asha@example.com", "12 Beach Road"):
        keyboard.type(text)
        keyboard.press("Tab")
    expect(page.get_by_role("button", name="Save order")).to_be_focused()


@pytest.mark.parametrize("width", [360, pytest.param(1280, marks=pytest.mark.slow)])
def test_veg_order_is_entered_by_keyboard(
    desk: Page, rows: Callable[..., list[dict[str, Any]]], width: int
) -> None:
    desk.set_viewport_size({"width": width, "height": 740})
    desk.goto(NEW)
    enter_order_by_keyboard(desk)
    total = desk.get_by_role("status").filter(has_text="Total")
    expect(total).to_be_in_viewport(ratio=1)
    shown = total.inner_text().split("₹")[1].replace(",", "")
    assert desk.evaluate("document.documentElement.scrollWidth") <= width
    desk.keyboard.press("Enter")
    desk.wait_for_url(re.compile(r"/backoffice/requests/OT-\w{7}/$"))
    reference = desk.url.rstrip("/").rpartition("/")[2]
    expect(desk.get_by_role("heading", level=1)).to_have_text("Asha Raman")
    expect(desk.get_by_text(reference).first).to_be_visible()
    [stored] = rows(
        "select r.source, r.kind, o.total_paise, o.days, o.free_days from requests_request r"
        " join orders_order o on o.request_id = r.id where r.reference = ?",
        reference,
    )
    assert stored["source"] == "staff"
    assert stored["total_paise"] == round(float(shown) * 100)
    assert (stored["days"], stored["free_days"]) == (15, 1)


def test_lost_response_keeps_values_and_retry_stores_one_order(
    desk: Page, rows: Callable[..., list[dict[str, Any]]]
) -> None:
    before = rows("select count(*) as n from requests_request")[0]["n"]
    lost: list[int] = []

    def drop_first_response(route: Route) -> None:
        if route.request.method != "POST" or lost:
            return route.fallback()
        lost.append(route.fetch().status)  # stored, but the response is lost
        return route.abort()

    desk.goto(NEW)
    desk.route(f"**{NEW}", drop_first_response)
    enter_order_by_keyboard(desk)
    desk.keyboard.press("Enter")
    expect(desk.get_by_role("alert")).to_contain_text("it is saved only once")
    expect(desk.get_by_label("Address")).to_have_value("12 Beach Road")
    desk.get_by_role("button", name="Save order").press("Enter")
    desk.wait_for_url(re.compile(r"/backoffice/requests/OT-\w{7}/$"))
    assert lost == [201]
    assert rows("select count(*) as n from requests_request")[0]["n"] == before + 1


def test_page_shows_a_notice_without_javascript(
    browser: Browser, shop: str, colleague: str, desk: Page
) -> None:
    cookies = desk.context.cookies()
    context = browser.new_context(base_url=shop, java_script_enabled=False)
    context.add_cookies(cookies)  # type: ignore[arg-type]
    page = context.new_page()
    page.goto(NEW)
    expect(page.get_by_role("heading", name="This page needs JavaScript")).to_be_visible()
    expect(page.get_by_text("Loading the menu")).to_be_hidden()
    context.close()
