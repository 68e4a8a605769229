"""The price of an order whose days have changed: proposed, never charged; the desk notes it as an adjustment."""

from dataclasses import asdict
from typing import Any

from oottam import catalogue
from oottam.handling.domain.facts import order_of
from oottam.orders.models import Order
from oottam.pricing import PricedItem
from oottam.requests.models import Kind
from oottam.schedule import prices
from oottam.schedule.draft import Draft
from oottam.schedule.models import Change, Doing, Plan
from oottam.schedule.prices import Priced

BY_THE_DAY = frozenset({Kind.VEG, Kind.NONVEG, Kind.TRAY})


def follow_days(plan: Plan, draft: Draft, data: dict[str, Any]) -> None:
    """Free days by the new number, and what the menus ask for it: kept in the change's data, paise by name.

    Nothing where its meals have different numbers of days, or are priced otherwise than by the day.
    """
    order = order_of(plan.request)
    if plan.request.kind not in BY_THE_DAY or not isinstance(order, Order):
        return
    servings = {meal: track.servings for meal, track in draft.tracks.items()}
    days = prices.same_days(servings)
    if days is None:
        return
    rules = catalogue.current().rules.plans
    free = prices.free_days(rules, days)
    if free != plan.free_days:
        data["free_days"] = {"was": plan.free_days, "now": free}
        plan.free_days = free
    items = _items(order, plan.request.kind)
    now = None if items is None else prices.price(rules, items, servings)
    if now is not None:
        data["price"] = _kept(_last_priced(plan, order), now)


def take_back(plan: Plan, undone: Change, data: dict[str, Any]) -> None:
    """What undoing such a change makes of them."""
    if "free_days" in undone.data:
        free = undone.data["free_days"]["was"]
        data["free_days"] = {"was": plan.free_days, "now": free}
        plan.free_days = free
    if "price" in undone.data:
        kept = undone.data["price"]
        data["price"] = _kept(Priced(**kept["now"]), Priced(**kept["was"]))


def _kept(was: Priced, now: Priced) -> dict[str, Any]:
    return {
        "was": asdict(was),
        "now": asdict(now),
        "difference": now.paise - was.paise,
        "words": prices.compared(now, was),
    }


def _items(order: Order, kind: str) -> list[PricedItem] | None:
    """Its dishes at today's prices; None where one has left the menu."""
    menu = {dish.id: dish for dish in catalogue.current().menus[kind].dishes}
    found = [menu.get(line.dish_id) for line in order.lines.all()]
    return None if None in found else [dish.to_price() for dish in found if dish]


def _last_priced(plan: Plan, order: Order) -> Priced:
    """At which number of days it was priced last: by a change that stands, or else as it was ordered."""
    for change in Change.objects.filter(plan=plan, doing=Doing.DAYS, undone_at=None):
        if "price" in change.data:
            return Priced(**change.data["price"]["now"])
    return Priced(order.days, max(1, len(order.meals)), order.total_paise)
