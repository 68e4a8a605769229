"""What only WebKit draws in its own way: empty times and dates, in which it shows the present."""

from __future__ import annotations

import io

import pytest
from browsers import Browser
from ordering import VEG
from PIL import Image
from test_journeys import choose_dishes
from test_staff_jobs import log_in
from waiting import wait_for

WINDOW = "desk"
PADDING = 6  # pixels, within which no field has text

pytestmark = pytest.mark.parametrize("engine", ["webkit"], indirect=True)


def wait_until_blank(browser: Browser, selector: str, *, blank: bool) -> None:
    """Wait until the field shows nothing within its border, or something."""
    wait_for(lambda: _is_blank(browser, selector) is blank, f"{selector} is blank: {blank}")


def _is_blank(browser: Browser, selector: str) -> bool:
    field = f"document.querySelector('{selector}')"
    browser.evaluate(f"{field}.scrollIntoView({{ block: 'center', behavior: 'instant' }})")
    left, top, right, bottom = browser.evaluate(
        f"(({{ left, top, right, bottom }}) => [left, top, right, bottom])({field}.getBoundingClientRect())"
    )
    inside = (left + PADDING, top + PADDING, right - PADDING, bottom - PADDING)
    window = Image.open(io.BytesIO(browser.screenshot())).convert("RGB")
    return len(window.crop(inside).getcolors(maxcolors=1) or "") == 1


def test_time_of_an_order_is_blank_until_it_is_chosen(browser: Browser, shop: str) -> None:
    choose_dishes(VEG)(browser, shop)
    browser.wait_for("!!document.querySelector('[name=timing]')")
    wait_until_blank(browser, "[name=timing]", blank=True)
    browser.fill("Timing", "08:30")
    wait_until_blank(browser, "[name=timing]", blank=False)


def test_dates_of_a_filter_are_blank_until_they_are_chosen(browser: Browser, desk: str) -> None:
    log_in(browser, desk, "ravi")
    browser.open(f"{desk}/backoffice/audit/")
    wait_until_blank(browser, "[name=from]", blank=True)
    browser.fill("From", "2026-11-20")
    browser.fill("Reference", "OT")
    wait_until_blank(browser, "[name=from]", blank=False)
    wait_until_blank(browser, "[name=to]", blank=True)
