"""The page of one request: order, details, money, history."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from oottam.accounts.roles import Permission
from oottam.api import endpoints
from oottam.api.forms import Form
from oottam.api.reorder import submitted_body
from oottam.backoffice.dietary import food_view
from oottam.backoffice.request import panels, queries
from oottam.backoffice.request.answers import (
    ApplyAnswersForm,
    answers_form,
    answers_to,
    answers_view,
)
from oottam.backoffice.request.checklist_panel import checklist_context
from oottam.backoffice.request.history import describe_history
from oottam.backoffice.request.message_forms import MessageForm
from oottam.backoffice.request.money_forms import LAST_METHOD, proposed_adjustment
from oottam.backoffice.request.money_panel import money_context
from oottam.backoffice.request.paper_forms import papers_context
from oottam.backoffice.request.text import foreign_pin_hint
from oottam.backoffice.request.ticket_forms import ticket_rows
from oottam.backoffice.request.unbound_forms import unbound_forms
from oottam.backoffice.shared.decorators import StaffRequest, staff_action, staff_page
from oottam.backoffice.shared.fields import StaffForm
from oottam.billing import refunds
from oottam.core.direction import isolate
from oottam.enquiries.models import NutritionEnquiry
from oottam.kitchen.services.dietary_checks import FoodCheck, check_request
from oottam.outbox.models import State
from oottam.requests.models import OPEN, Flag, Kind, Request
from oottam.workflow.models import Diet
from oottam.workflow.services.allergy_mentions import allergy_mentions
from oottam.workflow.services.details import (
    MEAL_KINDS,
    NEED_DIET,
    details_of,
    has_foreign_pin,
)
from oottam.workflow.services.duplicates import unmerge_obstacle
from oottam.workflow.services.editing import ERASED
from oottam.workflow.services.health_access import read_health_enquiry
from oottam.workflow.services.known_people import KnownPerson, people_among

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
    unbound = unbound_forms(request_data, food, proposal, request.session.get(LAST_METHOD), now)
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
        "now": now,
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
        **checklist_context(
            request, customer_request, food, answers_data["answered"], now, is_read=not unread
        ),
        **money_context(request, request_data, now),
        **papers_context(customer_request, by_key),
        **panels.undo_context(request, request_data, now),
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


def _matching_known_people(request_data: queries.RequestData) -> list[KnownPerson]:
    """Return the people of the same number or address whose diet is known, while this request lacks it."""
    customer_request = request_data.request
    fulfilment = details_of(customer_request)
    is_needed = customer_request.kind in NEED_DIET and customer_request.status in OPEN
    if not is_needed or (fulfilment.allergens is not None and fulfilment.full_diet != Diet.UNKNOWN):
        return []
    return [each for each in people_among(o.request for o in request_data.others) if each.has_food]


def _history(request_data: queries.RequestData) -> dict[str, Any]:
    names = {colleague.pk: colleague.get_username() for colleague in request_data.colleagues}
    paid = queries.paid(request_data.request)
    entries = describe_history(request_data.entries, names, paid)
    return {"history": entries[:ENTRIES_SHOWN], "older_history": entries[ENTRIES_SHOWN:]}
