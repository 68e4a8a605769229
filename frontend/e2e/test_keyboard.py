"""The meal flows with the keyboard alone: Tab, Shift+Tab, Space, Enter, Esc and typing."""

from __future__ import annotations

import pytest
from meal_choice import CHOICE, REVIEW, item, toast
from mock_responses import mock_reply
from ordering import NONVEG, TRAY, VEG, Kind, Visitor, of, popup
from playwright.sync_api import Locator, Page, expect

MANY = 150  # more stops than any of these screens has


def tab_to(page: Page, target: Locator) -> None:
    """Press Tab until the target has the focus."""
    element = (
        target.element_handle()
    )  # Resolved once: a lookup per stop takes longer than the stop.
    for _ in range(MANY):
        if element.evaluate("element => element === document.activeElement"):
            return
        page.keyboard.press("Tab")
    pytest.fail(f"Tab does not reach {target}")


def type_into(page: Page, **texts: str) -> None:
    for label, text in texts.items():
        tab_to(page, page.get_by_label(label.replace("_", " ")))
        page.keyboard.type(text)


def press(page: Page, target: Locator, key: str = "Enter") -> None:
    tab_to(page, target)
    page.keyboard.press(key)


@of(VEG, nightly=(NONVEG, TRAY))
def test_day_order(page: Page, shop: str, kind: Kind) -> None:
    visitor = Visitor(page, shop, kind)
    visitor.mock_response({"status": "success", "message": "Taken."})
    visitor.open_menu()
    for dish in kind.dishes:
        press(page, visitor.box(dish), "Space")
    press(page, page.get_by_role("button", name="Proceed"))
    expect(visitor.submit_button).to_be_visible()
    type_into(
        page, First_Name="Meena", Phone="98400 12345", Email="meena@example.com", Timing="0830AM"
    )
    press(page, page.get_by_role("checkbox", name="Lunch"), "Space")
    type_into(page, Address="12 Beach Road")
    press(page, visitor.submit_button)
    text = "✅ Meal Tray Order submitted successfully!" if kind is TRAY else "Taken."
    expect(popup(page, text)).to_be_visible()


def test_tray_dialog_traps_and_restores_focus(page: Page, shop: str) -> None:
    visitor = Visitor(page, shop, TRAY)
    visitor.open_menu()
    press(page, visitor.box("Phulka"), "Space")
    proceed = page.get_by_role("button", name="Proceed")
    press(page, proceed)
    dialog = page.get_by_role("dialog", name="Minimum 4 Items Required")
    expect(dialog.get_by_role("button", name="Okay, Got it!")).to_be_focused()
    for _ in range(4):
        page.keyboard.press("Tab")
        assert page.evaluate(
            "document.activeElement === document.body || !!document.activeElement.closest('dialog')"
        )
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(proceed).to_be_focused()


def test_combo_order(page: Page, shop: str) -> None:
    mock_reply(page, "/weekmonth-form.php")
    page.goto(shop + "/order/Meal/Weeklyandmonthlycombos")
    press(page, page.get_by_role("button", name="Week 2"))
    shown = page.get_by_role("group", name="Week 2", exact=True)
    press(page, shown.get_by_role("checkbox", name="Select All Breakfast"), "Space")
    press(page, page.get_by_role("button", name="Proceed to Order Form"))
    type_into(page, First_Name="Asha", Last_Name="Iyer", Phone="98400", Email="asha@example.com")
    type_into(page, Delivery_Time="0830AM", Address="12 Beach Road")
    press(page, page.get_by_role("button", name="Submit Order"))
    expect(page.get_by_role("dialog").get_by_role("button", name="Go to Home")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page).to_have_url(f"{shop}/order/Meal/Weeklyandmonthlycombos")


@pytest.mark.usefixtures("clock")
def test_custom_choice_and_subscription(page: Page, shop: str) -> None:
    mock_reply(page, "/customer-form")
    page.goto(shop + CHOICE)
    for meal in ("B1", "D8"):
        press(page, page.get_by_role("checkbox", name=f"Select {item(meal)['title']}"), "Space")
    press(page, page.get_by_role("button", name="Submit Selection"))
    expect(page).to_have_url(shop + REVIEW)
    type_into(page, First_Name="Asha", Last_Name="Raman", Phone="98400", Email="asha@example.com")
    tab_to(page, page.get_by_label("Plan Duration"))
    page.keyboard.type("Monthly")
    press(page, page.get_by_role("button", name="Submit", exact=True))
    expect(toast(page, "Selected menu was sent successfully!").last).to_be_visible()


def test_meal_subscription_page(page: Page, shop: str) -> None:
    page.goto(shop + "/order/mealsubscription")
    press(page, page.get_by_role("button", name="Pause slides"))
    expect(page.get_by_role("button", name="Play slides")).to_be_focused()
    choose = page.get_by_role("button", name="Choose Items")
    press(page, choose)
    expect(
        page.get_by_role("dialog").get_by_role("button", name="Vegetarian", exact=True)
    ).to_be_focused()
    page.keyboard.press("Escape")
    expect(choose).to_be_focused()
    press(page, page.get_by_role("checkbox", name="Monday, Week 1 breakfast: "), "Space")
    press(page, page.get_by_role("button", name="Subscribe with these meals"))
    expect(page).to_have_url(shop + REVIEW)
    expect(page.get_by_role("heading", name="Your Selected Meals")).to_be_focused()


# Scrolls until the summary is no longer a card; counts the frames in which the focus was hidden.
_HIDDEN_ON_THE_WAY = """async () => {
  let hidden = 0, looks = 0;
  const card = () => document.querySelector("[data-place=card]");
  while (card() && scrollY < document.body.scrollHeight - innerHeight) {
    scrollBy({ top: 10, behavior: "instant" });
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
    const list = document.activeElement.closest("ul")?.getBoundingClientRect();
    if (!card() || !list) break;
    const { top, bottom } = document.activeElement.getBoundingClientRect();
    looks += 1;
    hidden += top < list.top - 1 || bottom > list.bottom + 1;
  }
  return [hidden, looks > 5];
}"""


def test_summary_list_keeps_focus_in_view_while_scrolling(page: Page, shop: str) -> None:
    visitor = Visitor(page, shop, TRAY)
    dishes = visitor.open_menu_with(8)
    page.get_by_role("button", name=f"Remove {dishes[-1]['name']}").focus()
    assert page.evaluate(_HIDDEN_ON_THE_WAY) == [0, True]
