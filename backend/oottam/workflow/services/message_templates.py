"""Drafts of messages to customers, which a person reads before they are sent."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from oottam import catalogue
from oottam.api import endpoints, mails
from oottam.billing.balances import balance, overpaid
from oottam.core.direction import isolate
from oottam.core.money import format_rupees
from oottam.outbox.mail_content import Fact, Link
from oottam.outbox.sanitize import one_line
from oottam.requests.models import NO_NAME, Kind, Request, Status
from oottam.workflow.models import Template
from oottam.workflow.services.agreement import agreed_facts
from oottam.workflow.services.checklist import missing
from oottam.workflow.services.customer_answers import accepts_answers, answered_names, unanswered
from oottam.workflow.services.details import details_of

MAX_NAME_LENGTH = 60  # characters
# Questions to the customer, by checklist field.
QUESTIONS = {
    "start_date": "Which day should we start?",
    "days": "How many days would you like?",
    "breakfast_time": "What time should we deliver your breakfast?",
    "lunch_time": "What time should we deliver your lunch?",
    "dinner_time": "What time should we deliver your dinner?",
    "address": "Which address should we deliver to?",
    "pin": "What is the PIN code of your address?",
    "zone_ok": "Is there a landmark near your address?",
    "diet": "What is your diet: everything, vegetarian, with eggs, vegan, Jain, no onion and garlic?",
    "allergens": "Any allergies or foods to avoid?",
    "date": "What is the date of your event?",
    "guests": "How many guests do you expect?",
    "venue": "Where will your event be?",
    "slot": "Which days and times would suit you?",
    "follow_up_on": "When may we contact you again?",
}


@dataclass(frozen=True, slots=True)
class TemplateContext:
    """The values that a draft uses. Amounts are formatted, "" where there is none."""

    name: str
    noun: str
    reference: str
    brand: str
    phone: str
    agreed: Sequence[Fact] = field(default=())
    questions: Sequence[str] = field(default=())
    due: str = ""
    paid: str = ""
    owed: str = ""
    give_back: str = ""
    refunded: str = ""
    is_free: bool = False
    is_answered: bool = False  # an enquiry gets an answer, not a confirmation
    upi_id: str = ""
    status_link: Link | None = None
    start_link: Link | None = None


@dataclass(frozen=True, slots=True)
class MessageDraft:
    """A mail's subject, and the text."""

    subject: str
    text: str


def template_context(request: Request) -> TemplateContext:
    site, money = catalogue.current().site, balance(request)
    is_free = money.is_free and not money.adjusted
    answered = _answered(request)
    return TemplateContext(
        name=greeting_name(request),
        noun=endpoints.of_kind(request.kind).describe(request).noun,
        reference=request.reference,
        brand=site.brand.name,
        phone=site.contact.phone,
        agreed=agreed_facts(request),
        questions=open_questions(request),
        due="" if money.due is None or money.is_on_request or is_free else format_rupees(money.due),
        paid=format_rupees(money.paid) if money.paid else "",
        owed=format_rupees(money.owed) if money.owed and money.owed > 0 else "",
        give_back=_amount(overpaid(request, money)) if request.status == Status.CANCELLED else "",
        refunded=_amount(money.refunded),
        is_free=is_free,
        is_answered=request.kind == Kind.NUTRITION,
        upi_id=site.upi_id,
        status_link=mails.status_link(request),
        start_link=mails.start_link(request) if unanswered(request, answered) else None,
    )


def open_questions(request: Request) -> list[str]:
    """Return the questions to ask the customer: neither answered ones, nor those that the desk decides."""
    answered = _answered(request)
    requested = (item.field for item in missing(request) if item.field not in answered)
    pin = details_of(request).pin
    known = {"pin": f"Is {pin[:3]} {pin[3:]} the right PIN code of your address?"} if pin else {}
    return [{**QUESTIONS, **known}[name] for name in requested if name in QUESTIONS]


def _answered(request: Request) -> set[str]:
    return answered_names(request.customer_answers.all()) if accepts_answers(request) else set()


def draft(template: Template, context: TemplateContext) -> MessageDraft:
    """Draft a message."""
    subject, paragraphs = {
        Template.CONFIRMATION: _confirmation,
        Template.QUESTION: _question,
        Template.QUOTE: _quote,
        Template.PAYMENT: _payment,
        Template.CANCELLED: _cancelled,
    }[template](context)
    text = letter(context.name, paragraphs, f"{context.brand}, {context.phone}")
    return MessageDraft(f"{subject} {context.reference}", text)


def letter(name: str, paragraphs: Sequence[str], ending: str) -> str:
    """Join greeting, non-empty paragraphs and ending; `name` is from `greeting_name`, "" for none."""
    hello = f"Hello {name}," if name else "Hello,"
    return "\n\n".join(part for part in (hello, *paragraphs, ending) if part)


