"""Persistence and restoration of a selection (specification, section 3)."""

from __future__ import annotations

import pytest
from hydration import open_hydrated
from mock_responses import stop_clock
from ordering import BLANK_PAGE, NONVEG, TRAY, VEG, Visitor, body_of, of, popup
from playwright.sync_api import APIRequestContext, Locator, expect
from steps import step
from waiting import wait_until

TOTALS = {VEG: 539, NONVEG: 497, TRAY: 135}
SAID = {VEG: "Taken.", NONVEG: "Taken.", TRAY: "✅ Meal Tray Order submitted successfully!"}


_COUNT_REMOVALS = """key => {
  window.removals = 0;
  addEventListener("storage", event => { window.removals += event.key === key && event.newValue === null; });
}"""


def leave(visitor: Visitor) -> None:
    here = visitor.page.url
    visitor.page.get_by_role("link", name="Meal Subscription").first.click()
    expect(visitor.page).not_to_have_url(here)


def offer(visitor: Visitor) -> Locator:
    return visitor.page.get_by_role("button", name="Restore your selection")


@pytest.mark.spec("2.7", "3.10", "4.8")
@of(VEG, nightly=(NONVEG, TRAY))
def test_selection_is_kept_from_menu_to_form_and_cleared_on_leaving(
    visitor: Visitor,
) -> None:
    page, dishes = visitor.page, visitor.kind.dishes
    visitor.open_menu()
    expect(offer(visitor)).to_have_count(0)
    visitor.tick()
    with step("a reload keeps the selection on the menu"):
        page.reload()
        expect(visitor.box(dishes[0])).to_be_checked()
    with step("leaving the menu for another page drops the selection"):
        leave(visitor)
        visitor.expect_stored({})
        page.go_back()
        expect(visitor.box(dishes[0])).not_to_be_checked()
    with step("the next visit in this tab offers what leaving took"):
        expect(offer(visitor)).to_have_text("Restore your selection")
        offer(visitor).click()
        for dish in dishes:
            expect(visitor.box(dish)).to_be_checked()
        expect(offer(visitor)).to_have_count(0)
    visitor.proceed()
    expect(visitor.submit_button).to_be_visible()
    with step("ticks are stored under the kind's own key, with the total and nothing personal"):
        visitor.fill()
        [(key, stored)] = visitor.stored().items()
        assert key == visitor.kind.storage_key
        assert list(stored) == ["selectedItems", "totalCost"]
        assert [dish["name"] for dish in stored["selectedItems"]] == list(dishes)
        assert stored["totalCost"] == TOTALS[visitor.kind]
        assert "Meena" not in str(stored)
    with step("a reload keeps the selection on the form"):
        page.reload()
        expect(page.get_by_label("Selected Item Count")).to_have_value(str(len(dishes)))
    with step("leaving the form for the menu drops the selection, and it is offered"):
        page.go_back()
        expect(visitor.box(dishes[0])).not_to_be_checked()
        visitor.expect_stored({})
        expect(offer(visitor)).to_have_text("Restore your selection")
    if visitor.kind is NONVEG:
        with step("leaving the form for another page drops the selection"):
            offer(visitor).click()
            visitor.proceed()
            expect(visitor.submit_button).to_be_visible()
            leave(visitor)
            visitor.expect_stored({})


def test_reloaded_form_never_flashes_the_empty_notice(web: APIRequestContext) -> None:
    for kind in (VEG, NONVEG, TRAY):
        html = web.get(kind.form).text()
        assert "items first" not in html
        assert "Redirecting" not in html


@pytest.mark.spec("3.10")
def test_selection_left_by_an_external_link_is_removed_when_another_page_loads(
    visitor: Visitor,
) -> None:
    page = visitor.page
    visitor.open_menu()
    visitor.tick()
    page.goto(visitor.shop + BLANK_PAGE)
    with step("whoever comes back to the menu finds the selection"):
        page.go_back()
        expect(visitor.box(VEG.dishes[0])).to_be_checked()
    page.goto(visitor.shop + BLANK_PAGE)
    assert list(visitor.stored()) == [VEG.storage_key]
    with step("whoever comes back to another page has left it"):
        open_hydrated(page, visitor.shop + "/order/birthday")
        assert visitor.stored() == {}


def test_second_tab_leaving_the_menu_keeps_the_first_tabs_order(
    visitor: Visitor,
) -> None:
    visitor.open_menu()
    visitor.tick()
    before = visitor.stored()
    second = Visitor(visitor.page.context.new_page(), visitor.shop, VEG)
    second.open_menu()
    expect(second.box("Berry Smoothie")).to_be_checked()
    second.box("Dry Fruit Smoothie").uncheck()
    visitor.page.evaluate(_COUNT_REMOVALS, VEG.storage_key)
    leave(second)
    # The tabs may be separate processes, so storage removals arrive with a delay.
    wait_until(visitor.page, "window.removals > 0")
    visitor.expect_stored(before)
    visitor.page.reload()
    for dish in VEG.dishes:
        expect(visitor.box(dish)).to_be_checked()
    with step("the last tab to leave removes it, after a reload too"):
        leave(visitor)
        visitor.expect_stored({})
        wait_until(second.page, f"localStorage.getItem('{VEG.storage_key}') === null")


