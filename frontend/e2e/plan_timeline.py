"""Helpers for the plan timeline: an editable plan, its open days and the preview sentence."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page

# Boxes before their cut-off.
OPEN = ".day:not(.locked) input[name=servings], .day:not(.locked) input[type=checkbox]"


def open_a_plan(page: Page) -> None:
    """Open a day plan with days before their cut-off."""
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
    """The first sentence of the preview."""
    return page.locator("form [role=status] li, .preview li").first.inner_text()
