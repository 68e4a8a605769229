"""The panel of a request's checklist: what is known and missing, the agreed schedule, and the next step."""

from collections.abc import Set
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.http import HttpRequest
from django.utils import timezone

from oottam.accounts.roles import Permission, permissions_of
from oottam.backoffice.request.details_forms import ASKED, PLACE_FIELDS, TIMES_AGREED, details_form
from oottam.backoffice.request.schedule import (
    ScheduleSummary,
    preview_confirmation,
    schedule_summary,
)
from oottam.backoffice.request.text import describe_details, describe_times
from oottam.core.direction import isolate
from oottam.kitchen.services.dietary_checks import FoodCheck
from oottam.plans.services.plan_actions import describe_scope
from oottam.requests.models import CLOSED, OPEN, Kind, Request, Status
from oottam.schedule.initial_schedule import PLANNED
from oottam.workflow.models import SlotState
from oottam.workflow.services import message_templates
from oottam.workflow.services.checklist import Item, checklist
from oottam.workflow.services.details import FOOD_FIELDS, MEAL_KINDS, details_of, event_of
from oottam.workflow.services.meal_times import FIELDS
from oottam.workflow.services.reorder import unavailable_reason

# The form that fills in a checklist item, by kind; ids of its fields begin with it.
FORMS = {Kind.EVENT: "event", Kind.APPOINTMENT: "slot", Kind.NUTRITION: "follow-up"}
_FIELDS = {"slot": "date", "follow_up_on": "on"}
_EVENT = ("date", "time", "guests", "venue")


@dataclass(frozen=True, slots=True)
class Step:
    """`name` is "ask", "day", "read", "confirm", "dishes", "plan", "complete", "reopen" or "" for none; `sentence` is the
    reason.
    """

    name: str
    sentence: str


def checklist_context(
    request: HttpRequest,
    customer_request: Request,
    food: FoodCheck | None,
    answered: Set[str],
    now: datetime,
    *,
    is_read: bool,
) -> dict[str, Any]:
    """Return the page's context: what is known, what is missing, the schedule and the next step."""
    items = checklist(customer_request)
    unknown = [item for item in items if not item.is_known]
    is_open = customer_request.status in OPEN
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


def field_id(kind: str, item: Item) -> str:
    """Return the id of the page's field that fills this checklist item."""
    if kind == Kind.EVENT and item.field == "agreed_paise":
        return "price-agreed_paise"  # the form of the price is beside the other amounts
    return f"{FORMS.get(Kind(kind), 'details')}-{_FIELDS.get(item.field, item.field)}"


def next_step(
    request: Request,
    missing: list[Item],
    permissions: frozenset[Permission],
    now: datetime,
    summary: ScheduleSummary | None,
    *,
    food: FoodCheck | None,
    refusal: str,
    is_read: bool,
    note: str = "",
) -> Step:
    """Choose by status, missing details, permissions, the schedule (`summary`) and the dishes (`food`).

    `refusal` is the reason if the agreed days are impossible; `note` what to check first; `is_read` whether no text
    asks "allergy?".
    """
    if request.status in CLOSED:
        return _step_of_closed(request, permissions)
    if request.status == Status.NEW:
        return _step_of_new(request, missing, food, refusal, note, is_read=is_read)
    if request.kind == Kind.APPOINTMENT and slot_to_come(request, now):
        return Step("", "The appointment is still to come.")
    if request.kind in PLANNED:
        return _step_of_plan(summary, food)
    return Step("complete", "Complete it when everything agreed is done.")


def _step_of_plan(summary: ScheduleSummary | None, food: FoodCheck | None) -> Step:
    """A planned request is worked on its plan, and completed with its last box."""
    if summary is None or summary.is_over:
        return Step("complete", "All boxes are done.")
    if summary.without_dishes:
        return Step("dishes", "No dishes are chosen yet.")
    if food and any(not dish.is_agreed for dish in food.clashes):
        return Step(
            "plan", "Replace these dishes on the plan, or note there what the customer agreed to."
        )
    return Step("", "Deliveries are scheduled; it closes after the last box.")


def _step_of_closed(request: Request, permissions: frozenset[Permission]) -> Step:
    if request.erased_at is not None:
        return Step("", "The customer's data has been erased: it is closed for good.")
    if request.merged_into is not None:
        return Step("", f"Duplicate of {request.merged_into.reference}, which is handled instead.")
    if Permission.REOPEN in permissions:
        return Step("reopen", "It is closed.")
    return Step("", "It is closed. The owner can reopen it.")


def _step_of_new(
    request: Request,
    missing: list[Item],
    food: FoodCheck | None,
    refusal: str,
    note: str,
    *,
    is_read: bool,
) -> Step:
    if request.kind in MEAL_KINDS and details_of(request).zone_ok is False:
        return Step(
            "", "The address is outside our delivery area: agree another one, or cancel it."
        )
    if not missing and refusal:
        return Step("day", refusal)
    if not missing and not is_read:
        return Step("read", "The kitchen sees only allergies that are recorded.")
    if not missing:
        is_doubtful = food is not None and (food.clashes or food.unknown or food.sold_out)
        return Step("confirm", "" if is_doubtful or note else "All details are complete.")
    count = len(missing)
    return Step("ask", f"{count} detail{'' if count == 1 else 's'} missing")


def slot_to_come(request: Request, now: datetime) -> bool:
    """Return whether an agreed appointment has not begun."""
    return any(
        slot.state == SlotState.AGREED and slot.starts_at > now for slot in request.slots.all()
    )