def greeting_name(request: Request) -> str:
    """Return the customer's name on one line; "" without one."""
    if request.customer_name == NO_NAME:
        return ""
    return isolate(one_line(request.customer_name, MAX_NAME_LENGTH))


def mismatch_message(template: Template, request: Request) -> str:
    """Explain why this template may not suit the request now; "" where it does."""
    match template, request.status:
        case Template.CONFIRMATION, Status.NEW:
            return "It is not confirmed yet."
        case Template.CONFIRMATION, Status.CANCELLED:
            return "It is cancelled."
        case Template.CANCELLED, status if status != Status.CANCELLED:
            return "It is not cancelled."
        case Template.QUOTE, status if status != Status.NEW:
            return "It is not new any more."
    nothing = {
        Template.QUESTION: (
            not open_questions(request),
            "Nothing is missing: write your own question.",
        ),
        Template.QUOTE: (balance(request).due is None, "It has no price yet."),
        Template.PAYMENT: (not (balance(request).owed or 0) > 0, "Nothing is due."),
    }
    is_empty, sentence = nothing.get(template, (False, ""))
    return sentence if is_empty else ""


def _confirmation(context: TemplateContext) -> tuple[str, list[str]]:
    facts = "\n".join(f"{fact.label}: {fact.text}" for fact in context.agreed)
    paid = f" Paid: {context.paid}." if context.paid else ""
    owed = f"{paid} Still to pay: {context.owed}." if context.owed else paid
    named = f"your {context.noun}"
    subject = f"we are answering {named}" if context.is_answered else f"we have confirmed {named}"
    sentence = (
        f"We are answering {named} {context.reference}."
        if context.is_answered
        else f"Your {context.noun} {context.reference} is confirmed."
    )
    return subject, [
        sentence,
        facts,
        f"The total is {context.due}.{owed}" if context.due else "",
        "It is free." if context.is_free else "",
        _upi_text(context),
        _status_text(context),
    ]


def _question(context: TemplateContext) -> tuple[str, list[str]]:
    requested = "\n".join(f"- {question}" for question in context.questions or [""])
    please = "Before we can confirm it, please" if context.questions else "Please"
    return f"a question about your {context.noun}", [
        f"Thank you for your {context.noun} {context.reference}. {please} tell us:",
        requested,
        f"You can answer here in two minutes: {context.start_link.url}"
        if context.start_link
        else "",
        f"Just reply to this message, or call us on {context.phone}.",
    ]


def _quote(context: TemplateContext) -> tuple[str, list[str]]:
    facts = "\n".join(f"{fact.label}: {fact.text}" for fact in context.agreed)
    return f"our price for your {context.noun}", [
        f"Thank you for your {context.noun} {context.reference}. Here is our offer:",
        facts,
        f"The total is {context.due}." if context.due else "It is free." if context.is_free else "",
        f"Shall we confirm it? Say yes here: {context.status_link.url}"
        if context.status_link
        else "",
        f"{'Or just' if context.status_link else 'Shall we confirm it? Just'} reply to this message, or call us on {context.phone}.",
    ]


def _payment(context: TemplateContext) -> tuple[str, list[str]]:
    unpriced = "is free" if context.is_free else "does not have a price yet"
    costs = f"costs {context.due}" if context.due else unpriced
    thanks = f" We have received {context.paid}, thank you." if context.paid else ""
    return f"payment for your {context.noun}", [
        f"Your {context.noun} {context.reference} {costs}.{thanks}",
        f"Still to pay: {context.owed}." if context.owed else "",
        _upi_text(context),
        _status_text(context),
    ]


def _cancelled(context: TemplateContext) -> tuple[str, list[str]]:
    return f"we have cancelled your {context.noun}", [
        f"Your {context.noun} {context.reference} is cancelled.",
        _refund_text(context),
        f"If you did not expect this, please call us on {context.phone}.",
    ]


def _refund_text(context: TemplateContext) -> str:
    """Describe payments and refunds."""
    if not context.paid:
        return ""
    sentences = [f"You have paid {context.paid}."]
    if context.refunded:
        sentences.append(f"We have refunded {context.refunded}.")
    if context.give_back:
        sentences.append(f"We will refund {context.give_back}, and will call you about it.")
    elif not context.refunded:
        sentences.append("We will call you about the refund.")
    return " ".join(sentences)


def _amount(paise: int) -> str:
    return format_rupees(paise) if paise > 0 else ""


def _upi_text(context: TemplateContext) -> str:
    if not (context.owed and context.upi_id):
        return ""
    return f"By UPI: {context.upi_id}, with {context.reference} as the note."


def _status_text(context: TemplateContext) -> str:
    return f"{context.status_link.text}: {context.status_link.url}" if context.status_link else ""
