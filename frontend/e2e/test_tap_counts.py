"""Tap counts of the desk's daily jobs, starting at Today: a click or a chosen option is one, typing is none.

Each bound is a maximum; exceeding it means that the job became slower for the desk.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from accessibility import expect_accessible
from layout_checks import small_targets
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect
from sample_desk import PHONE, at_the_desk, log_in

TODAY = "/backoffice/"
DESKTOP: ViewportSize = {"width": 1280, "height": 800}
REQUEST_PAGE = re.compile(r"/backoffice/requests/OT-\w{7}/$")
KNOWN = re.compile(r"/backoffice/requests/new/\w+/\?for=")


class Taps:
    """A click counter for a page; `count` starts at construction."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.count = 0

    def on(self, target: Locator) -> None:
        """Click an element (one tap)."""
        target.click()
        self.count += 1

    def button(self, name: str | re.Pattern[str], within: Locator | None = None) -> None:
        """Click the first button of this name (one tap)."""
        self.on((within or self.page).get_by_role("button", name=name).first)

    def link(self, name: str | re.Pattern[str], within: Locator | None = None) -> None:
        """Click the first link of this name (one tap)."""
        self.on((within or self.page).get_by_role("link", name=name).first)

    def find(self, words: str) -> None:
        """Search for a customer from Today (one tap)."""
        self.page.goto(TODAY)
        self.page.get_by_role("searchbox", name=re.compile("^Find a customer")).fill(words)
        self.button("Find")


@pytest.fixture
def desk(browser: Browser, browser_context_args: dict[str, Any], sample: str) -> Iterator[Page]:
    """A phone page logged in as a member of the desk."""
    with at_the_desk(browser, browser_context_args, sample) as page:
        log_in(page, "priya")
        yield page


def request_url(page: Page, query: str, which: int = 0) -> str:
    """The URL of the request at index `which` in a filtered list."""
    page.goto(f"/backoffice/requests/?{query}")
    address = page.locator("a.reference").nth(which).get_attribute("href")
    assert address
    return address


def fill_in_details(page: Page) -> None:
    """Fill in all required details of the veg order on the page."""
    form = page.get_by_role("region", name="Delivery details")
    for time in form.locator("input[type=time]").all():
        time.fill("12:30")
    form.get_by_label("PIN code").fill("600090")
    form.get_by_label("In delivery area").select_option("Yes")
    form.get_by_label("None (asked)").check()
    form.get_by_role("button", name="Save details").click()


def digits_of_plan_customer(page: Page) -> str:
    """The last four phone digits, unique among customers, of one with a running plan."""
    page.goto("/backoffice/plans/?list=starting")
    for address in [it.get_attribute("href") for it in page.locator("a.reference").all()]:
        page.goto(str(address))
        link = page.locator(".request-reach a[href^='tel:']")
        if not link.count() or not page.get_by_role("link", name="Pause").count():
            continue
        digits = str(link.get_attribute("href"))[-4:]
        page.goto(f"/backoffice/customers/?q={digits}")
        if page.get_by_role("button", name=re.compile("^Skip ")).count():
            return digits
    raise AssertionError("The sample shop has no plan that can be skipped.")


def test_confirm_a_new_order_with_known_details(desk: Page) -> None:
    """At most four taps, including the confirmation's mail where it is written by hand."""
    address = request_url(desk, "status=new&kind=veg&sort=waiting")
    desk.goto(address)
    fill_in_details(desk)
    desk.goto(TODAY)
    taps = Taps(desk)
    taps.link(re.compile("new requests"))
    taps.on(desk.locator(f"a.reference[href='{address}']"))
    taps.button("Confirm")
    expect(desk.get_by_role("status").filter(has_text="Confirmed.")).to_be_visible()
    assert taps.count <= 4


def test_record_the_whole_amount_as_paid(desk: Page) -> None:
    address = request_url(desk, "owes=1")
    desk.goto(address)
    taps = Taps(desk)
    taps.link("Record a payment")
    taps.button("Record the payment")
    expect(desk.get_by_text("Payment recorded.")).to_be_visible()
    expect(desk.get_by_role("region", name="Money").locator("tfoot")).to_contain_text(
        "Paid in full"
    )
    assert taps.count <= 2


def test_skip_tomorrow_for_a_caller(desk: Page) -> None:
    digits = digits_of_plan_customer(desk)
    taps = Taps(desk)
    taps.find(digits)
    taps.button(re.compile("^Skip "))
    expect(desk.get_by_text("Skipped.")).to_be_visible()
    expect(desk.get_by_role("button", name="Undo")).to_be_visible()
    assert taps.count <= 4


