"""Message drafts contain the known details in whole sentences, and no unknown ones."""

from dataclasses import replace
from typing import Any

import pytest
from django.contrib.auth.models import User

from oottam.billing.payments import record_payment
from oottam.outbox.mail_content import Fact, Link
from oottam.requests.models import Kind
from oottam.workflow.models import DRAFTED, PaymentMethod, Template
from oottam.workflow.services.meal_times import FIELDS
from oottam.workflow.services.message_templates import (
    QUESTIONS,
    TemplateContext,
    draft,
    template_context,
)
from tests.conftest import Send
from tests.factories.requests import TEN_AM, current, make_confirmable, make_request, read_again
from tests.workflow.test_checklist import AT_FIRST

KNOWN: dict[str, Any] = {
    "name": "Asha Raman",
    "noun": "veg meal order",
    "reference": "OT-7K2M9QX",
    "brand": "Oottam",
    "phone": "+91 44 0000 0000",
    "agreed": [Fact("First day", "Monday, 30 November 2026"), Fact("Delivery time", "8:30 am")],
    "questions": ["At what time shall we deliver?", "How many guests do you expect?"],
    "due": "₹1,638.00",
    "paid": "₹1,000.00",
    "owed": "₹638.00",
    "upi_id": "oottam@okaxis",
    "status_link": Link("Track your order", "https://shop.example/status/x"),
}
EMPTY = {**KNOWN, "name": "", "agreed": [], "due": "", "paid": "", "owed": "", "upi_id": "",
         "status_link": None}  # fmt: skip
BYE = "Oottam, +91 44 0000 0000"
READ: list[tuple[Template, dict[str, Any], str, str]] = [
    (
        Template.CONFIRMATION,
        KNOWN,
        "we have confirmed your veg meal order OT-7K2M9QX",
        (
            "Hello Asha Raman,\n\nYour veg meal order OT-7K2M9QX is confirmed.\n\n"
            "First day: Monday, 30 November 2026\nDelivery time: 8:30 am\n\n"
            "The total is ₹1,638.00. Paid: ₹1,000.00. Still to pay: ₹638.00.\n\n"
            "By UPI: oottam@okaxis, with OT-7K2M9QX as the note.\n\n"
            f"Track your order: https://shop.example/status/x\n\n{BYE}"
        ),
    ),
    (
        Template.CONFIRMATION,
        EMPTY,
        "we have confirmed your veg meal order OT-7K2M9QX",
        f"Hello,\n\nYour veg meal order OT-7K2M9QX is confirmed.\n\n{BYE}",
    ),
    (
        Template.QUESTION,
        KNOWN,
        "a question about your veg meal order OT-7K2M9QX",
        (
            "Hello Asha Raman,\n\nThank you for your veg meal order OT-7K2M9QX. "
            "Before we can confirm it, please tell us:\n\n"
            "- At what time shall we deliver?\n- How many guests do you expect?\n\n"
            f"Just reply to this message, or call us on +91 44 0000 0000.\n\n{BYE}"
        ),
    ),
    (
        Template.QUESTION,
        {**KNOWN, "start_link": Link("Answer", "https://shop.example/status/x/start/")},
        "a question about your veg meal order OT-7K2M9QX",
        (
            "Hello Asha Raman,\n\nThank you for your veg meal order OT-7K2M9QX. "
            "Before we can confirm it, please tell us:\n\n"
            "- At what time shall we deliver?\n- How many guests do you expect?\n\n"
            "You can answer here in two minutes: https://shop.example/status/x/start/\n\n"
            f"Just reply to this message, or call us on +91 44 0000 0000.\n\n{BYE}"
        ),
    ),
    (
        Template.QUOTE,
        KNOWN,
        "our price for your veg meal order OT-7K2M9QX",
        (
            "Hello Asha Raman,\n\nThank you for your veg meal order OT-7K2M9QX. Here is our offer:\n\n"
            "First day: Monday, 30 November 2026\nDelivery time: 8:30 am\n\n"
            "The total is ₹1,638.00.\n\n"
            "Shall we confirm it? Say yes here: https://shop.example/status/x\n\n"
            f"Or just reply to this message, or call us on +91 44 0000 0000.\n\n{BYE}"
        ),
    ),
    (
        Template.PAYMENT,
        KNOWN,
        "payment for your veg meal order OT-7K2M9QX",
        (
            "Hello Asha Raman,\n\nYour veg meal order OT-7K2M9QX costs ₹1,638.00. "
            "We have received ₹1,000.00, thank you.\n\nStill to pay: ₹638.00.\n\n"
            "By UPI: oottam@okaxis, with OT-7K2M9QX as the note.\n\n"
            f"Track your order: https://shop.example/status/x\n\n{BYE}"
        ),
    ),
    (
        Template.CANCELLED,
        KNOWN,
        "we have cancelled your veg meal order OT-7K2M9QX",
        (
            "Hello Asha Raman,\n\nYour veg meal order OT-7K2M9QX is cancelled.\n\n"
            "You have paid ₹1,000.00. We will call you about the refund.\n\n"
            f"If you did not expect this, please call us on +91 44 0000 0000.\n\n{BYE}"
        ),
    ),
    (
        Template.PAYMENT,
        EMPTY,
        "payment for your veg meal order OT-7K2M9QX",
        f"Hello,\n\nYour veg meal order OT-7K2M9QX does not have a price yet.\n\n{BYE}",
    ),
]


