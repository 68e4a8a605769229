"""Tables keep their accessibility semantics when restyled, and their cells stay aligned."""

from __future__ import annotations

from typing import Any

import pytest
from accessibility import DESKTOP, PHONE
from hydration import open_hydrated
from layout_checks import misplaced_cells, small_targets
from playwright.sync_api import Page, expect


def accessible_tables(page: Page) -> dict[str, tuple[int, int]]:
    """Row and row header counts of each table in the accessibility tree, by table name."""
    session = page.context.new_cdp_session(page)
    nodes = {node["nodeId"]: node for node in session.send("Accessibility.getFullAXTree")["nodes"]}
    session.detach()

    def count(node: dict[str, Any], role: str) -> int:
        children = [nodes[child] for child in node.get("childIds", []) if child in nodes]
        return (node["role"]["value"] == role) + sum(count(child, role) for child in children)

    return {
        node["name"]["value"]: (count(node, "row"), count(node, "rowheader"))
        for node in nodes.values()
        if node.get("role", {}).get("value") == "table"
    }


WINDOWS = (PHONE, DESKTOP)
MEALS = ("Breakfast", "Lunch", "Dinner")


@pytest.mark.parametrize("path", ["/order/mealsubscription", "/order/Meal/Weeklyandmonthlycombos"])
def test_every_table_is_read_as_one_and_aligned_on_every_phone(
    page: Page, shop: str, path: str
) -> None:
    open_hydrated(page, shop + path)
    for window in WINDOWS:
        page.set_viewport_size(window)
        read = accessible_tables(page)
        if path == "/order/mealsubscription":
            # A header row, then a row per item for each of the six days.
            assert read["Week 1, Breakfast"] == (13, 6), window
        else:
            assert read == {f"Week 1, {meal}": (7, 6) for meal in MEALS}, window
    page.set_viewport_size(PHONE)
    if path == "/order/mealsubscription":
        page.get_by_role("button", name="Show week 4").click()
        for week in (2, 3):
            card = page.get_by_role("region", name=f"Week {week}")
            card.get_by_role("button", name="Show the days").click()
    expect(page.locator("table")).to_have_count(12)
    page.get_by_role("checkbox", name="Tuesday, Week 1 breakfast").check()
    page.evaluate("document.fonts.ready")
    faults: list[str] = []
    for width in (320, 344, 360, 390, 412):
        page.set_viewport_size({"width": width, "height": 740})
        faults += [f"{width}: {fault}" for fault in (*misplaced_cells(page), *small_targets(page))]
    page.set_viewport_size({"width": 360, "height": 740})
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    faults += [f"with text at 200 %: {fault}" for fault in misplaced_cells(page)]
    assert not faults, "\n".join(faults)
