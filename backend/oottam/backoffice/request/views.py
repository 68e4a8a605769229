"""The page of one request: order, details, money, history."""

from collections.abc import Iterable, Set
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from oottam.accounts.roles import Permission, permissions_of
from oottam.api import endpoints
from oottam.api.forms import Form
from oottam.api.reorder import submitted_body
from oottam.backoffice.dietary import food_view
from oottam.backoffice.layout.decorators import StaffRequest, staff_action, staff_page
from oottam.backoffice.layout.fields import StaffForm
from oottam.backoffice.request import panels, queries
from oottam.backoffice.request.answers import (
    ApplyAnswersForm,
    answers_form,
    answers_to,
    answers_view,
)
from oottam.backoffice.request.details_forms import ASKED, PLACE_FIELDS, TIMES_AGREED, details_form
from oottam.backoffice.request.history import describe_history
from oottam.backoffice.request.message_forms import MessageForm
from oottam.backoffice.request.money_forms import LAST_METHOD, proposed_adjustment
from oottam.backoffice.request.panels import FORMS, field_id, next_step
from oottam.backoffice.request.schedule import preview_confirmation, schedule_summary
from oottam.backoffice.request.text import describe_details, describe_times, foreign_pin_hint
from oottam.backoffice.request.ticket_forms import ticket_rows
from oottam.backoffice.request.unbound_forms import unbound_forms
from oottam.billing import balances, refunds
from oottam.core.direction import isolate
from oottam.enquiries.models import NutritionEnquiry
from oottam.kitchen.services.dietary_checks import FoodCheck, check_request
from oottam.outbox.models import State
from oottam.plans.services.plan_actions import describe_scope
from oottam.requests.models import OPEN, Flag, Kind, Request
from oottam.workflow.models import Adjustment, Diet, Payment, Refund
from oottam.workflow.services import message_templates
from oottam.workflow.services.allergy_mentions import allergy_mentions
from oottam.workflow.services.checklist import checklist
from oottam.workflow.services.details import (
    FOOD_FIELDS,
    MEAL_KINDS,
    NEED_DIET,
    ORDERS,
    details_of,
    event_of,
    has_foreign_pin,
    last_agreed,
    order_of,
)
from oottam.workflow.services.duplicates import unmerge_obstacle
from oottam.workflow.services.editing import ERASED
from oottam.workflow.services.health_access import read_health_enquiry
from oottam.workflow.services.known_people import KnownPerson, people_among
from oottam.workflow.services.meal_times import FIELDS
from oottam.workflow.services.reorder import unavailable_reason
from oottam.workflow.services.undo_window import (
    last_step,
    may_undo,
    may_undo_step,
    undo_deadline,
)

_EVENT = ("date", "time", "guests", "venue")
ENTRIES_SHOWN = 8  # the page folds the rest


@staff_page(Permission.WORK_REQUESTS)
def detail(request: StaffRequest, reference: str) -> HttpResponse:
    """Show the request; health notes of a nutrition enquiry are left out."""
    return request_page(request, reference)


@staff_action(Permission.SEE_HEALTH)
@staff_action(Permission.WORK_REQUESTS)
def health(request: StaffRequest, reference: str) -> HttpResponse:
    """Show the page with the health notes, this once: a GET of its address shows none."""
    enquiry = read_health_enquiry(reference=reference, actor=request.user, now=timezone.now())
    return request_page(request, reference, enquiry=enquiry)