@pytest.mark.parametrize("line", READ)
def test_draft_text_is_correct(line: tuple[Template, dict[str, Any], str, str]) -> None:
    template, context, subject, text = line
    drafted = draft(template, TemplateContext(**context))
    assert (drafted.subject, drafted.text) == (subject, text)


def test_question_draft_without_missing_details_has_a_placeholder() -> None:
    drafted = draft(Template.QUESTION, TemplateContext(**{**KNOWN, "questions": []}))
    assert "OT-7K2M9QX. Please tell us:\n\n- \n\nJust reply" in drafted.text


def test_every_checklist_detail_has_a_question() -> None:
    asked_for = {field for items in AT_FIRST.values() for field, _, _ in items}
    of_the_desk = {"agreed_paise"}
    assert set(QUESTIONS) == (asked_for | {*FIELDS.values()}) - of_the_desk


@pytest.mark.django_db
@pytest.mark.parametrize("kind", Kind)
@pytest.mark.parametrize("template", DRAFTED)
def test_every_kind_has_a_draft_per_template(
    send: Send, meena: User, kind: Kind, template: Template
) -> None:
    for request in (make_request(send, kind), make_confirmable(make_request(send, kind), meena)):
        drafted = draft(template, template_context(request))
        assert request.reference in drafted.text
        assert "Hello Asha Raman,\n\n" in drafted.text
        assert len(drafted.subject) <= 150


@pytest.mark.django_db
def test_draft_uses_the_requests_values(send: Send, meena: User) -> None:
    request = make_confirmable(make_request(send), meena)
    upi = {"method": PaymentMethod.UPI, "paid_on": TEN_AM.date()}
    record_payment(**current(request, meena), paise=100000, **upi)  # type: ignore[arg-type]
    context = template_context(read_again(request))
    assert (context.noun, context.due, context.paid, context.owed) == (
        "veg meal order",
        "₹1,638.00",
        "₹1,000.00",
        "₹638.00",
    )
    assert [fact.text for fact in context.agreed] == ["Monday, 30 November 2026", "8:30 am"]
    assert context.questions == []


@pytest.mark.django_db
def test_drafts_contain_no_health_text(send: Send, meena: User) -> None:
    context = template_context(make_confirmable(make_request(send, Kind.NUTRITION), meena))
    # Random characters may contain the age.
    context = replace(context, reference="OT-REFERENCE", status_link=None)
    for template in DRAFTED:
        text = draft(template, context).text.lower()
        assert [word for word in ("peanut", "millet", "protein", "29") if word in text] == []
