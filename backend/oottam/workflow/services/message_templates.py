"""Drafts of messages: pure functions of the request's own words, which a person reads before they go."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from oottam import catalogue
from oottam.api import endpoints, mails
from oottam.billing.balances import balance, overpaid
from oottam.core.direction import isolate
from oottam.core.money import format_rupees
from oottam.outbox.mail_content import Fact, Link
from oottam.outbox.sanitize import one_line
from oottam.requests.models import Kind, Request, Status
from oottam.workflow.models import Template
from oottam.workflow.services.agreement import agreed
from oottam.workflow.services.checklist import missing
from oottam.workflow.services.customer_answers import answered_names, takes_answers, unanswered

MAX_NAME_LENGTH = 60  # characters
# What a customer is asked for, by the field of the checklist.
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
class Words:
    """What a draft can say of one request. Amounts are ready to be read, "" where there is none."""

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
    given_back: str = ""
    is_free: bool = False
    is_answered: bool = False  # an enquiry: there is nothing to confirm, but an answer to come
    upi_id: str = ""
    status_link: Link | None = None
    start_link: Link | None = None


@dataclass(frozen=True, slots=True)
class Draft:
    """A subject, for a mail, and the text."""

    subject: str
    text: str


def words_of(request: Request) -> Words:
    """As the request is now."""
    site, money = catalogue.current().site, balance(request)
    is_free = money.is_free and not money.adjusted
    answered = _answered(request)
    return Words(
        name=greeted(request),
        noun=endpoints.of_kind(request.kind).describe(request).noun,
        reference=request.reference,
        brand=site.brand.name,
        phone=site.contact.phone,
        agreed=agreed(request),
        questions=questions_to(request),
        due="" if money.due is None or money.is_on_request or is_free else format_rupees(money.due),
        paid=format_rupees(money.paid) if money.paid else "",
        owed=format_rupees(money.owed) if money.owed and money.owed > 0 else "",
        give_back=_amount(overpaid(request, money)) if request.status == Status.CANCELLED else "",
        given_back=_amount(money.refunded),
        is_free=is_free,
        is_answered=request.kind == Kind.NUTRITION,
        upi_id=site.upi_id,
        status_link=mails.status_link(request),
        start_link=mails.start_link(request) if unanswered(request, answered) else None,
    )


def questions_to(request: Request) -> list[str]:
    """What the customer is still to be asked: nothing that they have answered, and nothing that the desk decides."""
    answered = _answered(request)
    asked = (item.field for item in missing(request) if item.field not in answered)
    return [QUESTIONS[name] for name in asked if name in QUESTIONS]


def _answered(request: Request) -> set[str]:
    return answered_names(request.customer_answers.all()) if takes_answers(request) else set()


def draft(template: Template, words: Words) -> Draft:
    """What is proposed; nothing of it goes before somebody has pressed a button."""
    subject, paragraphs = {
        Template.CONFIRMATION: _confirmation,
        Template.QUESTION: _question,
        Template.QUOTE: _quote,
        Template.PAYMENT: _payment,
        Template.CANCELLED: _cancelled,
    }[template](words)
    text = letter(words.name, paragraphs, f"{words.brand}, {words.phone}")
    return Draft(f"{subject} {words.reference}", text)


def letter(name: str, paragraphs: Sequence[str], ending: str) -> str:
    """A whole text, without paragraphs that are empty; `name` as `greeted` gives it, "" for none."""
    hello = f"Hello {name}," if name else "Hello,"
    return "\n\n".join(part for part in (hello, *paragraphs, ending) if part)


def greeted(request: Request) -> str:
    """The name as letters have it."""
    return isolate(one_line(request.customer_name, MAX_NAME_LENGTH))


def doubt(template: Template, request: Request) -> str:
    """Why this letter may not suit the request as it is now, in a sentence; "" when it does."""
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
            not questions_to(request),
            "Nothing is missing: write your own question.",
        ),
        Template.QUOTE: (balance(request).due is None, "It has no price yet."),
        Template.PAYMENT: (not (balance(request).owed or 0) > 0, "Nothing is due."),
    }
    is_empty, sentence = nothing.get(template, (False, ""))
    return sentence if is_empty else ""


def _confirmation(words: Words) -> tuple[str, list[str]]:
    facts = "\n".join(f"{fact.label}: {fact.text}" for fact in words.agreed)
    owed = f" Still to pay: {words.owed}." if words.owed else ""
    named = f"your {words.noun}"
    subject = f"we are answering {named}" if words.is_answered else f"we have confirmed {named}"
    sentence = (
        f"We are answering {named} {words.reference}."
        if words.is_answered
        else f"Your {words.noun} {words.reference} is confirmed."
    )
    return subject, [
        sentence,
        facts,
        f"The total is {words.due}.{owed}" if words.due else "",
        "It is free." if words.is_free else "",
        _way_to_pay(words),
        _way_to_track(words),
    ]


def _question(words: Words) -> tuple[str, list[str]]:
    asked = "\n".join(f"- {question}" for question in words.questions or [""])
    please = "Before we can confirm it, please" if words.questions else "Please"
    return f"a question about your {words.noun}", [
        f"Thank you for your {words.noun} {words.reference}. {please} tell us:",
        asked,
        f"You can answer here in two minutes: {words.start_link.url}" if words.start_link else "",
        f"Just reply to this message, or call us on {words.phone}.",
    ]


def _quote(words: Words) -> tuple[str, list[str]]:
    facts = "\n".join(f"{fact.label}: {fact.text}" for fact in words.agreed)
    return f"our price for your {words.noun}", [
        f"Thank you for your {words.noun} {words.reference}. Here is our offer:",
        facts,
        f"The total is {words.due}." if words.due else "It is free." if words.is_free else "",
        f"Shall we confirm it? Just reply to this message, or call us on {words.phone}.",
    ]


def _payment(words: Words) -> tuple[str, list[str]]:
    unpriced = "is free" if words.is_free else "does not have a price yet"
    costs = f"costs {words.due}" if words.due else unpriced
    thanks = f" We have received {words.paid}, thank you." if words.paid else ""
    return f"payment for your {words.noun}", [
        f"Your {words.noun} {words.reference} {costs}.{thanks}",
        f"Still to pay: {words.owed}." if words.owed else "",
        _way_to_pay(words),
        _way_to_track(words),
    ]


def _cancelled(words: Words) -> tuple[str, list[str]]:
    return f"we have cancelled your {words.noun}", [
        f"Your {words.noun} {words.reference} is cancelled.",
        _way_back(words),
        f"If you did not expect this, please call us on {words.phone}.",
    ]


def _way_back(words: Words) -> str:
    """Of the money that came."""
    if not words.paid:
        return ""
    told = [f"You have paid {words.paid}."]
    if words.given_back:
        told.append(f"We have refunded {words.given_back}.")
    if words.give_back:
        told.append(f"We will refund {words.give_back}, and will call you about it.")
    elif not words.given_back:
        told.append("We will call you about the refund.")
    return " ".join(told)


def _amount(paise: int) -> str:
    return format_rupees(paise) if paise > 0 else ""


def _way_to_pay(words: Words) -> str:
    if not (words.owed and words.upi_id):
        return ""
    return f"By UPI: {words.upi_id}, with {words.reference} as the note."


def _way_to_track(words: Words) -> str:
    return f"{words.status_link.text}: {words.status_link.url}" if words.status_link else ""
