"""The price of an order whose days have changed: proposed here, recorded by the desk as an adjustment. Paise."""

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
from oottam.plans.domain.plan_schedule import ScheduleDraft
from oottam.plans.models import ActionType, MealPlan, PlanChange, PlanState, Track
from oottam.pricing import PricedItem
from oottam.requests.models import Kind, Request
from oottam.workflow.models import Adjustment
from oottam.workflow.services.details import order_of

BY_THE_DAY = frozenset({Kind.VEG, Kind.NONVEG, Kind.TRAY})
_BOX = "box"  # value of `by` in a change's data for a prorated price; absent for a menu's


def follow_days(plan: MealPlan, draft: ScheduleDraft, data: dict[str, Any]) -> None:
    """Set the plan's free days and put the new price into the change's data.

    Where meals have different numbers of days no menu has a price: fewer boxes then cost proportionally less, as for
    requests that are not priced by the day.
    """
    order = order_of(plan.request)
    if plan.request.kind not in BY_THE_DAY or not isinstance(order, Order):
        _follow_boxes(plan, draft, data)
        return
    servings = {meal: track.length for meal, track in draft.tracks.items()}
    days = day_price.same_days(servings)
    if days is None:
        _prorate(_last_priced(plan, order)[0], sum(servings.values()), data)
        return
    rules = catalogue.current().rules.day_orders
    free = day_price.free_days(rules, days)
    if free != plan.free_days:
        data["free_days"] = {"was": plan.free_days, "now": free}
        plan.free_days = free
    items = _items(order, plan.request.kind)
    current = None if items is None else day_price.price(rules, items, servings)
    if current is not None:
        original, by = _last_priced(plan, order)
        data["price"] = _price_change(original, current, by)


def _follow_boxes(plan: MealPlan, draft: ScheduleDraft, data: dict[str, Any]) -> None:
    """Reduce the price proportionally for fewer boxes; more boxes need an agreed price."""
    before = sum(Track.objects.filter(plan=plan).values_list("servings", flat=True))
    after = sum(track.length for track in draft.tracks.values())
    due = balance(plan.request).due
    if not due or after >= before:
        return
    due += sum(each.difference for each in pending_price_changes(plan.request_id))
    _prorate(Priced(before, 1, due), after, data)


def _prorate(original: Priced, boxes: int, data: dict[str, Any]) -> None:
    """Price fewer boxes as a share of the last price; nothing where they are not fewer."""
    before = original.days * original.meals
    if boxes < before:
        current = Priced(boxes, 1, original.paise * boxes // before)
        data["price"] = _price_change(original, current, _BOX)


@dataclass(frozen=True, slots=True)
class PendingPriceChange:
    """The difference in paise that a change of days makes, not recorded as an adjustment yet."""

    request: Request
    difference: int
    at: datetime


def pending_price_changes(request_id: UUID | None = None) -> list[PendingPriceChange]:
    """Return those of this request, or of all, oldest first; one query."""
    difference = Cast(
        KeyTextTransform("difference", KeyTransform("price", "data")), BigIntegerField()
    )
    noted = Adjustment.objects.filter(
        request=OuterRef("plan__request"),
        at__gte=OuterRef("at"),
        paise=OuterRef("difference"),
        undone_by=None,
    )
    queryset = (
        PlanChange.objects.filter(action=ActionType.DAYS, undone_at=None, data__has_key="price")
        .exclude(plan__state=PlanState.CANCELLED)
        .annotate(difference=difference)
        .exclude(difference=0)
        .filter(~Exists(noted))
    )
    if request_id is not None:
        queryset = queryset.filter(plan__request=request_id)
    rows = queryset.select_related("plan__request").defer("plan__request__body").order_by("pk")
    return [
        PendingPriceChange(row.plan.request, row.difference, row.at)
        for row in rows
        if row.plan is not None
    ]


def refund_due(request: Request, more: int = 0) -> int:
    """Return the overpayment in paise after pending changes and `more` paise; 0 where nothing is."""
    owed = balance(request).owed
    if owed is None:
        return 0
    differences = sum(each.difference for each in pending_price_changes(request.pk))
    return max(0, -(owed + differences + more))


def requests_to_refund() -> list[tuple[Request, int]]:
    """Return requests whose shortened days leave an overpayment, with its paise; three queries."""
    differences: dict[str, int] = {}
    requests: dict[str, Request] = {}
    for each in pending_price_changes():
        requests[each.request.reference] = each.request
        total = differences.get(each.request.reference, 0) + each.difference
        differences[each.request.reference] = total
    owed = owed_of(Request.objects.filter(reference__in=requests)) if requests else {}
    overpaid = ((requests[name], -(owed.get(name, 0) + differences[name])) for name in requests)
    return [
        (request, paise)
        for request, paise in overpaid
        if differences[request.reference] < 0 < paise
    ]


def undo_days(plan: MealPlan, undone: PlanChange, data: dict[str, Any]) -> None:
    """Restore free days and price of a change that is undone."""
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
    """Build the change's data. `by` is "box" where one price is a share of the other."""
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
    """Price the order's dishes today; None where one has left the menu."""
    menu = {dish.id: dish for dish in catalogue.current().menus[kind].dishes}
    dishes = [menu.get(line.dish_id) for line in order.lines.all()]
    return None if None in dishes else [dish.to_price() for dish in dishes if dish]


def _last_priced(plan: MealPlan, order: Order) -> tuple[Priced, str]:
    """Return the last price with its days, from a standing change or the order, and its `by`."""
    for change in PlanChange.objects.filter(plan=plan, action=ActionType.DAYS, undone_at=None):
        if "price" in change.data:
            return Priced(**change.data["price"]["now"]), change.data["price"].get("by", "")
    return Priced(order.days, max(1, len(order.meals)), order.total_paise), ""
