"""The weeks of a plan in a browser: a plan that can still be changed, its open days, what is told of them."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page

# Boxes on which the kitchen does not count yet.
OPEN = ".day:not(.locked) input[name=servings], .day:not(.locked) input[type=checkbox]"


def open_a_plan(page: Page) -> None:
    """One by the day of which some days can still be changed; the page stands there."""
    page.goto("/backoffice/plans/?q=")
    rows = page.locator(".plan-row", has_text=re.compile("Veg meal|Non-veg meal|Meal tray"))
    found = rows.locator("a.reference").evaluate_all("(links) => links.map((link) => link.href)")
    for address in found:
        page.goto(address)
        if page.locator(OPEN).count() >= 4:
            return
    raise AssertionError("No plan of the sample shop has four days to come.")


def first_open(page: Page) -> Locator:
    return page.locator(OPEN).first


def sentence_of(page: Page) -> str:
    """The first sentence of what would be done."""
    return page.locator("form [role=status] li, .preview li").first.inner_text()
