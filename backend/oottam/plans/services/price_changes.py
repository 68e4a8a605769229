"""The price of an order whose days or dishes have changed: proposed here, recorded by the desk as an adjustment. Paise."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import BigIntegerField
from django.db.models.fields.json import KeyTextTransform, KeyTransform
from django.db.models.functions import Cast, Coalesce

from oottam import catalogue
from oottam.billing.balances import balance
from oottam.billing.balances import owed as owed_of
from oottam.catalogue.contract import Dish
from oottam.core.names import name_key
from oottam.kitchen.services.dishes import find_items
from oottam.orders.models import Order
from oottam.pricing import PricedItem, price_day_order
from oottam.requests.models import Kind, Request
from oottam.schedule.domain import day_price
from oottam.schedule.domain.day_price import Priced
from oottam.schedule.domain.dish_names import OrderedDish
from oottam.schedule.domain.plan_schedule import DraftServing, ScheduleDraft, free_of
from oottam.schedule.models import ActionType, BoxLine, MealPlan, PlanChange, PlanState, Track
from oottam.workflow.models import Adjustment
from oottam.workflow.services.details import order_of

BY_THE_DAY = frozenset({Kind.VEG, Kind.NONVEG, Kind.TRAY})
_BOX = "box"  # value of `by` in a change's data for a prorated price; absent for a menu's
_PRICED_ACTIONS = (ActionType.DAYS, ActionType.BOX)


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
    due += sum(change.difference for change in pending_price_changes(plan.request_id))
    _prorate(Priced(before, 1, due), after, data)


def _prorate(original: Priced, boxes: int, data: dict[str, Any]) -> None:
    """Price fewer boxes as a share of the last price; nothing where they are not fewer."""
    before = original.days * original.meals
    if boxes < before:
        current = Priced(boxes, 1, original.paise * boxes // before)
        data["price"] = _price_change(original, current, _BOX)


def follow_dishes(
    plan: MealPlan,
    draft: ScheduleDraft,
    servings: Sequence[DraftServing],
    dishes: Sequence[OrderedDish],
    data: dict[str, Any],
) -> None:
    """Put into the change's data what these boxes cost more or less with these dishes, by the menu's present prices.

    Called before the draft has them. `unpriced` names dishes that the menu does not price, and is True where no menu
    prices a box: what they cost is to be agreed. Free boxes cost nothing with any dish.
    """
    order = order_of(plan.request)
    charged = [serving for serving in servings if _is_charged(plan, draft, serving)]
    if not charged or plan.request.kind == Kind.EVENT:
        return  # an event's price is agreed for all of it
    if plan.request.kind not in BY_THE_DAY or not isinstance(order, Order):
        data["unpriced"] = True
        return
    lines = BoxLine.objects.filter(box_contents__in={each.box_contents for each in charged})
    before: dict[int, list[tuple[int, int]]] = {}
    # A customer's choice among alternatives costs what was ordered.
    priced = Coalesce("chosen_from_id", "item_id")
    for box, item, quantity in lines.values_list("box_contents_id", priced, "quantity"):
        before.setdefault(box, []).append((item, quantity))
    prices = _DishPrices(plan.request.kind, dishes)
    paid = {meal: track.length for meal, track in draft.tracks.items()}
    original = current = 0
    for serving in charged:
        days = paid[serving.meal]
        original += sum(
            quantity * prices.of_item(item, days) for item, quantity in before[serving.box_contents]
        )
        current += sum(dish.quantity * prices.of_dish(dish, days) for dish in dishes)
    if prices.missing:
        data["unpriced"] = sorted(prices.missing)
    count = len(charged)
    data["price"] = {
        "was": asdict(Priced(count, 1, original)),
        "now": asdict(Priced(count, 1, current)),
        "difference": current - original,
        "words": f"other dishes in {'1 box' if count == 1 else f'{count} boxes'}",
    }


def _is_charged(plan: MealPlan, draft: ScheduleDraft, serving: DraftServing) -> bool:
    """Return whether the box is neither a free day nor a replacement; free are the last ones of each meal."""
    if serving.replacement_for is not None:
        return False
    counted = sorted(draft.tracks[serving.meal].counted(), key=lambda each: each.seq)
    return serving not in free_of(counted, plan.free_days)


class _DishPrices:
    """Prices of a box's dishes by the menu of the order, then by the others; `missing` names those without one."""

    def __init__(self, kind: str, dishes: Sequence[OrderedDish]) -> None:
        known = catalogue.current()
        self._rules = known.rules.day_orders
        menus = sorted(known.menus.values(), key=lambda menu: menu.kind != kind)
        on_menus = [
            OrderedDish(menu.kind, dish.name, dish.id) for menu in menus for dish in menu.dishes
        ]
        by_name = {(menu.kind, dish.id): dish for menu in menus for dish in menu.dishes}
        items = find_items([*on_menus, *dishes])
        self._items = {
            each: each.chosen_from or items.get((each.source, each.id or each.name))
            for each in dishes
        }
        self._by_item: dict[int, Dish] = {}
        self._by_key: dict[str, Dish] = {}
        for each in on_menus:
            dish = by_name[each.source, each.id]
            self._by_key.setdefault(name_key(dish.name), dish)
            if (each.source, each.id) in items:
                self._by_item.setdefault(items[each.source, each.id], dish)
        self._names = {item: dish.name for dish, item in self._items.items() if item}
        self.missing: set[str] = set()

    def of_dish(self, dish: OrderedDish, days: int) -> int:
        """Return the price in paise of one portion on one of so many days; 0 without one."""
        item = self._items[dish]
        found = self._by_item.get(item or 0) or self._by_key.get(name_key(dish.name))
        if found is None or not found.prices:
            self.missing.add(dish.name)
        return self._price(found, days)

    def of_item(self, item: int, days: int) -> int:
        """As `of_dish`, for a dish that is in the box now."""
        return self._price(self._by_item.get(item), days)

    def _price(self, dish: Dish | None, days: int) -> int:
        if dish is None:
            return 0
        quote = price_day_order(self._rules, days=days, sections=1, items=[dish.to_price()])
        return quote.lines[0].price_per_day


