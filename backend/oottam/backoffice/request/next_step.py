"""The next step of a request: the page's one primary button."""

from dataclasses import dataclass
from datetime import datetime

from oottam.accounts.roles import Permission
from oottam.backoffice.request.schedule import ScheduleSummary
from oottam.kitchen.services.dietary_checks import FoodCheck
from oottam.plans.initial_schedule import PLANNED
from oottam.requests.models import Kind, Request, Status
from oottam.workflow.models import SlotState
from oottam.workflow.services.checklist import Item
from oottam.workflow.services.details import MEAL_KINDS, details_of
from oottam.workflow.services.transitions import CLOSED

# The form that fills in a checklist item, by kind; ids of its fields begin with it.
FORMS = {Kind.EVENT: "event", Kind.APPOINTMENT: "slot", Kind.NUTRITION: "follow-up"}
_FIELDS = {"slot": "date", "follow_up_on": "on"}


@dataclass(frozen=True, slots=True)
class Step:
    """`name` is "ask", "day", "confirm", "dishes", "plan", "complete", "reopen" or "" for none; `sentence` is the
    reason.
    """

    name: str
    sentence: str


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
    note: str = "",
) -> Step:
    """Choose by status, missing details, permissions, the schedule (`summary`) and the dishes (`food`).

    `refusal` is the reason if the agreed days are impossible; `note` what to check first.
    """
    if request.status in CLOSED:
        return _step_of_closed(request, permissions)
    if request.status == Status.NEW:
        return _step_of_new(request, missing, food, refusal, note)
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
    request: Request, missing: list[Item], food: FoodCheck | None, refusal: str, note: str
) -> Step:
    if request.kind in MEAL_KINDS and details_of(request).zone_ok is False:
        return Step(
            "", "The address is outside our delivery area: agree another one, or cancel it."
        )
    if not missing and refusal:
        return Step("day", refusal)
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
