"""One request: what was asked, what is known, what is owed, what was done."""

from collections.abc import Iterable, Set
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from oottam.accounts.roles import Permission, permissions_of
from oottam.backoffice.food import food_view
from oottam.backoffice.layout.decorators import StaffRequest, staff_action, staff_page
from oottam.backoffice.request import conflicts, forms, message_view, queries
from oottam.backoffice.request.answers import answers_form, answers_to, answers_view
from oottam.backoffice.request.history import describe_history
from oottam.backoffice.request.next_step import FORMS, field_id, next_step
from oottam.backoffice.request.order_summary import summarise_order
from oottam.backoffice.request.price_adjustment import adjustment_form
from oottam.backoffice.request.schedule import glance, outlook
from oottam.backoffice.request.text import describe_details, describe_times
from oottam.backoffice.request.unbound_forms import facts_form, unfilled
from oottam.billing import balances, refunds
from oottam.enquiries.models import NutritionEnquiry
from oottam.kitchen.services.dietary_checks import FoodCheck, check_request
from oottam.requests.models import Kind, Request
from oottam.workflow.models import Adjustment, Diet, Payment, Refund
from oottam.workflow.services import message_templates
from oottam.workflow.services.checklist import checklist
from oottam.workflow.services.details import (
    FOOD_FIELDS,
    MEAL_KINDS,
    NEED_DIET,
    ORDERS,
    details_of,
    event_of,
    last_agreed,
    order_of,
)
from oottam.workflow.services.duplicates import why_not_unmerge
from oottam.workflow.services.editing import ERASED
from oottam.workflow.services.health_access import read_health_enquiry
from oottam.workflow.services.known_people import KnownPerson, people_among
from oottam.workflow.services.meal_times import FIELDS
from oottam.workflow.services.reorder import unavailable_reason
from oottam.workflow.services.transitions import OPEN
from oottam.workflow.services.undo_window import (
    last_step,
    may_undo,
    may_undo_step,
    undo_deadline,
)

_EVENT = ("date", "time", "guests", "venue")
ENTRIES_SHOWN = 8  # the rest is folded away


@staff_page(Permission.WORK_REQUESTS)
def show(request: StaffRequest, reference: str) -> HttpResponse:
    """Everything about it on one page, but for words about health."""
    return request_page(request, reference)


@staff_action(Permission.SEE_HEALTH)
@staff_action(Permission.WORK_REQUESTS)
def health(request: StaffRequest, reference: str) -> HttpResponse:
    """The page with the words about health, this once: its address alone shows none."""
    told = read_health_enquiry(reference=reference, actor=request.user, now=timezone.now())
    return request_page(request, reference, told=told)


def request_page(
    request: HttpRequest,
    reference: str,
    *,
    wrong: forms.StaffForm | None = None,
    version: int | None = None,
    is_stale: bool = False,
    told: NutritionEnquiry | None = None,
) -> HttpResponse:
    """The page; with a form that was sent `wrong`, as it was sent and with what is wrong about it (422).

    Where that was made at another `version`, the page says what a colleague has changed since (409). Raises Http404.
    """
    found = queries.everything_about(reference)
    asked_for = found.request
    may_see_body = asked_for.kind != Kind.NUTRITION or told is not None
    drafted = message_view.draft_form(request, asked_for)
    adjusted = adjustment_form(request, asked_for)
    food = check_request(asked_for) if asked_for.status in OPEN else None
    proposal = refunds.propose_refund(asked_for, timezone.now())
    blank = unfilled(found, food, proposal, request.session.get(forms.LAST_METHOD))
    answers = answers_to(asked_for)
    taken = answers_form(asked_for, answers)
    by_key = {form.key: form for form in (*blank, drafted, adjusted, taken) if form}
    stale = None
    if wrong and (is_stale or version != asked_for.version):
        current = by_key.get(wrong.key)
        is_open = asked_for.status in OPEN
        stale = conflicts.shown(found, wrong, current, version or 0, is_open=is_open)
    if wrong:
        by_key[wrong.key] = wrong
    message = by_key.get(forms.MessageForm.action)
    seen_answers = answers_view(answers, by_key.get(forms.TakeAnswersForm.action))
    shown = {
        "title": f"{asked_for.reference}, {asked_for.get_kind_display().lower()}",
        "asked_for": asked_for,
        "erased": ERASED,
        "asked": summarise_order(asked_for),
        "why_not_part": why_not_unmerge(asked_for),
        "told": told,
        "food": food_view(food),
        "answers": seen_answers,
        "known_people": _known_people(found),
        "body": asked_for.body if may_see_body else None,
        "wrong": wrong,
        "quicker": stale,
        "adjusting": adjusted is not None,
        "forms": {key.replace("-", "_"): form for key, form in by_key.items()},
        "payments": [
            (payment, by_key.get(f"undo-payment-{payment.pk}"))
            for payment in asked_for.payments.all()
        ],
        "refunds": [
            (refund, by_key.get(f"undo-refund-{refund.pk}")) for refund in asked_for.refunds.all()
        ],
        "proposal": proposal,
        "mails": [mail for mail in found.mails if mail.message_id is None],
        "others": [
            (other, by_key.get(f"merge-{other.request.reference}")) for other in found.others
        ],
        "adjustments": [
            (each, by_key.get(f"undo-price-{each.pk}")) for each in asked_for.adjustments.all()
        ],
        **_checklist(request, asked_for, food, seen_answers.answered),
        **_money(request, asked_for),
        **_undoable_prices(request, found),
        **_taking_back(request, found),
        **_history(found),
        **message_view.shown(request, found, message),
        "letter_next": message_view.suggested(asked_for),
    }
    status = 200 if wrong is None else 409 if stale else 422
    return render(request, "backoffice/request/request.html", shown, status=status)


