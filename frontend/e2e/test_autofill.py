"""Fields filled without events, as password managers do, and the wheel over number fields: what is seen is what is sent."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from form_cases import NONVEG_FORM, TRAY_FORM, VEG_FORM, Form, each, with_one_day_order
from hydration import open_hydrated
from mock_responses import mock_reply
from ordering import VEG, Visitor, body_of
from playwright.sync_api import Browser, Locator, Page, expect
from sample_desk import at_the_desk, log_in
from steps import step
from waiting import wait_until

_FILL_SILENTLY = """(control, value) => {
  if (control.type === "checkbox") control.checked = value;
  else control.value = value;
}"""


def fill_silently(field: Locator, value: str | bool) -> None:
    """Set a control by script, without an event."""
    field.evaluate(_FILL_SILENTLY, value)


def values_in(body: Any) -> set[str]:
    """All values of a body, at any depth, as texts."""
    if isinstance(body, dict):
        return set().union(*(values_in(value) for value in body.values()))
    return {str(body)}


@each(*with_one_day_order(VEG_FORM), nightly=(NONVEG_FORM, TRAY_FORM))
def test_values_set_without_an_event_are_sent(page: Page, shop: str, form: Form) -> None:
    mock_reply(page, form.call)
    form.open(page, shop)
    filled = {**form.fields, **dict(form.choices), **dict.fromkeys(form.ticks, True)}
    for label, value in filled.items():
        fill_silently(form.box(page, label), value)
    with page.expect_request(f"**{form.call}") as sent:
        form.submit_button(page).click()
    assert set(map(str, filled.values())) <= values_in(body_of(sent.value))


def test_values_set_without_an_event_are_carried_to_the_menu_and_back(
    page: Page, shop: str
) -> None:
    visitor = Visitor(page, shop, VEG)
    visitor.open_form()
    fill_silently(page.get_by_label("First Name"), "Meena")
    page.get_by_role("link", name="Change dishes").click()
    visitor.proceed()
    expect(page.get_by_label("First Name")).to_have_value("Meena")


@pytest.mark.parametrize(
    ("path", "label", "value"),
    [("form", "Select Days", "12"), ("nutrition", "Age", "41")],
    ids=["days", "age"],
)
def test_wheel_over_a_focused_number_scrolls_the_page_and_keeps_the_value(
    page: Page, shop: str, path: str, label: str, value: str
) -> None:
    if path == "form":
        Visitor(page, shop, VEG).open_form()
    else:
        open_hydrated(page, shop + "/order/Meal/Nutrition")
    field = page.get_by_role("spinbutton", name=label)
    field.fill(value)
    expect_wheel_scrolls(page, field, value)
    with step("the field keeps the focus, and takes more digits"):
        page.keyboard.press("Backspace")
        page.keyboard.type("5")
        expect(field).to_have_value(f"{value[0]}5")


def test_wheel_over_a_focused_number_of_staff_scrolls_the_page_and_keeps_the_value(
    browser: Browser, browser_context_args: dict[str, Any], unchanged_sample: str
) -> None:
    with at_the_desk(browser, browser_context_args, unchanged_sample) as page:
        log_in(page, "ravi")
        page.set_viewport_size({"width": 360, "height": 400})
        for address in ("requests/new/veg/", f"kitchen/{datetime.now(UTC).date()}/labels/"):
            with step(f"on {address}"):
                page.goto(f"/backoffice/{address}")
                field = page.get_by_role("spinbutton").first
                field.focus()
                expect_wheel_scrolls(page, field, field.input_value())


def expect_wheel_scrolls(page: Page, field: Locator, value: str) -> None:
    """Turn the wheel over a focused field, and wait until the page has scrolled."""
    field.scroll_into_view_if_needed()
    field.hover()
    before = page.evaluate("scrollY")
    page.mouse.wheel(0, 120)  # once: a later turn would hold the field again, as keys are typed
    wait_until(page, "before => scrollY !== before", before)
    expect(field).to_be_editable()  # from the next frame on
    expect(field).to_have_value(value)
