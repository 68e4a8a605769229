"""The eight forms of the shop: how to open, fill in and submit each."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from hydration import open_hydrated, wait_until_hydrated
from meal_choice import REVIEW
from ordering import NONVEG, TRAY, VEG, Kind, Visitor, open_with_state
from playwright.sync_api import Locator, Page, expect
from waiting import expect_soon

PERSON = {
    "First Name": "Farida",
    "Last Name": "Begum",
    "Phone": "98400 24680",
    "Email": "farida@example.com",
}


@dataclass(frozen=True)
class Form:
    """A form: how to open it, its values in field order, and its button's label."""

    id: str
    call: str
    button: str
    fields: dict[str, str]
    # Through the previous screens, and directly with their state preset.
    come: Callable[[Page, str], None]
    kind: str
    load: Callable[[Page, str], None] | None = None
    choices: tuple[tuple[str, str], ...] = ()
    ticks: tuple[str, ...] = ()
    optional: frozenset[str] = frozenset()
    # Shows the form again after a reload: waits for hydration, or reopens the booking modal.
    reopen: Callable[[Page], None] = lambda page: None
    keeps: bool = True

    def open(self, page: Page, shop: str) -> None:
        (self.load or self.come)(page, shop)
        expect(self.submit_button(page)).to_be_visible()

    def box(self, page: Page, label: str) -> Locator:
        return self.form(page).get_by_label(label, exact=False).first

    def form(self, page: Page) -> Locator:
        return page.locator("form").filter(has=page.locator("button[type=submit]"))

    def submit_button(self, page: Page) -> Locator:
        return self.form(page).locator("button[type=submit]")

    def fill(self, page: Page, **changes: str) -> None:
        for label, value in {**self.fields, **changes}.items():
            self.box(page, label).fill(value)
        for label, value in self.choices:
            self.box(page, label).select_option(value)
        for label in self.ticks:
            self.box(page, label).check()

    def held(self, page: Page) -> dict[str, str]:
        """The form's current values by label."""
        labels = [*self.fields, *(label for label, _ in self.choices)]
        held = {label: self.box(page, label).input_value() for label in labels}
        return held | {label: str(self.box(page, label).is_checked()) for label in self.ticks}

    @property
    def filled(self) -> dict[str, str]:
        return {**self.fields, **dict(self.choices), **dict.fromkeys(self.ticks, "True")}

    def expect_held(self, page: Page, values: dict[str, str] | None = None) -> None:
        """Assert that the form has these values; by default what `fill` types."""
        expect_soon(page, lambda: self.held(page), values or self.filled)

    def expect_empty(self, page: Page) -> None:
        expect_soon(page, lambda: set(self.held(page).values()) - {"", "False", "6"}, set())


def _order(kind: Kind, name: str) -> Form:
    def come(page: Page, shop: str) -> None:
        Visitor(page, shop, kind).go_to_form()

    def load(page: Page, shop: str) -> None:
        Visitor(page, shop, kind).open_form()

    fields = {
        **PERSON,
        "Timing": "08:30",
        "Select Days": "15",
        "Address": "4 Mosque Street, Alwarpet",
    }
    return Form(
        name,
        kind.call,
        "Submit Order",
        fields,
        come,
        kind=name,
        load=load,
        ticks=("Lunch",),
        optional=frozenset({"Last Name"}),
    )


def _remembered(path: str, come: Callable[[Page, str], None]) -> Callable[[Page, str], None]:
    """Cache the history state that the previous screen passes: it is always the same."""
    remembered_state: list[object] = []

    def load(page: Page, shop: str) -> None:
        if remembered_state:
            open_with_state(page, shop, path, remembered_state[0])
            return
        come(page, shop)
        expect(page).to_have_url(shop + path)
        remembered_state.append(page.evaluate("history.state.usr"))

    return load


def _go_to_combos(page: Page, shop: str) -> None:
    page.goto(shop + "/order/Meal/Weeklyandmonthlycombos")
    page.get_by_role("checkbox", name="Select All Breakfast").check()
    page.get_by_role("button", name="Proceed to Order Form").click()


