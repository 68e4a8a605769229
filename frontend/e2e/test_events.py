"""Event pages and their booking form (specification, sections 1, 2, 4, 5, 7, 8 and 9)."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
from aliveness import open_alive, open_without_code
from answers import held_call
from ordering import hold
from playwright.sync_api import Locator, Page, Request, Route, expect

Rows = Callable[..., list[dict[str, Any]]]

EVENTS = ("birthday", "corporate", "family", "platters")
DETAILS = ("birthday/page", "corporate/page", "family/page", "partyplatters/page")
CALL = "**/event-form.php"
ANJALI = {
    "Name": "Anjali Menon",
    "Email": "anjali@example.com",
    "Phone": "98400 54321",
    "Message": "Forty guests on the terrace.",
}
SENT = "✅ Form submitted successfully!"
REFUSED = "❌ Submission failed. Server returned an error."
FAILED = "❌ Submission failed. Please check backend URL or try again."


@dataclass
class Visitor:
    """Someone at an event's page."""

    page: Page
    shop: str
    sent: list[Request] = field(default_factory=list)

    def open(self, path: str = "birthday") -> None:
        open_alive(self.page, f"{self.shop}/order/{path}")

    @property
    def form(self) -> Locator:
        return self.page.get_by_role("form", name="Book Your Event")

    def box(self, label: str) -> Locator:
        return self.form.get_by_label(label)

    @property
    def button(self) -> Locator:
        return self.form.get_by_role("button")

    def fill(self, event: str = "Family Gatherings", **fields: str) -> None:
        for label, value in {**ANJALI, **fields}.items():
            self.box(label).fill(value)
        if event:
            self.box("Event Type").select_option(event)

    def answer_with(self, status: int | None, body: str = "not read") -> None:
        """Answers the call in the server's place; None breaks the connection."""

        def answer(route: Route) -> None:
            self.sent.append(route.request)
            if status is None:
                route.abort("connectionfailed")
            else:
                route.fulfill(status=status, body="" if status == 204 else body)

        self.page.unroute(CALL)
        self.page.route(CALL, answer)

    def submit(self) -> None:
        self.button.click()

    def stop_clock(self) -> None:
        """Timers stand still from here on, until run_for."""
        self.page.clock.pause_at(self.page.evaluate("Date.now() + 1000"))

    def expect_filled(self) -> None:
        for label, value in ANJALI.items():
            expect(self.box(label)).to_have_value(value)
        expect(self.box("Event Type")).to_have_value("Family Gatherings")

    def expect_nothing_sent(self) -> None:
        self.submit()
        assert self.sent == []
        expect(self.button).to_be_enabled()
        expect(self.button).to_have_text("Submit Request")


@pytest.fixture
def visitor(clock: None, page: Page, shop: str) -> Visitor:
    return Visitor(page, shop)


@pytest.mark.parametrize(
    ("event", "button", "leads_to"),
    [
        ("birthday", "Plan Your Party", "birthday/page"),
        ("corporate", "Book Your Event", "corporate/page"),
        ("family", "Dine with Us", "family/page"),
        ("platters", "Explore Platters", "partyplatters/page"),
    ],
)
def test_the_promo_button_leads_to_the_page_of_the_event(
    visitor: Visitor, event: str, button: str, leads_to: str
) -> None:
    visitor.open(event)
    visitor.page.get_by_role("main").get_by_role("link", name=button, exact=True).click()
    expect(visitor.page).to_have_url(f"{visitor.shop}/order/{leads_to}")
    expect(visitor.page.get_by_role("heading", name="Sample menus")).to_be_visible()
    assert visitor.page.evaluate("scrollY") == 0


def test_each_event_page_has_an_intro_of_its_own(visitor: Visitor) -> None:
    intros = set()
    for event in EVENTS:
        visitor.open(event)
        heading = visitor.page.get_by_role("heading", level=1)
        paragraph = heading.locator("xpath=following-sibling::p")
        intros.add((heading.inner_text(), paragraph.inner_text()))
    assert len(intros) == 4
    assert all(heading and paragraph for heading, paragraph in intros)


