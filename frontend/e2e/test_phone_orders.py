"""The desk takes an order while the customer is on the phone: by the keyboard alone, on a screen of either width."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

ROOT = Path(__file__).resolve().parents[2]
PASSWORD = "a pass of the desk 1"
NEW = "/backoffice/requests/new/veg/"


@pytest.fixture(scope="session")
def colleague(shop: str, shop_data: Path) -> str:
    """The name of somebody who may log in at this session's shop."""
    environment = {
        **{k: v for k, v in os.environ.items() if k != "DATABASE_URL"},
        "PYTHONPATH": str(ROOT / "backend"),
        "OOTTAM_VAR": str(shop_data),
    }
    manage = [sys.executable, str(ROOT / "backend/manage.py"), "staff_account"]
    manage += ["priya", "--role", "desk"]
    subprocess.run(manage, check=True, env=environment, input=f"{PASSWORD}\n", text=True)
    return "priya"


@pytest.fixture
def desk(
    browser: Browser, browser_context_args: dict[str, Any], shop: str, colleague: str
) -> Iterator[Page]:
    """A page on which somebody has logged in; it fails its test on console errors and warnings."""
    context = browser.new_context(**{**browser_context_args, "base_url": shop})
    page = context.new_page()
    noise: list[str] = []
    page.on(
        "console",
        lambda said: noise.append(said.text) if said.type in ("error", "warning") else None,
    )
    page.on("pageerror", lambda error: noise.append(str(error)))
    page.goto("/backoffice/login/")
    page.get_by_label("Name").fill(colleague)
    page.get_by_label("Password").fill(PASSWORD)
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"/backoffice/$"))
    yield page
    context.close()
    assert [each for each in noise if "ERR_FAILED" not in each] == []


def take_by_keyboard(page: Page) -> None:
    """From the page's arrival to the button, without a pointer."""
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
    for _ in range(3):  # past the two buttons that take a dish out
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


@pytest.mark.parametrize("width", [1280, 360])
def test_a_veg_order_is_entered_by_the_keyboard_alone(
    desk: Page, rows: Callable[..., list[dict[str, Any]]], width: int
) -> None:
    desk.set_viewport_size({"width": width, "height": 740})
    desk.goto(NEW)
    take_by_keyboard(desk)
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


def test_a_reply_that_is_lost_loses_nothing_and_a_second_press_stores_no_second_order(
    desk: Page, rows: Callable[..., list[dict[str, Any]]]
) -> None:
    before = rows("select count(*) as n from requests_request")[0]["n"]
    lost: list[int] = []

    def lose_the_first(route: Route) -> None:
        if route.request.method != "POST" or lost:
            return route.fallback()
        lost.append(route.fetch().status)  # it is stored, and the answer never comes
        return route.abort()

    desk.goto(NEW)
    desk.route(f"**{NEW}", lose_the_first)
    take_by_keyboard(desk)
    desk.keyboard.press("Enter")
    expect(desk.get_by_role("alert")).to_contain_text("it is saved only once")
    expect(desk.get_by_label("Address")).to_have_value("12 Beach Road")
    desk.get_by_role("button", name="Save order").press("Enter")
    desk.wait_for_url(re.compile(r"/backoffice/requests/OT-\w{7}/$"))
    assert lost == [201]
    assert rows("select count(*) as n from requests_request")[0]["n"] == before + 1


def test_without_javascript_the_page_says_what_it_needs(
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
