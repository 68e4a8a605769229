"""Event pages and their booking form (specification, sections 1, 2, 4, 5, 7, 8 and 9)."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
from hydration import open_hydrated
from mock_responses import held_request, stop_clock
from ordering import hold, key_of
from playwright.sync_api import APIRequestContext, Locator, Page, Request, Route, expect
from steps import step
from waiting import wait_until

Rows = Callable[..., list[dict[str, Any]]]

EVENTS = ("birthday", "corporate", "family", "platters")
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
    """A visitor on an event page."""

    page: Page
    shop: str
    sent: list[Request] = field(default_factory=list)

    def open(self, path: str = "birthday") -> None:
        open_hydrated(self.page, f"{self.shop}/order/{path}")

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

    def mock_response(self, status: int | None, body: str = "not read") -> None:
        """Replace the server's response; None aborts the connection."""

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

    def expect_filled(self) -> None:
        for label, value in ANJALI.items():
            expect(self.box(label)).to_have_value(value)
        expect(self.box("Event Type")).to_have_value("Family Gatherings")

    def expect_message_to_go(self, message: str) -> None:
        self.page.clock.run_for(2999)
        expect(self.form.get_by_text(message)).to_be_visible()
        self.page.clock.run_for(1)
        expect(self.form.get_by_text(message)).to_have_count(0)

    def expect_nothing_sent(self) -> None:
        self.submit()
        assert self.sent == []
        expect(self.button).to_be_enabled()
        expect(self.button).to_have_text("Submit Request")


@pytest.fixture
def visitor(clock: None, page: Page, shop: str) -> Visitor:
    return Visitor(page, shop)


@pytest.mark.spec("1.1", "2.1", "2.4", "3.1", "5.1")
@pytest.mark.parametrize(
    ("event", "button", "leads_to"),
    [
        ("birthday", "Plan Your Party", "birthday/page"),
        ("corporate", "Book Your Event", "corporate/page"),
        *(
            pytest.param(*event, marks=pytest.mark.slow)
            for event in (
                ("family", "Dine with Us", "family/page"),
                ("platters", "Explore Platters", "partyplatters/page"),
            )
        ),
    ],
)
def test_event_page_shows_its_details(
    visitor: Visitor, event: str, button: str, leads_to: str
) -> None:
    main = visitor.page.get_by_role("main")
    visitor.open(event)
    with step("the intro comes first, then the form, then the promo section"):
        places = [
            visitor.page.get_by_role("heading", level=1),
            visitor.form,
            main.get_by_role("link").last,
        ]
        tops = [(place.bounding_box() or {"y": -1})["y"] for place in places]
        assert -1 not in tops
        assert tops == sorted(tops)
    expect_form_reset(visitor)
    if event == "corporate":
        expect_text_for_hr_companies_and_employees(main)
    with step("the promo button leads to the top of the event's details"):
        main.get_by_role("link", name=button, exact=True).click()
        expect(visitor.page).to_have_url(f"{visitor.shop}/order/{leads_to}")
        expect(visitor.page.get_by_role("heading", name="Sample menus")).to_be_visible()
        wait_until(visitor.page, "scrollY === 0")
    expect_form_reset(visitor)
    with step("the details are three menus, steps, guests and answers"):
        for menu in ("Veg menu", "Non-veg menu", "Mixed menu"):
            card = main.get_by_role("listitem").filter(
                has=visitor.page.get_by_role("heading", name=menu, exact=True)
            )
            expect(card.get_by_role("listitem")).to_have_count(6)
            expect(card.get_by_role("img", name="egetarian")).to_have_count(6)
        expect(visitor.page.locator("ol > li")).to_have_count(4)
        expect(main.get_by_role("heading", name="How many")).to_be_visible()
        answer = main.get_by_text("depends on the dishes and the number of guests")
        expect(answer).to_be_hidden()
        main.get_by_text("What does it cost?").click()
        expect(answer).to_be_visible()


def expect_form_reset(visitor: Visitor) -> None:
    with step("the form is titled Book Your Event, submits a request and starts without a type"):
        expect(visitor.page.get_by_role("heading", name="Book Your Event")).to_be_visible()
        expect(visitor.button).to_have_text("Submit Request")
        select = visitor.box("Event Type")
        expect(select).to_have_value("")
        expect(select.locator("option:checked")).to_have_text("Select an option")
        expect(select.locator("option:checked")).to_be_disabled()
        expect(select.locator("option:enabled")).to_have_text(
            ["Birthday Celebrations", "Corporate Events", "Family Gatherings", "Party Platters"]
        )


def expect_text_for_hr_companies_and_employees(main: Locator) -> None:
    with step("the corporate copy speaks to HR, companies and employees"):
        for sentence in (
            "Sponsor meal plans",
            "employee discounts",
            "coupons and passes for dine-in",
            "corporate snacking",
        ):
            expect(main.get_by_text(sentence).first).to_be_visible()


@pytest.mark.spec("2.4")
def test_each_event_page_has_its_own_intro(web: APIRequestContext) -> None:
    intros = set()
    for event in EVENTS:
        html = web.get(f"/order/{event}").text()
        intro = re.search(r"<h1[^>]*>(.+?)</h1>.*?<p[^>]*>(.+?)</p>", html, re.DOTALL)
        assert intro
        intros.add(intro.groups())
    assert len({heading for heading, _ in intros}) == 4
    assert len({paragraph for _, paragraph in intros}) == 4


def test_event_type_resets_on_another_event_page(visitor: Visitor) -> None:
    visitor.open("birthday")
    visitor.fill()
    visitor.page.get_by_role("contentinfo").get_by_role("link", name="Corporate Events").click()
    expect(visitor.page).to_have_url(f"{visitor.shop}/order/corporate")
    expect(visitor.box("Event Type")).to_have_value("")
    expect(visitor.box("Name")).to_have_value("")