@pytest.mark.usefixtures("clock")
@of(NONVEG, nightly=(VEG, TRAY))
def test_submitted_order_is_removed_from_storage_but_still_shown(
    visitor: Visitor,
) -> None:
    visitor.mock_response({"status": "success", "message": "Taken."})
    visitor.open_form()
    visitor.fill()
    stop_clock(visitor.page)
    visitor.submit()
    expect(popup(visitor.page, SAID[visitor.kind])).to_be_visible()
    visitor.expect_stored({})
    count = visitor.page.get_by_label("Selected Item Count")
    expect(count).to_have_value(str(len(visitor.kind.dishes)))
    with step("whoever loads the menu at once finds nothing ticked"):
        visitor.open_menu()
        expect(visitor.box(visitor.kind.dishes[0])).not_to_be_checked()
        visitor.expect_stored({})


@of(TRAY, nightly=(VEG, NONVEG))
def test_menu_link_of_the_form_restores_ticks(visitor: Visitor) -> None:
    page, dishes = visitor.page, visitor.kind.dishes

    def expect_ticked() -> None:
        for dish in dishes:
            expect(visitor.box(dish)).to_be_checked()
        expect(offer(visitor)).to_have_count(0)

    visitor.go_to_form()
    page.get_by_role("link", name="Change dishes").click()
    visitor.expect_at(visitor.kind.selection)
    expect_ticked()
    with step("the stored key has gone, as with every way from the form to another page"):
        visitor.expect_stored({})
    with step("a reload keeps them"):
        page.reload()
        expect_ticked()
    with step("they go along to the form"):
        visitor.proceed()
        expect(page.get_by_label("Selected Item Count")).to_have_value(str(len(dishes)))
    with step("Back drops them, as ever"):
        page.go_back()
        expect(offer(visitor)).to_be_visible()
        expect(visitor.box(dishes[0])).not_to_be_checked()
        visitor.expect_stored({})


def test_second_tab_with_other_dishes_does_not_change_the_first_tabs_submission(
    visitor: Visitor,
) -> None:
    visitor.mock_response({"status": "success", "message": "Taken."})
    visitor.open_form("Dry Fruit Smoothie")
    second = Visitor(visitor.page.context.new_page(), visitor.shop, VEG)
    second.open_menu()
    expect(second.box("Dry Fruit Smoothie")).to_be_checked()
    second.box("Dry Fruit Smoothie").uncheck()
    second.tick("Berry Smoothie")
    visitor.fill()
    visitor.submit()
    expect(popup(visitor.page, "Taken.").first).to_be_visible()
    [request] = visitor.sent
    assert [dish["name"] for dish in body_of(request)["selectedItems"]] == ["Dry Fruit Smoothie"]


def test_order_works_with_blocked_storage(visitor: Visitor) -> None:
    visitor.page.add_init_script(
        "Object.defineProperty(window, 'localStorage', { get() { throw new Error('blocked'); } })"
    )
    visitor.go_to_form()
    expect(visitor.page.get_by_label("Selected Item Count")).to_have_value("2")


def test_offer_of_one_dish_is_dropped_by_reload_or_refusal(visitor: Visitor) -> None:
    visitor.open_menu()
    visitor.tick("Berry Smoothie")
    leave(visitor)
    visitor.page.go_back()
    expect(offer(visitor)).to_have_text("Restore your selection")
    visitor.page.get_by_role("button", name="No, start fresh").click()
    expect(offer(visitor)).to_have_count(0)
    expect(visitor.page.get_by_role("heading", level=2).first).to_be_focused()
    visitor.tick("Berry Smoothie")
    leave(visitor)
    visitor.page.go_back()
    expect(offer(visitor)).to_be_visible()
    visitor.page.reload()
    expect(visitor.box("Berry Smoothie")).to_be_visible()
    expect(offer(visitor)).to_have_count(0)


@pytest.mark.usefixtures("clock")
def test_failed_order_is_offered_again_but_submitted_order_is_not(visitor: Visitor) -> None:
    visitor.open_form()
    for status, offers in (("error", 1), ("success", 0)):
        with step(f"after {status} there are {offers} offers"):
            visitor.mock_response({"status": status, "message": "So it is."})
            visitor.fill()
            visitor.submit()
            visitor.expect_at(VEG.selection)
            expect(visitor.box("Berry Smoothie")).not_to_be_checked()
            expect(offer(visitor)).to_have_count(offers)
        if offers:
            offer(visitor).click()
            visitor.proceed()
            expect(visitor.submit_button).to_be_visible()
