"""The price of an order whose days have changed: proposed, never charged; the desk notes it as an adjustment."""

from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import BigIntegerField, Exists, OuterRef
from django.db.models.fields.json import KeyTextTransform, KeyTransform
from django.db.models.functions import Cast

from oottam import catalogue
from oottam.billing.balances import balance
from oottam.billing.balances import owed as owed_of
from oottam.orders.models import Order
from oottam.plans.domain import day_price
from oottam.plans.domain.day_price import Priced
from oottam.plans.domain.plan_schedule import Draft
from oottam.plans.models import ActionType, MealPlan, PlanChange, PlanState, Track
from oottam.pricing import PricedItem
from oottam.requests.models import Kind, Request
from oottam.workflow.models import Adjustment
from oottam.workflow.services.details import order_of

BY_THE_DAY = frozenset({Kind.VEG, Kind.NONVEG, Kind.TRAY})
_BOX = "box"  # by what a part is priced, in a change's data; absent where a menu prices it


def follow_days(plan: MealPlan, draft: Draft, data: dict[str, Any]) -> None:
    """Free days by the new number, and what the menus ask for it: kept in the change's data, paise by name.

    Where its meals have different numbers of days, no menu has a price: fewer boxes cost less then, as they do for what
    is priced otherwise than by the day.
    """
    order = order_of(plan.request)
    if plan.request.kind not in BY_THE_DAY or not isinstance(order, Order):
        _follow_boxes(plan, draft, data)
        return
    servings = {meal: track.servings for meal, track in draft.tracks.items()}
    days = day_price.same_days(servings)
    if days is None:
        _prorate(_last_priced(plan, order)[0], sum(servings.values()), data)
        return
    rules = catalogue.current().rules.plans
    free = day_price.free_days(rules, days)
    if free != plan.free_days:
        data["free_days"] = {"was": plan.free_days, "now": free}
        plan.free_days = free
    items = _items(order, plan.request.kind)
    current = None if items is None else day_price.price(rules, items, servings)
    if current is not None:
        original, by = _last_priced(plan, order)
        data["price"] = _price_change(original, current, by)


def _follow_boxes(plan: MealPlan, draft: Draft, data: dict[str, Any]) -> None:
    """Fewer boxes cost less, each as much as another one; what more of them cost is agreed."""
    before = sum(Track.objects.filter(plan=plan).values_list("servings", flat=True))
    after = sum(track.servings for track in draft.tracks.values())
    due = balance(plan.request).due
    if not due or after >= before:
        return
    due += sum(each.difference for each in pending_price_changes(plan.request_id))
    _prorate(Priced(before, 1, due), after, data)


def _prorate(original: Priced, boxes: int, data: dict[str, Any]) -> None:
    """So many of the boxes that were priced last, each as much as another one; nothing where they are not fewer."""
    before = original.days * original.meals
    if boxes < before:
        current = Priced(boxes, 1, original.paise * boxes // before)
        data["price"] = _price_change(original, current, _BOX)


@dataclass(frozen=True, slots=True)
class PendingPriceChange:
    """What a change of days makes of a price, in paise, and nobody has noted yet."""

    request: Request
    difference: int
    at: datetime


def pending_price_changes(request_id: UUID | None = None) -> list[PendingPriceChange]:
    """Of this request, or of all whose days were changed, oldest first; one query."""
    difference = Cast(
        KeyTextTransform("difference", KeyTransform("price", "data")), BigIntegerField()
    )
    noted = Adjustment.objects.filter(
        request=OuterRef("plan__request"),
        at__gte=OuterRef("at"),
        paise=OuterRef("difference"),
        undone_by=None,
    )
    found = (
        PlanChange.objects.filter(action=ActionType.DAYS, undone_at=None, data__has_key="price")
        .exclude(plan__state=PlanState.CANCELLED)
        .annotate(difference=difference)
        .exclude(difference=0)
        .filter(~Exists(noted))
    )
    if request_id is not None:
        found = found.filter(plan__request=request_id)
    rows = found.select_related("plan__request").defer("plan__request__body").order_by("pk")
    return [
        PendingPriceChange(row.plan.request, row.difference, row.at)
        for row in rows
        if row.plan is not None
    ]


def refund_due(request: Request, more: int = 0) -> int:
    """What will be too much once changes of its days are noted, and one more of `more` paise; 0 where nothing is."""
    owed = balance(request).owed
    if owed is None:
        return 0
    differences = sum(each.difference for each in pending_price_changes(request.pk))
    return max(0, -(owed + differences + more))


def requests_to_refund() -> list[tuple[Request, int]]:
    """Requests whose shortened days leave something to give back, and how much; three queries however many."""
    differences: dict[str, int] = {}
    requests: dict[str, Request] = {}
    for each in pending_price_changes():
        requests[each.request.reference] = each.request
        total = differences.get(each.request.reference, 0) + each.difference
        differences[each.request.reference] = total
    owed = owed_of(Request.objects.filter(reference__in=requests)) if requests else {}
    found = ((requests[name], -(owed.get(name, 0) + differences[name])) for name in requests)
    return [
        (request, paise) for request, paise in found if differences[request.reference] < 0 < paise
    ]


def undo_days(plan: MealPlan, undone: PlanChange, data: dict[str, Any]) -> None:
    """What undoing such a change makes of them."""
    if "free_days" in undone.data:
        free = undone.data["free_days"]["was"]
        data["free_days"] = {"was": plan.free_days, "now": free}
        plan.free_days = free
    if "price" in undone.data:
        price = undone.data["price"]
        data["price"] = _price_change(
            Priced(**price["now"]), Priced(**price["was"]), price.get("by", "")
        )


def _price_change(original: Priced, current: Priced, by: str) -> dict[str, Any]:
    """As a change keeps it; `by` is the box where one of the two is a part of what its boxes cost."""
    data = {
        "was": asdict(original),
        "now": asdict(current),
        "difference": current.paise - original.paise,
    }
    if by != _BOX:
        return {**data, "words": day_price.describe_difference(current, original)}
    boxes, before = current.days * current.meals, original.days * original.meals
    return {**data, "by": by, "words": f"{boxes} boxes instead of {before}"}


def _items(order: Order, kind: str) -> list[PricedItem] | None:
    """Its dishes at today's prices; None where one has left the menu."""
    menu = {dish.id: dish for dish in catalogue.current().menus[kind].dishes}
    found = [menu.get(line.dish_id) for line in order.lines.all()]
    return None if None in found else [dish.to_price() for dish in found if dish]


def _last_priced(plan: MealPlan, order: Order) -> tuple[Priced, str]:
    """At which number of days it was priced last, and by what: by a change that stands, or else as it was ordered."""
    for change in PlanChange.objects.filter(plan=plan, action=ActionType.DAYS, undone_at=None):
        if "price" in change.data:
            return Priced(**change.data["price"]["now"]), change.data["price"].get("by", "")
    return Priced(order.days, max(1, len(order.meals)), order.total_paise), ""