def request_page(
    request: HttpRequest,
    reference: str,
    *,
    invalid_form: StaffForm | None = None,
    version: int | None = None,
    is_stale: bool = False,
    enquiry: NutritionEnquiry | None = None,
) -> HttpResponse:
    """Render the page; with an invalid form, as it was posted and with its errors (422).

    If the form has another `version`, the page lists a colleague's changes since (409). Raises Http404.
    """
    request_data = queries.load_request_data(reference)
    customer_request = request_data.request
    may_see_body = customer_request.kind != Kind.NUTRITION or enquiry is not None
    draft = panels.draft_form(request, customer_request)
    adjusted = proposed_adjustment(request, customer_request)
    now = timezone.now()
    is_open = customer_request.status in OPEN
    food = check_request(customer_request, timezone.localdate(now)) if is_open else None
    unread = allergy_mentions(customer_request) if is_open else []
    proposal = refunds.propose_refund(customer_request, now)
    unbound = unbound_forms(request_data, food, proposal, request.session.get(LAST_METHOD))
    answers = answers_to(customer_request)
    answer_form = answers_form(customer_request, answers)
    by_key = {form.key: form for form in (*unbound, draft, adjusted, answer_form) if form}
    stale = None
    if invalid_form and (is_stale or version != customer_request.version):
        current = by_key.get(invalid_form.key)
        stale = panels.conflict_view(
            request_data, invalid_form, current, version or 0, is_open=is_open
        )
    if invalid_form:
        by_key[invalid_form.key] = invalid_form
    message = by_key.get(MessageForm.action)
    answers_data = answers_view(answers, by_key.get(ApplyAnswersForm.action))
    context = {
        "title": f"{customer_request.reference}, {customer_request.get_kind_display().lower()}",
        "customer_request": customer_request,
        "erased": ERASED,
        "why_not_part": unmerge_obstacle(customer_request),
        "enquiry": enquiry,
        "food": food_view(food),
        "flags": _flags(customer_request, food),
        "mails_need_looking": any(
            mail.state != State.SENT or mail.last_error for mail in request_data.mails
        ),
        "mentions": unread,
        "answers": answers_data,
        "tickets": ticket_rows(customer_request, by_key),
        "known_people": _matching_known_people(request_data),
        "typed_age": str(submitted_body(customer_request).get("age", "")) if enquiry else "",
        "body": customer_request.body if may_see_body else None,
        "long_texts": _long_texts(customer_request) if may_see_body else (),
        "invalid_form": invalid_form,
        "conflict": stale,
        "adjusting": adjusted is not None,
        "forms": {key.replace("-", "_"): form for key, form in by_key.items()},
        "payments": [
            (payment, by_key.get(f"undo-payment-{payment.pk}"))
            for payment in customer_request.payments.all()
        ],
        "refunds": [
            (refund, by_key.get(f"undo-refund-{refund.pk}"))
            for refund in customer_request.refunds.all()
        ],
        "proposal": proposal,
        "mails": [mail for mail in request_data.mails if mail.message_id is None],
        "others": [
            (other, by_key.get(f"merge-{other.request.reference}")) for other in request_data.others
        ],
        "adjustments": [
            (adjustment, by_key.get(f"undo-price-{adjustment.pk}"))
            for adjustment in customer_request.adjustments.all()
        ],
        **_checklist(request, customer_request, food, answers_data["answered"], is_read=not unread),
        **_money(request, customer_request),
        **_undoable_prices(request, request_data),
        **_undo_status(request, request_data),
        **_history(request_data),
        **panels.messages_context(request, request_data, message),
        "suggested_message": panels.suggested(customer_request),
    }
    status = 200 if invalid_form is None else 409 if stale else 422
    return render(request, "backoffice/request/request.html", context, status=status)


def _long_texts(customer_request: Request) -> list[tuple[str, str]]:
    """Return the whole texts that are stored shortened, each with its title."""
    form: type[Form] = endpoints.of_kind(customer_request.kind).form
    return form.long_texts(submitted_body(customer_request))


def _flags(customer_request: Request, food: FoodCheck | None) -> list[str]:
    """Return the flags' labels; that of dishes that are sold out names those that still are."""
    names = ", ".join(isolate(dish.name) for dish in food.sold_out) if food else ""
    fulfilment = details_of(customer_request)
    is_foreign = customer_request.kind in MEAL_KINDS and has_foreign_pin(fulfilment)
    return [
        *([f"{foreign_pin_hint(fulfilment.pin)}: ask which one is right"] if is_foreign else []),
        *(
            f"{label}: {names}" if names and label == Flag.SOLD_OUT.label else label
            for label in customer_request.flag_labels()
        ),
    ]


def _checklist(
    request: HttpRequest,
    customer_request: Request,
    food: FoodCheck | None,
    answered: Set[str],
    *,
    is_read: bool,
) -> dict[str, Any]:
    items = checklist(customer_request)
    unknown = [item for item in items if not item.is_known]
    is_open, now = customer_request.status in OPEN, timezone.now()
    summary = schedule_summary(customer_request, timezone.localdate(now))
    preview = preview_confirmation(customer_request, now, [item.field for item in unknown])
    refusal = preview.refusal if preview else ""
    form = FORMS.get(Kind(customer_request.kind), "details")
    return {
        "is_open": is_open,
        "is_plan": customer_request.kind in MEAL_KINDS,
        "may_repeat": not unavailable_reason(customer_request),
        "checklist": [(item, field_id(customer_request.kind, item)) for item in items],
        # The price of an event is agreed with the other amounts.
        "asks_details": is_open
        and any(
            customer_request.kind != Kind.EVENT or item.field != "agreed_paise" for item in unknown
        ),
        "to_ask": {item.field for item in unknown} if is_open else (),
        "first": field_id(customer_request.kind, unknown[0]) if unknown else "",
        "schedule": summary,
        "confirmation": preview,
        "day_field": f"{form}-{preview.field}" if preview else "",
        "asks_customer": any(
            item.field in message_templates.QUESTIONS and item.field not in answered
            for item in unknown
        ),
        "step": next_step(
            customer_request,
            unknown,
            permissions_of(request.user),
            now,
            summary,
            food=food,
            refusal=refusal,
            is_read=is_read,
            note=preview.note if preview and customer_request.kind == Kind.EVENT else "",
        ),
        "known": _known(customer_request),
        "slots": customer_request.slots.all() if customer_request.kind == Kind.APPOINTMENT else (),
        "now": now,
    }