@pytest.mark.parametrize("event", EVENTS)
def test_the_intro_comes_first_then_the_form_then_the_promo_section(
    visitor: Visitor, event: str
) -> None:
    visitor.open(event)
    promo = visitor.page.get_by_role("main").get_by_role("link").last
    places = [visitor.page.get_by_role("heading", level=1), visitor.form, promo]
    tops = [(place.bounding_box() or {"y": -1})["y"] for place in places]
    assert -1 not in tops
    assert tops == sorted(tops)


@pytest.mark.parametrize("path", EVENTS + DETAILS)
def test_the_form_is_titled_book_your_event_and_submits_a_request(
    visitor: Visitor, path: str
) -> None:
    visitor.open(path)
    expect(visitor.page.get_by_role("heading", name="Book Your Event")).to_be_visible()
    expect(visitor.button).to_have_text("Submit Request")
    # Event type starts at the disabled placeholder on each page.
    select = visitor.box("Event Type")
    expect(select).to_have_value("")
    expect(select.locator("option:checked")).to_have_text("Select an option")
    expect(select.locator("option:checked")).to_be_disabled()
    expect(select.locator("option:enabled")).to_have_text(
        ["Birthday Celebrations", "Corporate Events", "Family Gatherings", "Party Platters"]
    )


def test_event_type_starts_anew_when_another_event_page_is_opened(visitor: Visitor) -> None:
    visitor.open("birthday")
    visitor.fill()
    visitor.page.get_by_role("contentinfo").get_by_role("link", name="Corporate Events").click()
    expect(visitor.page).to_have_url(f"{visitor.shop}/order/corporate")
    expect(visitor.box("Event Type")).to_have_value("")
    expect(visitor.box("Name")).to_have_value("")


def test_the_message_asks_for_special_instructions_and_is_optional(visitor: Visitor) -> None:
    visitor.answer_with(200)
    visitor.open()
    expect(visitor.box("Message")).to_have_attribute("placeholder", "Any special instructions?")
    visitor.fill(Message="")
    visitor.submit()
    expect(visitor.form.get_by_text(SENT)).to_be_visible()
    assert json.loads(visitor.sent[0].post_data or "")["message"] == ""


@pytest.mark.parametrize("label", ["Name", "Email", "Phone"])
def test_the_browser_asks_for_a_required_field(visitor: Visitor, label: str) -> None:
    visitor.answer_with(200)
    visitor.open()
    visitor.fill(**{label: ""})
    visitor.expect_nothing_sent()
    assert visitor.box(label).evaluate("box => box.validity.valueMissing")
    expect(visitor.box(label)).to_be_focused()


def test_the_browser_asks_for_the_event_type(visitor: Visitor) -> None:
    visitor.answer_with(200)
    visitor.open()
    visitor.fill(event="")
    visitor.expect_nothing_sent()
    assert visitor.box("Event Type").evaluate("box => box.validity.valueMissing")


def test_the_browser_checks_the_format_of_the_email(visitor: Visitor) -> None:
    visitor.answer_with(200)
    visitor.open()
    visitor.fill(Email="anjali")
    visitor.expect_nothing_sent()
    assert visitor.box("Email").evaluate("box => box.validity.typeMismatch")


def test_a_phone_is_a_tel_field_with_no_format(visitor: Visitor) -> None:
    visitor.answer_with(200)
    visitor.open()
    expect(visitor.box("Phone")).to_have_attribute("type", "tel")
    visitor.fill(Phone="ask Ravi")
    visitor.submit()
    expect(visitor.form.get_by_text(SENT)).to_be_visible()


def test_the_call_carries_exactly_the_listed_fields(visitor: Visitor) -> None:
    visitor.answer_with(200)
    visitor.open("platters")
    visitor.fill()
    visitor.submit()
    expect(visitor.form.get_by_text(SENT)).to_be_visible()
    [request] = visitor.sent
    assert request.method == "POST"
    assert request.headers["content-type"] == "application/json"
    assert json.loads(request.post_data or "") == {
        "name": "Anjali Menon",
        "email": "anjali@example.com",
        "phone": "98400 54321",
        "eventType": "Family Gatherings",
        "message": "Forty guests on the terrace.",
    }


