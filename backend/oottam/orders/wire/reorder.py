"""Reorders: past orders as today's request bodies, with the same dishes and meals at today's prices."""

from collections.abc import Callable, Mapping
from typing import Any

from oottam.api.reorder import Agreed, Reorder, Thing, rupees, typed
from oottam.catalogue import Catalogue, Dish, Menu
from oottam.core.clock import clock_time
from oottam.orders.models import ComboOrder, ComboSlot, Order, OrderLine
from oottam.outbox.mail_content import Fact
from oottam.pricing import LineCost, price_combos, price_plan
from oottam.requests.models import Kind, Request

WHO = ("name", "lastname", "phone", "email")
SECTIONS = ("breakfast", "lunch", "dinner")
Item = dict[str, Any]


def _veg_item(cost: LineCost) -> Item:
    return {"name": cost.name, "discountedCost": rupees(cost.discounted_cost)}


def _tray_item(cost: LineCost) -> Item:
    return {"name": cost.name, "price": rupees(cost.discounted_cost)}


def _nonveg_item(cost: LineCost) -> Item:
    original = cost.original_cost if cost.show_strike else None
    before = cost.discounted_cost if original is None else original
    return {**_veg_item(cost), "price": rupees(before)}


_ITEMS: Mapping[Kind, Callable[[LineCost], Item]] = {
    Kind.VEG: _veg_item,
    Kind.NONVEG: _nonveg_item,
    Kind.TRAY: _tray_item,
}


def plan(request: Request, known: Catalogue, agreed: Agreed) -> Reorder:
    """Veg meals, non-veg meals and meal trays: dishes by their ids, which are never used again."""
    order: Order = request.order
    kind = Kind(request.kind)
    available, gone = _dishes(order, known.menus[kind.value])
    meals = [name for name in SECTIONS if getattr(order, name)]
    items = [dish.to_price() for _, dish in available]
    quote = price_plan(known.rules.plans, days=order.days, sections=len(meals), items=items)
    at = agreed.delivery_time or order.delivery_time
    body = {
        **typed(request, *WHO),
        "selectedItemCount": len(available),
        "date": order.days,
        "sections": {name: name in meals for name in SECTIONS},
        "timing": f"{at:%H:%M}",
        "address": agreed.address or order.address,
        "selectedItems": [_ITEMS[kind](cost) for cost in quote.lines],
        "finalAmount": rupees(quote.final_amount),
        **({"pricesAlreadyMultiplied": True} if kind == Kind.NONVEG else {}),
    }
    free = f", {quote.free_days} of them free" if quote.free_days else ""
    return Reorder(
        body=body,
        things=[
            _dish(line, dish, cost)
            for (line, dish), cost in zip(available, quote.lines, strict=True)
        ],
        left_out=[Thing(line.dish_name, then=_then(line)) for line in gone],
        facts=[
            Fact("Days", f"{order.days}{free}"),
            Fact("Meals", ", ".join(order.meals)),
            *(agreed.times or [Fact("Delivery time", clock_time(at))]),
        ],
        now=quote.final_amount or None,
        notes=[
            f"{dish.name} is priced on request and is not included in this total."
            for _, dish in available
            if quote.final_amount and not dish.prices
        ],
    )


def combo(request: Request, known: Catalogue, agreed: Agreed) -> Reorder:
    """Weekly and monthly combos: the same days of the same weeks, with what the menu has there now."""
    order: ComboOrder = request.combo
    price = known.rules.combos.item_price
    chosen: dict[str, dict[str, list[str]]] = {}
    things, gone = [], []
    for slot in order.slots.all():
        week = f"week{slot.week}"
        meal = known.weekly.get(week, {}).get(slot.meal, {}).get(slot.day)
        if meal is None:
            gone.append(Thing(slot.items, _when(slot), then=slot.unit_price_paise))
            continue
        chosen.setdefault(week, {}).setdefault(slot.meal, []).append(slot.day)
        remark = "" if meal.title == slot.items else f"Last time: {slot.items}"
        things.append(Thing(meal.title, _when(slot), remark, slot.unit_price_paise, price))
    quote = price_combos(known.rules.combos, items=len(things))
    at = agreed.delivery_time or order.delivery_time
    body = {
        **typed(request, *WHO),
        "address": agreed.address or order.address,
        "deliveryTime": f"{at:%H:%M}",
        "days": known.rules.combos.days,
        "totalSelected": len(things),
        "selectedItems": chosen,
        "finalAmount": rupees(quote.final_amount),
        "discount": rupees(quote.discount),
    }
    times = agreed.times or [Fact("Delivery time", clock_time(at))]
    facts = [Fact("Items", str(len(things))), *times]
    return Reorder(body=body, things=things, left_out=gone, facts=facts, now=quote.final_amount)


def _dishes(order: Order, menu: Menu) -> tuple[list[tuple[OrderLine, Dish]], list[OrderLine]]:
    """The order's lines with the dishes that they are today, and those that are no dish any more."""
    by_id = {dish.id: dish for dish in menu.dishes}
    available: list[tuple[OrderLine, Dish]] = []
    gone: list[OrderLine] = []
    for line in order.lines.all():
        dish = by_id.get(line.dish_id)
        if dish is None:
            gone.append(line)
        else:
            available.append((line, dish))
    return available, gone


def _dish(line: OrderLine, dish: Dish, cost: LineCost) -> Thing:
    renamed = "" if dish.name == line.dish_name else f"Last time called {line.dish_name}"
    now = cost.discounted_cost if dish.prices else None
    return Thing(dish.name, remark=renamed, then=_then(line), now=now)


def _then(line: OrderLine) -> int | None:
    return line.charged_paise if line.unit_price_paise else None


def _when(slot: ComboSlot) -> str:
    return f"Week {slot.week}, {slot.day}, {slot.meal}"