def _known(customer_request: Request) -> list[tuple[str, str]]:
    """Return labels and values of the details that the desk recorded."""
    if customer_request.kind == Kind.EVENT:
        food = describe_details(details_of(customer_request), *FOOD_FIELDS)
        return [*describe_details(event_of(customer_request), *_EVENT), *food]
    if customer_request.kind not in MEAL_KINDS:
        return []
    form = details_form(customer_request)
    others = {*FIELDS.values(), TIMES_AGREED, ASKED, *PLACE_FIELDS}
    names = [name for name in form.fields if name not in others]
    at = names.index("zone_ok")
    return [
        *describe_details(details_of(customer_request), *names[:at]),
        *describe_times(form.times),
        *describe_details(details_of(customer_request), *PLACE_FIELDS),
        *_later_addresses(customer_request),
        *describe_details(details_of(customer_request), *names[at:]),
    ]


def _later_addresses(customer_request: Request) -> list[tuple[str, str]]:
    """Return "From Thu 10 Dec, lunch" and the address that applies then."""
    rows = customer_request.later_addresses.all() if hasattr(customer_request, "plan") else ()
    return [(describe_scope(row), isolate(row.address)) for row in rows if row.undone_at is None]


def _matching_known_people(request_data: queries.RequestData) -> list[KnownPerson]:
    """Return the people of the same number or address whose diet is known, while this request lacks it."""
    customer_request = request_data.request
    fulfilment = details_of(customer_request)
    is_needed = customer_request.kind in NEED_DIET and customer_request.status in OPEN
    if not is_needed or (fulfilment.allergens is not None and fulfilment.full_diet != Diet.UNKNOWN):
        return []
    return [each for each in people_among(o.request for o in request_data.others) if each.has_food]


def _money(request: HttpRequest, customer_request: Request) -> dict[str, Any]:
    balance = balances.balance(customer_request)
    return {
        "ordered": order_of(customer_request),
        "is_order": customer_request.kind in ORDERS,
        "balance": balance,
        "undoable_payments": _undoable(customer_request.payments.all(), request),
        "undoable_refunds": _undoable(customer_request.refunds.all(), request),
        "retained": balances.retained(customer_request),
        "overpaid": balances.overpaid(customer_request, balance),
        "upi": balances.upi_payment(customer_request, balance),
    }


def _undoable(rows: Iterable[Adjustment | Payment | Refund], request: HttpRequest) -> set[int]:
    """Return the primary keys of the rows that this user may undo now."""
    now = timezone.now()
    return {row.pk for row in rows if may_undo(row.by_id, row.at, request.user, now)}


def _undoable_prices(request: HttpRequest, request_data: queries.RequestData) -> dict[str, Any]:
    """Return which price changes this user may undo."""
    now, changes = timezone.now(), request_data.request.adjustments.all()
    undone = {change.undoes_id for change in changes}
    standing = [
        change for change in changes if change.undoes_id is None and change.pk not in undone
    ]
    agreed = last_agreed(request_data.entries)
    is_open = request_data.request.erased_at is None
    return {
        "undoable_changes": _undoable(standing, request) if is_open else (),
        "may_undo_agreed": is_open
        and agreed is not None
        and agreed.data["agreed_paise"]["now"] == details_of(request_data.request).agreed_paise
        and may_undo(agreed.actor_id, agreed.at, request.user, now),
    }


def _undo_status(request: HttpRequest, request_data: queries.RequestData) -> dict[str, Any]:
    """Return until when the last transition can be undone, and whether this user may."""
    step, now = last_step(request_data.entries), timezone.now()
    until = undo_deadline(step, request_data.request.messages.all(), request_data.mails, now)
    if step is None or until is None or request_data.request.erased_at:
        return {"open_until": None, "may_undo_transition": False}
    return {"open_until": until, "may_undo_transition": may_undo_step(step, request.user, now)}


def _history(request_data: queries.RequestData) -> dict[str, Any]:
    names = {colleague.pk: colleague.get_username() for colleague in request_data.colleagues}
    paid = queries.paid(request_data.request)
    entries = describe_history(request_data.entries, names, paid)
    return {"history": entries[:ENTRIES_SHOWN], "older_history": entries[ENTRIES_SHOWN:]}