def test_pause_a_plan_for_a_caller(desk: Page) -> None:
    digits = digits_of_plan_customer(desk)
    taps = Taps(desk)
    taps.find(digits)
    taps.link(re.compile("^Pause"))
    taps.button("Pause")
    expect(desk.get_by_text("Paused.")).to_be_visible()
    assert taps.count <= 3


def test_enter_a_phone_order_from_a_known_number(desk: Page) -> None:
    """Three dishes; text is typed into the phone number and the dish search."""
    desk.goto(request_url(desk, "status=completed&kind=veg"))
    number = str(desk.locator(".request-reach a[href^='tel:']").get_attribute("href"))
    taps = Taps(desk)
    taps.find(number.removeprefix("tel:"))
    taps.on(desk.locator("a", has_text="New order").and_(desk.locator("main a")).first)
    expect(desk).to_have_url(KNOWN)
    desk.get_by_label("Find a dish").fill("smoothie")
    for at in range(3):
        taps.on(desk.get_by_role("option").nth(at))
    expect(
        desk.get_by_role("region", name="Selected dishes").get_by_role("listitem")
    ).to_have_count(3)
    taps.button("Save order")
    desk.wait_for_url(REQUEST_PAGE)
    expect(desk.get_by_text("Taken by phone")).to_be_visible()
    assert taps.count <= 6


def test_reorder_and_confirm(desk: Page) -> None:
    """Of a customer whose dishes clash with nothing: the first ones' may, by the sample's day."""
    desk.goto(TODAY)
    links = desk.get_by_role("link", name=re.compile("^Reorder"))
    said = desk.get_by_role("status").filter(has_text=re.compile("Confirmed\\.|Not confirmed yet"))
    for at in range(links.count()):
        desk.goto(TODAY)
        taps = Taps(desk)
        taps.on(links.nth(min(at, links.count() - 1)))
        taps.button("Save reorder")
        desk.wait_for_url(REQUEST_PAGE)
        assert taps.count <= 2
        taps.button(re.compile("onfirm$"))
        expect(said).to_be_visible()
        if "Not confirmed yet" not in said.inner_text():
            break
    expect(said).to_contain_text("Confirmed.")
    assert taps.count <= 3


@pytest.mark.parametrize("width", [360, pytest.param(768, marks=pytest.mark.slow)])
def test_next_step_is_in_view_and_covers_nothing(desk: Page, width: int) -> None:
    desk.set_viewport_size({"width": width, "height": 740})
    desk.goto(request_url(desk, "status=new&kind=nonveg"))
    bar = desk.locator(".step-bar")
    expect(bar).to_have_count(1)
    for ends in (0, 100_000):
        desk.evaluate("top => scrollTo(0, top)", ends)
        expect(bar.get_by_role("button", name="Save details")).to_be_in_viewport(ratio=1)
        expect(bar.get_by_role("button", name="Save and confirm")).to_be_in_viewport(ratio=1)
    box, places = bar.bounding_box(), desk.locator(".places").bounding_box()
    last = desk.locator(".request-side > .card").last.bounding_box()
    assert box
    assert places
    assert last
    assert abs(box["y"] + box["height"] - places["y"]) < 1
    assert last["y"] + last["height"] <= box["y"]
    field = desk.get_by_role("textbox", name="Kitchen note")
    field.focus()
    where = field.bounding_box()
    assert where
    assert where["y"] + where["height"] <= box["y"]
    assert desk.evaluate("document.documentElement.scrollWidth") <= width


def test_caller_and_message_pages_are_accessible(desk: Page) -> None:
    address = request_url(desk, "status=new&kind=veg")
    for name, where in (
        ("a caller", "/backoffice/customers/?q=5555"),
        ("a message", f"{address}?write=question"),
        ("details", address),
        ("requests of today", "/backoffice/requests/?status=today"),
    ):
        desk.goto(where)
        expect_accessible(desk, name, DESKTOP, PHONE)
        assert small_targets(desk) == [], name


def test_print_labels_of_the_next_meal(desk: Page) -> None:
    desk.goto(TODAY)
    taps = Taps(desk)
    taps.link(re.compile("^Labels"))
    printed = desk.get_by_role("link", name=re.compile("^Print")).first
    address = printed.get_attribute("href")
    taps.count += 1  # another test checks the file itself
    answer = desk.request.get(str(address))
    assert answer.status == 200
    assert taps.count <= 2
