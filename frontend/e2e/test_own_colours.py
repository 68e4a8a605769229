"""A shop's own colours, the faintest that its back office takes, can be read on pages and in dialogs."""

from __future__ import annotations

import pytest
from accessibility import PHONE, checked_at, expect_accessible, freeze_page
from hydration import open_hydrated
from ordering import VEG, Visitor
from playwright.sync_api import Page, expect
from published_menu import Files, render, serve

from oottam.catalogue.colours import SHIPPED, WHITE, colour_error, mix

PALETTES = {
    "blue and violet": {"accent": "#5a1a9e", "brand": "#103a7a", "ink": "#101a33"},
    "brown and teal": {"accent": "#004f4f", "brand": "#4a2a10", "ink": "#2a1a0c"},
    "grey": {"accent": "#222222", "brand": "#111111", "ink": "#000000"},
}


def faintest(colours: dict[str, str]) -> dict[str, str]:
    """Each colour as near to white as the others allow; the ground as dark as they allow."""
    found = {**colours, "ground": WHITE}
    for name, towards in (
        ("ground", "#d8c8b0"),
        ("brand", WHITE),
        ("accent", WHITE),
        ("ink", WHITE),
    ):
        start = found[name]
        for share in range(100):
            tone = mix(towards, start, share / 100)
            if colour_error({**found, name: tone}):
                break
            found[name] = tone
    return found


@pytest.mark.parametrize("colours", PALETTES.values(), ids=PALETTES)
def test_the_faintest_own_colours_are_readable(
    page: Page, shop: str, colours: dict[str, str]
) -> None:
    own = faintest(colours)
    assert own.keys() == SHIPPED.keys()
    assert not colour_error(own)

    def paint(files: Files) -> None:
        files["site.json"]["colours"] = own

    freeze_page(page)
    serve(page, render(7, {"Ragi Chocolate Shake": "today"}, paint))
    with checked_at(PHONE):
        open_hydrated(page, shop + "/order/")
        accent: str = page.evaluate(
            "getComputedStyle(document.documentElement).getPropertyValue('--chilli')"
        )
        assert accent.strip() == own["accent"]
        expect_accessible(page, f"landing in {own}")
        visitor = Visitor(page, shop, VEG)
        visitor.open_menu()
        visitor.tick("Berry Smoothie")
        expect_accessible(page, f"a menu in {own}")
        page.get_by_role("button", name="View details: Berry Smoothie").click()
        expect(page.get_by_role("dialog")).to_be_visible()
        expect_accessible(page, f"a dish in {own}")
        page.keyboard.press("Escape")
        visitor.go_to_form("Dry Fruit Smoothie")
        page.get_by_role("button", name="Submit Order").click()
        expect_accessible(page, f"a form with errors in {own}")