def _checklist(
    request: HttpRequest, asked_for: Request, food: FoodCheck | None, answered: Set[str]
) -> dict[str, Any]:
    items = checklist(asked_for)
    asked = [item for item in items if not item.is_known]
    is_open, now = asked_for.status in OPEN, timezone.now()
    seen = glance(asked_for, timezone.localdate(now))
    ahead = outlook(asked_for, now, [item.field for item in asked])
    refusal = ahead.refusal if ahead else ""
    form = FORMS.get(Kind(asked_for.kind), "facts")
    return {
        "is_open": is_open,
        "is_plan": asked_for.kind in MEAL_KINDS,
        "may_repeat": not unavailable_reason(asked_for),
        "checklist": [(item, field_id(asked_for.kind, item)) for item in items],
        # The price of an event is agreed with the other amounts.
        "asks_facts": is_open
        and any(asked_for.kind != Kind.EVENT or item.field != "agreed_paise" for item in asked),
        "to_ask": {item.field for item in asked} if is_open else (),
        "first": field_id(asked_for.kind, asked[0]) if asked else "",
        "glance": seen,
        "outlook": ahead,
        "day_field": f"{form}-{ahead.field}" if ahead else "",
        "asks_customer": any(
            item.field in message_templates.QUESTIONS and item.field not in answered
            for item in asked
        ),
        "step": next_step(
            asked_for,
            asked,
            permissions_of(request.user),
            now,
            seen,
            food=food,
            refusal=refusal,
            note=ahead.note if ahead and asked_for.kind == Kind.EVENT else "",
        ),
        "known": _known(asked_for),
        "slots": asked_for.slots.all() if asked_for.kind == Kind.APPOINTMENT else (),
        "now": now,
    }


def _known(asked_for: Request) -> list[tuple[str, str]]:
    """What the desk has found out, in words."""
    if asked_for.kind == Kind.EVENT:
        food = describe_details(details_of(asked_for), *FOOD_FIELDS)
        return [*describe_details(event_of(asked_for), *_EVENT), *food]
    if asked_for.kind not in MEAL_KINDS:
        return []
    form = facts_form(asked_for)
    of_times = {*FIELDS.values(), forms.TIMES_AGREED}
    names = [name for name in form.fields if name not in of_times]
    at = names.index("address")
    return [
        *describe_details(details_of(asked_for), *names[:at]),
        *describe_times(form.times),
        *describe_details(details_of(asked_for), *names[at:]),
    ]


def _known_people(found: queries.Found) -> list[KnownPerson]:
    """Of whom something is known by the number or address, while this request lacks it."""
    asked_for = found.request
    fulfilment = details_of(asked_for)
    is_needed = asked_for.kind in NEED_DIET and asked_for.status in OPEN
    if not is_needed or (fulfilment.allergens is not None and fulfilment.eats != Diet.UNKNOWN):
        return []
    return [each for each in people_among(o.request for o in found.others) if each.has_food]


def _money(request: HttpRequest, asked_for: Request) -> dict[str, Any]:
    balance = balances.balance(asked_for)
    return {
        "ordered": order_of(asked_for),
        "is_order": asked_for.kind in ORDERS,
        "balance": balance,
        "undoable_payments": _undoable(asked_for.payments.all(), request),
        "undoable_refunds": _undoable(asked_for.refunds.all(), request),
        "retained": balances.retained(asked_for),
        "overpaid": balances.overpaid(asked_for, balance),
        "upi": balances.upi_payment(asked_for, balance),
    }


def _undoable(rows: Iterable[Adjustment | Payment | Refund], request: HttpRequest) -> set[int]:
    """Those that this person may undo now."""
    now = timezone.now()
    return {row.pk for row in rows if may_undo(row.by_id, row.at, request.user, now)}


def _undoable_prices(request: HttpRequest, found: queries.Found) -> dict[str, Any]:
    """What this person may undo of the price."""
    now, changes = timezone.now(), found.request.adjustments.all()
    undone = {each.undoes_id for each in changes}
    standing = [each for each in changes if each.undoes_id is None and each.pk not in undone]
    agreed = last_agreed(found.entries)
    is_open = found.request.erased_at is None
    return {
        "undoable_changes": _undoable(standing, request) if is_open else (),
        "may_undo_agreed": is_open
        and agreed is not None
        and agreed.data["agreed_paise"]["now"] == details_of(found.request).agreed_paise
        and may_undo(agreed.actor_id, agreed.at, request.user, now),
    }


def _taking_back(request: HttpRequest, found: queries.Found) -> dict[str, Any]:
    """Until when the last step can be taken back, and whether by this person."""
    step, now = last_step(found.entries), timezone.now()
    until = undo_deadline(step, found.request.messages.all(), found.mails, now)
    if step is None or until is None or found.request.erased_at:
        return {"open_until": None, "may_take_back": False}
    return {"open_until": until, "may_take_back": may_undo_step(step, request.user, now)}


def _history(found: queries.Found) -> dict[str, Any]:
    names = {colleague.pk: colleague.get_username() for colleague in found.colleagues}
    paid = queries.paid(found.request)
    told = describe_history(found.entries, names, paid)
    return {"history": told[:ENTRIES_SHOWN], "older_history": told[ENTRIES_SHOWN:]}
