"""What only WebKit draws in its own way: empty times and dates, in which it shows the present."""

from __future__ import annotations

import io

import pytest
from browsers import Browser
from ordering import VEG
from PIL import Image
from test_journeys import choose_dishes
from test_staff_jobs import log_in

WINDOW = "desk"
PADDING = 6  # pixels, within which no field has text

pytestmark = pytest.mark.parametrize("engine", ["webkit"], indirect=True)


def is_blank(browser: Browser, selector: str) -> bool:
    """Whether the field shows nothing within its border."""
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
    assert is_blank(browser, "[name=timing]")
    browser.fill("Timing", "08:30")
    assert not is_blank(browser, "[name=timing]")


def test_dates_of_a_filter_are_blank_until_they_are_chosen(browser: Browser, desk: str) -> None:
    log_in(browser, desk, "ravi")
    browser.open(f"{desk}/backoffice/audit/")
    assert is_blank(browser, "[name=from]")
    browser.fill("From", "2026-11-20")
    browser.fill("Reference", "OT")
    assert not is_blank(browser, "[name=from]")
    assert is_blank(browser, "[name=to]")