def test_an_enquiry_is_taken_by_the_server_and_stored(visitor: Visitor, rows: Rows) -> None:
    visitor.open("corporate")
    visitor.fill(Email="event-taken@example.com")
    visitor.submit()
    expect(visitor.form.get_by_text(SENT)).to_be_visible()
    assert rows(
        "select kind, customer_name, phone, event_type, message"
        " from requests_request r join enquiries_eventenquiry e on e.request_id = r.id"
        " where email = ?",
        "event-taken@example.com",
    ) == [
        {
            "kind": "event",
            "customer_name": "Anjali Menon",
            "phone": "98400 54321",
            "event_type": "Family Gatherings",
            "message": "Forty guests on the terrace.",
        }
    ]


def test_while_sending_the_button_is_disabled_and_says_so(visitor: Visitor) -> None:
    waiting = hold(visitor.page, CALL)
    visitor.open()
    visitor.fill()
    visitor.submit()
    expect(visitor.button).to_have_text("Sending...")
    expect(visitor.button).to_be_disabled()
    held_call(visitor.page, waiting).fulfill(status=200)
    expect(visitor.button).to_have_text("Submit Request")
    expect(visitor.button).to_be_enabled()


def test_a_double_click_sends_once(visitor: Visitor) -> None:
    waiting = hold(visitor.page, CALL)
    visitor.open()
    visitor.fill()
    visitor.button.dblclick()
    expect(visitor.button).to_be_disabled()
    held_call(visitor.page, waiting).fulfill(status=200)
    expect(visitor.form.get_by_text(SENT)).to_be_visible()
    assert len(waiting) == 1


def test_status_200_shows_the_success_box_and_clears_the_fields(visitor: Visitor) -> None:
    visitor.answer_with(200)
    visitor.open()
    visitor.fill()
    visitor.submit()
    expect(visitor.form.get_by_role("status")).to_have_text(SENT)
    for label in (*ANJALI, "Event Type"):
        expect(visitor.box(label)).to_have_value("")


def test_the_body_of_a_200_is_not_read(visitor: Visitor) -> None:
    visitor.answer_with(200, '{"status": "error"')
    visitor.open()
    visitor.fill()
    visitor.submit()
    expect(visitor.form.get_by_role("status")).to_have_text(SENT)


def test_the_message_disappears_after_three_seconds(visitor: Visitor) -> None:
    visitor.answer_with(200)
    visitor.open()
    visitor.fill()
    visitor.stop_clock()
    visitor.submit()
    expect(visitor.form.get_by_text(SENT)).to_be_visible()
    visitor.page.clock.run_for(2999)
    expect(visitor.form.get_by_text(SENT)).to_be_visible()
    visitor.page.clock.run_for(1)
    expect(visitor.form.get_by_text(SENT)).to_have_count(0)


def test_nothing_moves_when_the_message_comes(visitor: Visitor) -> None:
    visitor.answer_with(200)
    for width in (320, 1280):
        visitor.page.set_viewport_size({"width": width, "height": 800})
        visitor.open()
        visitor.fill()
        before = visitor.form.bounding_box()
        visitor.submit()
        expect(visitor.form.get_by_text(SENT)).to_be_visible()
        after = visitor.form.bounding_box()
        assert before
        assert after
        assert before["height"] == after["height"]


def test_corporate_copy_speaks_to_hr_companies_and_employees(visitor: Visitor) -> None:
    visitor.open("corporate")
    copy = visitor.page.get_by_role("main")
    for sentence in (
        "Sponsor meal plans",
        "employee discounts",
        "coupons and passes for dine-in",
        "corporate snacking",
    ):
        expect(copy.get_by_text(sentence).first).to_be_visible()


@pytest.mark.parametrize("path", DETAILS)
def test_a_details_page_shows_three_menus_steps_guests_and_answers(
    visitor: Visitor, path: str
) -> None:
    visitor.open(path)
    main = visitor.page.get_by_role("main")
    for menu in ("Veg menu", "Non-veg menu", "Mixed menu"):
        card = main.get_by_role("listitem").filter(
            has=visitor.page.get_by_role("heading", name=menu, exact=True)
        )
        expect(card.get_by_role("listitem")).to_have_count(6)
        expect(card.get_by_role("img", name="egetarian")).to_have_count(6)
    steps = visitor.page.locator("ol > li")
    expect(steps).to_have_count(4)
    expect(main.get_by_role("heading", name="How many")).to_be_visible()
    answer = main.get_by_text("depends on the dishes and the number of guests")
    expect(answer).to_be_hidden()
    main.get_by_text("What does it cost?").click()
    expect(answer).to_be_visible()


