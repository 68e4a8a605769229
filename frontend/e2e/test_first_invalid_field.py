"""The first invalid field receives the focus, in view and clear of every bar, on all eight forms."""

from __future__ import annotations

from accessibility import PHONE
from form_cases import (
    APPOINTMENT,
    COMBOS,
    EVENT,
    NONVEG_FORM,
    NUTRITION,
    SUBSCRIPTION,
    TRAY_FORM,
    VEG_FORM,
    Form,
    each,
)
from mock_responses import mock_reply
from playwright.sync_api import Locator, Page, ViewportSize, expect
from steps import step

WINDOWS: tuple[ViewportSize, ...] = (PHONE, {"width": 1280, "height": 600})
NOT_COVERED = """field => {
  const { left, top, width, height } = field.getBoundingClientRect();
  const found = document.elementFromPoint(left + width / 2, top + height / 2);
  return found === field || field.contains(found) || field.labels[0].contains(found);
}"""

# Invisible characters: space, no-break, ideographic and zero-width spaces, Hangul filler.
BLANKS = {"First Name": "  ", "Last Name": "\u00a0", "Phone": "\u3000", "Address": "\u200b\u3164"}


def expect_at(field: Locator) -> None:
    expect(field).to_be_focused()
    expect(field).to_be_in_viewport(ratio=1)
    assert field.evaluate(NOT_COVERED)


def scroll_to(page: Page, where: str) -> None:
    """Scroll to an end of the form's container, so that the invalid field is out of view."""
    page.evaluate(
        """where => {
          const box = document.querySelector('dialog[open] > *') ?? document.scrollingElement;
          for (const each of [box, document.scrollingElement])
            each.scrollTo({ top: where === 'top' ? 0 : each.scrollHeight, behavior: 'instant' });
        }""",
        where,
    )


def send(page: Page, form: Form) -> None:
    form.submit_button(page).evaluate("button => button.form.requestSubmit(button)")


@each(NONVEG_FORM, APPOINTMENT, nightly=(EVENT, SUBSCRIPTION, NUTRITION, COMBOS))
def test_missing_or_malformed_field(page: Page, shop: str, form: Form) -> None:
    sent = mock_reply(page, form.call)
    form.open(page, shop)
    form.fill(page)
    required = [label for label in form.fields if label not in form.optional]
    wrong = [(required[0], ""), (required[-1], ""), ("Email", "farida")]
    for window in WINDOWS:
        page.set_viewport_size(window)
        for label, value in wrong:
            with step(f"{window['width']} px wide, {label} {value!r} is shown"):
                form.box(page, label).fill(value)
                scroll_to(page, "bottom" if label == required[0] else "top")
                send(page, form)
                expect_at(form.box(page, label))
                form.box(page, label).fill(form.fields[label])
    assert sent == []


def test_days_and_meal_sections_of_an_order(page: Page, shop: str) -> None:
    form = VEG_FORM
    form.open(page, shop)
    form.fill(page)
    for window in WINDOWS:
        page.set_viewport_size(window)
        with step(f"{window['width']} px wide, too few days are shown"):
            form.box(page, "Select Days").fill("3")
            expect_at_from_both_ends(page, form, "Select Days")
        with step(f"{window['width']} px wide, the missing meal sections are shown"):
            form.box(page, "Select Days").fill("6")
            form.box(page, "Lunch").uncheck()
            expect_at_from_both_ends(page, form, "Breakfast")
            form.box(page, "Lunch").check()


@each(COMBOS, nightly=(VEG_FORM, NONVEG_FORM, TRAY_FORM))
def test_order_forms_reject_blanks_and_a_phone_without_digits(
    page: Page, shop: str, form: Form
) -> None:
    sent = mock_reply(page, form.call)
    form.open(page, shop)
    form.fill(page)
    names = ["Last Name"] if form is COMBOS else []
    wrong = [(label, BLANKS[label]) for label in ("First Name", *names, "Phone", "Address")]
    for label, typed in [*wrong, ("Phone", "ask at the gate")]:
        with step(f"{label} {typed!r} is not sent, and the browser says why until it is right"):
            field = form.box(page, label)
            field.fill(typed)
            form.submit_button(page).click()
            expect_at(field)
            assert field.evaluate("field => field.validity.customError && field.validationMessage")
            field.fill(form.fields[label])
            assert field.evaluate("field => field.validity.valid")
    with step("a phone is right in the digits of any language"):
        form.box(page, "Phone").fill("९८४०० १२३४५")
        assert form.box(page, "Phone").evaluate("field => field.validity.valid")
    assert sent == []
    with step("what is optional may be blank"):
        if form is not COMBOS:
            form.box(page, "Last Name").fill("  ")
        with page.expect_response(f"**{form.call}"):
            form.submit_button(page).click()


@each(NUTRITION, nightly=(EVENT, APPOINTMENT, SUBSCRIPTION))
def test_other_forms_send_blanks_and_the_server_accepts_them(
    page: Page, shop: str, form: Form
) -> None:
    form.open(page, shop)
    form.fill(page)
    for label in ("Name", "First Name", "Last Name", "Phone", "Address", "Dietary Goal"):
        if label in form.fields:
            form.box(page, label).fill(BLANKS.get(label, "  "))
    if form is NUTRITION:
        form.box(page, "Age").fill("1e2")
    with page.expect_response(f"**{form.call}") as replied:
        form.submit_button(page).click()
    assert replied.value.status == 200


def expect_at_from_both_ends(page: Page, form: Form, label: str) -> None:
    for where in ("top", "bottom"):
        scroll_to(page, where)
        send(page, form)
        expect_at(form.box(page, label))


def test_message_of_a_long_form_does_not_scroll_the_field_away(page: Page, shop: str) -> None:
    page.set_viewport_size({"width": 320, "height": 568})
    NUTRITION.open(page, shop)
    NUTRITION.submit_button(page).click()
    expect(page.get_by_text("❌ Please fill all required fields!")).to_be_attached()
    expect_at(NUTRITION.box(page, "Name"))