def _go_to_review(page: Page, shop: str) -> None:
    page.goto(shop + "/order/mealsubscription")
    page.get_by_role("checkbox", name=re.compile("^Monday, Week 1 breakfast: ")).check()
    page.get_by_role("button", name="Subscribe with these meals").click()


def reopen_modal(page: Page) -> None:
    """The booking modal of the first plan's first doctor."""
    wait_until_hydrated(page)
    if page.get_by_role("button", name="View Doctors").count() == 3:
        page.get_by_role("button", name="View Doctors").first.click()
    page.get_by_role("button", name="Book Appointment").first.click()


def _go_to_modal(page: Page, shop: str) -> None:
    open_hydrated(page, shop + "/order/Meal/Weightlossweightgain")
    reopen_modal(page)


EVENT = Form(
    "event",
    "/event-form.php",
    "Submit Request",
    {
        "Name": "Farida Begum",
        "Email": "farida@example.com",
        "Phone": "98400 24680",
        "Message": "Forty.",
    },
    lambda page, shop: open_hydrated(page, shop + "/order/birthday"),
    kind="event",
    choices=(("Event Type", "Family Gatherings"),),
    optional=frozenset({"Message"}),
    reopen=wait_until_hydrated,
)
SUBSCRIPTION = Form(
    "subscription",
    "/customer-form",
    "Submit",
    PERSON,
    _go_to_review,
    kind="subscription",
    load=_remembered(REVIEW, _go_to_review),
    choices=(("Plan Duration", "Monthly"),),
)
APPOINTMENT = Form(
    "appointment",
    "/api/appointment",
    "Confirm Booking",
    {
        "Name": "Farida Begum",
        "Phone": "98400 24680",
        "Address": "4 Mosque Street",
        "Email": "farida@example.com",
    },
    _go_to_modal,
    kind="appointment",
    reopen=reopen_modal,
)
NUTRITION = Form(
    "nutrition",
    "/api/nutrition",
    "Send Form",
    {
        "Name": "Farida Begum",
        "Age": "41",
        "Email": "farida@example.com",
        "Dietary Goal": "More protein",
        "Allergies": "Cashew",
        "Preferred Foods": "Dosa",
    },
    lambda page, shop: open_hydrated(page, shop + "/order/Meal/Nutrition"),
    kind="nutrition",
    optional=frozenset({"Allergies", "Preferred Foods"}),
    keeps=False,
)
COMBOS = Form(
    "combos",
    "/weekmonth-form.php",
    "Submit Order",
    {**PERSON, "Delivery Time": "12:30", "Address": "4 Mosque Street, Alwarpet"},
    _go_to_combos,
    kind="combo",
    load=_remembered("/order/Meal/Weeklyandmonthlycombos/form", _go_to_combos),
)
VEG_FORM, NONVEG_FORM, TRAY_FORM = (
    _order(VEG, "veg"),
    _order(NONVEG, "nonveg"),
    _order(TRAY, "tray"),
)

EIGHT = (
    EVENT,
    SUBSCRIPTION,
    APPOINTMENT,
    NUTRITION,
    NONVEG_FORM,
    VEG_FORM,
    COMBOS,
    TRAY_FORM,
)


def with_one_day_order(form: Form) -> tuple[Form, ...]:
    """The forms with only this one of the three day orders, which share a component."""
    others = {VEG_FORM.id, NONVEG_FORM.id, TRAY_FORM.id} - {form.id}
    return tuple(each_form for each_form in EIGHT if each_form.id not in others)


def each(*forms: Form, nightly: tuple[Form, ...] = ()) -> pytest.MarkDecorator:
    """Parametrize over these forms; the `nightly` ones share a component with another form and are marked slow."""
    slow = [pytest.param(form, marks=pytest.mark.slow) for form in nightly]
    return pytest.mark.parametrize("form", [*forms, *slow], ids=lambda form: form.id)