def test_what_is_typed_before_the_page_is_alive_is_kept_and_goes_nowhere_too_early(
    visitor: Visitor,
) -> None:
    visitor.answer_with(200)
    code_arrives = open_without_code(visitor.page, f"{visitor.shop}/order/family")
    visitor.fill()
    visitor.submit()
    expect(visitor.page).to_have_url(f"{visitor.shop}/order/family")
    code_arrives()
    visitor.expect_filled()
    assert visitor.sent == []
    visitor.submit()
    expect(visitor.form.get_by_text(SENT)).to_be_visible()
    assert json.loads(visitor.sent[0].post_data or "")["name"] == ANJALI["Name"]


class TestFailures:
    @pytest.fixture
    def expected_console(self) -> list[str]:
        return ["Failed to load resource", "Event enquiry was not sent"]

    @pytest.mark.parametrize("status", [201, 204, 422, 500])
    def test_any_status_but_200_is_a_failure_and_the_values_are_kept(
        self, visitor: Visitor, status: int
    ) -> None:
        visitor.answer_with(status)
        visitor.open()
        visitor.fill()
        visitor.submit()
        expect(visitor.form.get_by_role("alert")).to_have_text(REFUSED)
        visitor.expect_filled()
        expect(visitor.button).to_be_enabled()

    def test_a_request_that_fails_says_so_and_the_values_are_kept(self, visitor: Visitor) -> None:
        visitor.answer_with(None)
        visitor.open()
        visitor.fill()
        visitor.submit()
        expect(visitor.form.get_by_role("alert")).to_have_text(FAILED)
        visitor.expect_filled()
        expect(visitor.button).to_be_enabled()

    @pytest.mark.parametrize("status", [500, None])
    def test_errors_are_also_logged_without_what_the_visitor_typed(
        self, visitor: Visitor, status: int | None
    ) -> None:
        visitor.answer_with(status)
        visitor.open()
        visitor.fill()
        with visitor.page.expect_console_message(
            lambda message: message.text.startswith("Event enquiry was not sent:")
        ) as logged:
            visitor.submit()
        assert logged.value.type == "error"
        assert not any(value in logged.value.text for value in ANJALI.values())

    @pytest.mark.parametrize(("status", "message"), [(500, REFUSED), (None, FAILED)])
    def test_the_error_message_disappears_after_three_seconds(
        self, visitor: Visitor, status: int | None, message: str
    ) -> None:
        visitor.answer_with(status)
        visitor.open()
        visitor.fill()
        visitor.stop_clock()
        visitor.submit()
        expect(visitor.form.get_by_text(message)).to_be_visible()
        visitor.page.clock.run_for(2999)
        expect(visitor.form.get_by_text(message)).to_be_visible()
        visitor.page.clock.run_for(1)
        expect(visitor.form.get_by_text(message)).to_have_count(0)
        visitor.expect_filled()

    def test_a_newer_message_has_its_whole_three_seconds(self, visitor: Visitor) -> None:
        visitor.answer_with(500)
        visitor.open()
        visitor.fill()
        visitor.stop_clock()
        visitor.submit()
        expect(visitor.form.get_by_text(REFUSED)).to_be_visible()
        visitor.page.clock.run_for(2000)
        visitor.answer_with(200)
        visitor.submit()
        expect(visitor.form.get_by_text(SENT)).to_be_visible()
        visitor.page.clock.run_for(2999)
        expect(visitor.form.get_by_text(SENT)).to_be_visible()
        visitor.page.clock.run_for(1)
        expect(visitor.form.get_by_text(SENT)).to_have_count(0)

    def test_a_retry_of_the_same_enquiry_is_the_same_request(self, visitor: Visitor) -> None:
        visitor.answer_with(None)
        visitor.open()
        visitor.fill()
        visitor.submit()
        expect(visitor.form.get_by_text(FAILED)).to_be_visible()
        visitor.answer_with(200)
        visitor.submit()
        expect(visitor.form.get_by_text(SENT)).to_be_visible()
        first, second = (request.headers["idempotency-key"] for request in visitor.sent)
        assert first == second