@pytest.mark.spec("5.1")
def test_browser_validates_required_fields_and_email_format(visitor: Visitor) -> None:
    visitor.mock_response(200)
    visitor.open()
    visitor.fill(event="")

    def expect_required(label: str) -> None:
        with step(f"{label} is required"):
            visitor.expect_nothing_sent()
            assert visitor.box(label).evaluate("box => box.validity.valueMissing")
            expect(visitor.box(label)).to_be_focused()

    expect_required("Event Type")
    visitor.box("Event Type").select_option("Family Gatherings")
    for label in ("Name", "Email", "Phone"):
        visitor.box(label).fill("")
        expect_required(label)
        visitor.box(label).fill(ANJALI[label])
    with step("an email has its format"):
        visitor.box("Email").fill("anjali")
        visitor.expect_nothing_sent()
        assert visitor.box("Email").evaluate("box => box.validity.typeMismatch")


@pytest.mark.spec("5.1", "7.2")
def test_any_phone_and_empty_message_are_accepted_and_a_200_body_is_ignored(
    visitor: Visitor,
) -> None:
    visitor.mock_response(200, '{"status": "error"')
    visitor.open()
    expect(visitor.box("Phone")).to_have_attribute("type", "tel")
    expect(visitor.box("Message")).to_have_attribute("placeholder", "Any special instructions?")
    visitor.fill(Phone="ask Ravi", Message="")
    visitor.submit()
    expect(visitor.form.get_by_role("status")).to_have_text(SENT)
    body = json.loads(visitor.sent[0].post_data or "")
    assert (body["phone"], body["message"]) == ("ask Ravi", "")


@pytest.mark.spec("3.1", "4.1", "7.2", "8.1", "9.8")
def test_success_message_stays_three_seconds(visitor: Visitor) -> None:
    visitor.mock_response(200)
    visitor.open("platters")
    visitor.fill()
    stop_clock(visitor.page)
    visitor.submit()
    with step("the success box shows and the fields are cleared"):
        expect(visitor.form.get_by_role("status")).to_have_text(SENT)
        for label in (*ANJALI, "Event Type"):
            expect(visitor.box(label)).to_have_value("")
    with step("the message disappears after three seconds"):
        visitor.expect_message_to_go(SENT)
    with step("the call carries exactly the listed fields"):
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


@pytest.mark.spec("1.2")
def test_enquiry_is_stored_by_the_server(visitor: Visitor, rows: Rows) -> None:
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


@pytest.mark.spec("4.1")
def test_button_shows_sending_and_double_click_submits_once(visitor: Visitor) -> None:
    waiting = hold(visitor.page, CALL)
    visitor.open()
    visitor.fill()
    visitor.button.dblclick()
    expect(visitor.button).to_have_text("Sending...")
    expect(visitor.button).to_be_disabled()
    held_request(visitor.page, waiting).fulfill(status=200)
    expect(visitor.button).to_have_text("Submit Request")
    expect(visitor.button).to_be_enabled()
    expect(visitor.form.get_by_text(SENT)).to_be_visible()
    assert len(waiting) == 1


def test_message_causes_no_layout_shift(visitor: Visitor) -> None:
    visitor.mock_response(200)
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


class TestFailures:
    @pytest.fixture
    def expected_console(self) -> list[str]:
        return ["Failed to load resource", "Event enquiry was not sent"]

    @pytest.mark.spec("4.1", "7.2", "8.1")
    def test_other_status_is_a_logged_failure_that_keeps_values(self, visitor: Visitor) -> None:
        visitor.open()
        visitor.fill()
        for status in (201, 204, 422, 500, None):
            with step(f"{status or 'no answer'} is a failure, and the values are kept"):
                visitor.mock_response(status)
                with visitor.page.expect_console_message(
                    lambda message: message.text.startswith("Event enquiry was not sent:")
                ) as logged:
                    visitor.submit()
                alert = visitor.form.get_by_role("alert")
                expect(alert).to_have_text(REFUSED if status else FAILED)
                visitor.expect_filled()
                expect(visitor.button).to_be_enabled()
            with step(f"{status or 'no answer'} is logged without what the visitor typed"):
                assert logged.value.type == "error"
                assert not any(value in logged.value.text for value in ANJALI.values())
        with step("a retry of the same enquiry is the same request"):
            visitor.mock_response(200)
            visitor.submit()
            expect(visitor.form.get_by_text(SENT)).to_be_visible()
            assert len({key_of(request) for request in visitor.sent}) == 1

    @pytest.mark.spec("4.1")
    def test_message_hides_after_three_seconds_and_a_newer_one_restarts_the_timer(
        self, visitor: Visitor
    ) -> None:
        visitor.open()
        visitor.fill()
        stop_clock(visitor.page)
        for status, message in ((500, REFUSED), (None, FAILED)):
            with step(f"the message after {status or 'no answer'} disappears, and its line stays"):
                visitor.mock_response(status)
                visitor.submit()
                expect(visitor.form.get_by_text(message)).to_be_visible()
                visitor.expect_message_to_go(message)
                visitor.expect_filled()
                expect(visitor.form.locator("[data-failed]")).to_be_visible()
        with step("a newer message has its whole three seconds"):
            visitor.mock_response(500)
            visitor.submit()
            expect(visitor.form.get_by_text(REFUSED)).to_be_visible()
            visitor.page.clock.run_for(2000)
            visitor.mock_response(200)
            visitor.submit()
            expect(visitor.form.get_by_text(SENT)).to_be_visible()
            visitor.expect_message_to_go(SENT)