@dataclass(frozen=True, slots=True)
class PendingPriceChange:
    """The difference in paise that a change of days or dishes makes, not recorded as an adjustment yet."""

    change: int  # primary key
    request: Request
    difference: int
    at: datetime


def pending_price_changes(request_id: UUID | None = None) -> list[PendingPriceChange]:
    """Return those of this request, or of all, oldest first; two queries.

    An adjustment of the same amount records one change before it, so that of two equal ones the second still waits.
    """
    difference = Cast(
        KeyTextTransform("difference", KeyTransform("price", "data")), BigIntegerField()
    )
    queryset = (
        PlanChange.objects.filter(action__in=_PRICED_ACTIONS, undone_at=None, data__has_key="price")
        .exclude(plan__state=PlanState.CANCELLED)
        .annotate(difference=difference)
        .exclude(difference=0)
    )
    if request_id is not None:
        queryset = queryset.filter(plan__request=request_id)
    rows = queryset.select_related("plan__request").defer("plan__request__body").order_by("pk")
    changes = [(row, row.plan.request) for row in rows if row.plan is not None]
    recorded: dict[tuple[UUID, int], list[datetime]] = {}
    adjustments = Adjustment.objects.filter(
        request__in={request.pk for _, request in changes}, undoes=None, undone_by=None
    )
    for request_pk, paise, at in adjustments.order_by("at").values_list("request", "paise", "at"):
        recorded.setdefault((request_pk, paise), []).append(at)
    pending = []
    for row, request in changes:
        times = recorded.get((request.pk, row.difference), [])
        later = next((at for at in times if at >= row.at), None)
        if later is None:
            pending.append(PendingPriceChange(row.pk, request, row.difference, row.at))
        else:
            times.remove(later)
    return pending


def refund_due(request: Request, more: int = 0) -> int:
    """Return the overpayment in paise after pending changes and `more` paise; 0 where nothing is."""
    owed = balance(request).owed
    if owed is None:
        return 0
    differences = sum(change.difference for change in pending_price_changes(request.pk))
    return max(0, -(owed + differences + more))


def requests_to_refund() -> list[tuple[Request, int]]:
    """Return requests whose shortened days leave an overpayment, with its paise; three queries."""
    differences: dict[str, int] = {}
    requests: dict[str, Request] = {}
    for change in pending_price_changes():
        requests[change.request.reference] = change.request
        total = differences.get(change.request.reference, 0) + change.difference
        differences[change.request.reference] = total
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
        if undone.action == ActionType.BOX:
            difference = -price["difference"]
            data["price"] = {
                **price,
                "was": price["now"],
                "now": price["was"],
                "difference": difference,
            }
            return
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
