"""What is to be done with a request next: the page's one primary button."""

from dataclasses import dataclass
from datetime import datetime

from oottam.accounts.roles import Permission
from oottam.backoffice.request.schedule import Glance
from oottam.kitchen.services.dietary_checks import FoodCheck
from oottam.plans.initial_schedule import PLANNED
from oottam.requests.models import Kind, Request, Status
from oottam.workflow.models import SlotState
from oottam.workflow.services.checklist import Item
from oottam.workflow.services.details import MEAL_KINDS, details_of
from oottam.workflow.services.transitions import CLOSED

# The form that fills a fact, by kind; ids of its fields begin with it.
FORMS = {Kind.EVENT: "event", Kind.APPOINTMENT: "slot", Kind.NUTRITION: "follow-up"}
_FIELDS = {"slot": "date", "follow_up_on": "on"}


@dataclass(frozen=True, slots=True)
class Step:
    """`name` is "ask", "day", "confirm", "dishes", "plan", "complete", "reopen" or "" for nothing to do; `sentence` says why."""

    name: str
    sentence: str


def field_id(kind: str, item: Item) -> str:
    """The id of the field that fills this fact, on the page."""
    if kind == Kind.EVENT and item.field == "agreed_paise":
        return "price-agreed_paise"  # its price is agreed where the other amounts stand
    return f"{FORMS.get(Kind(kind), 'facts')}-{_FIELDS.get(item.field, item.field)}"


def next_step(
    request: Request,
    asked: list[Item],
    held: frozenset[Permission],
    now: datetime,
    seen: Glance | None,
    *,
    food: FoodCheck | None,
    refusal: str,
    note: str = "",
) -> Step:
    """By the status, what is missing, what this person may do, what is still to come (`seen`), and its dishes (`food`).

    `refusal` says why its days cannot be kept, where they cannot; `note` what to look at before.
    """
    if request.status in CLOSED:
        return _of_closed(request, held)
    if request.status == Status.NEW:
        return _of_new(request, asked, food, refusal, note)
    if request.kind == Kind.APPOINTMENT and slot_to_come(request, now):
        return Step("", "The appointment is still to come.")
    if request.kind in PLANNED:
        return _of_plan(seen, food)
    return Step("complete", "Complete it when everything agreed is done.")


def _of_plan(seen: Glance | None, food: FoodCheck | None) -> Step:
    """What has a schedule is worked there, and completed by its last box."""
    if seen is None or seen.is_over:
        return Step("complete", "All boxes are done.")
    if seen.without_dishes:
        return Step("dishes", "No dishes are chosen yet.")
    if food and any(not dish.is_agreed for dish in food.clashes):
        return Step(
            "plan", "Replace these dishes on the plan, or note there what the customer agreed to."
        )
    return Step("", "Deliveries are scheduled; it closes after the last box.")


def _of_closed(request: Request, held: frozenset[Permission]) -> Step:
    if request.erased_at is not None:
        return Step("", "The customer's data has been erased: it is closed for good.")
    if request.merged_into is not None:
        return Step("", f"Duplicate of {request.merged_into.reference}, which is handled instead.")
    if Permission.REOPEN in held:
        return Step("reopen", "It is closed.")
    return Step("", "It is closed. The owner can reopen it.")


def _of_new(
    request: Request, asked: list[Item], food: FoodCheck | None, refusal: str, note: str
) -> Step:
    if request.kind in MEAL_KINDS and details_of(request).zone_ok is False:
        return Step(
            "", "The address is outside our delivery area: agree another one, or cancel it."
        )
    if not asked and refusal:
        return Step("day", refusal)
    if not asked:
        is_doubtful = food is not None and (food.clashes or food.unknown)
        return Step("confirm", "" if is_doubtful or note else "All details are complete.")
    count = len(asked)
    return Step("ask", f"{count} detail{'' if count == 1 else 's'} missing")


def slot_to_come(request: Request, now: datetime) -> bool:
    """Whether a doctor's time is agreed that has not begun."""
    return any(
        slot.state == SlotState.AGREED and slot.starts_at > now for slot in request.slots.all()
    )
