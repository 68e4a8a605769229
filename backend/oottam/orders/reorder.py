"""Reorders: past orders as today's request bodies, with the same dishes and meals at today's prices."""

from collections.abc import Callable, Mapping
from typing import Any

from oottam.api.reorder import AgreedDetails, Reorder, ReorderItem, rupees, submitted_values
from oottam.catalogue import Catalogue, Dish, Menu
from oottam.catalogue.meals import MEALS
from oottam.core.clock import clock_time
from oottam.orders.models import ComboOrder, Order, OrderLine
from oottam.outbox.mail_content import Fact
from oottam.pricing import LineCost, price_combos, price_day_order
from oottam.requests.models import Kind, Request

CUSTOMER_FIELDS = ("name", "lastname", "phone", "email")
Item = dict[str, Any]


def _veg_item(cost: LineCost) -> Item:
    return {"name": cost.name, "discountedCost": rupees(cost.discounted_cost)}


def _nonveg_item(cost: LineCost) -> Item:
    original = cost.original_cost if cost.show_strike else None
    price_before_discount = cost.discounted_cost if original is None else original
    return {**_veg_item(cost), "price": rupees(price_before_discount)}


_ITEMS: Mapping[Kind, Callable[[LineCost], Item]] = {
    Kind.VEG: _veg_item,
    Kind.NONVEG: _nonveg_item,
    Kind.TRAY: lambda cost: {"name": cost.name, "price": rupees(cost.discounted_cost)},
}


def day_order(request: Request, catalogue: Catalogue, agreed: AgreedDetails) -> Reorder:
    """Veg meals, non-veg meals and meal trays: dishes are matched by id; ids are never reused."""
    order: Order = request.order
    kind = Kind(request.kind)
    available, unavailable = _dishes(order, catalogue.menus[kind.value])
    meals = [name for name in MEALS if getattr(order, name)]
    items = [dish.to_price() for _, dish in available]
    quote = price_day_order(
        catalogue.rules.day_orders, days=order.days, sections=len(meals), items=items
    )
    delivery_time = agreed.delivery_time or order.delivery_time
    body = {
        **submitted_values(request, *CUSTOMER_FIELDS),
        "selectedItemCount": len(available),
        "date": order.days,
        "sections": {name: name in meals for name in MEALS},
        "timing": f"{delivery_time:%H:%M}",
        "address": agreed.address or order.address,
        "selectedItems": [_ITEMS[kind](cost) for cost in quote.lines],
        "finalAmount": rupees(quote.final_amount),
        **({"pricesAlreadyMultiplied": True} if kind == Kind.NONVEG else {}),
    }
    free = f", {quote.free_days} of them free" if quote.free_days else ""
    return Reorder(
        body=body,
        items=[
            _dish(line, dish, cost)
            for (line, dish), cost in zip(available, quote.lines, strict=True)
        ],
        left_out=[
            ReorderItem(line.dish_name, past_paise=_past_price(line)) for line in unavailable
        ],
        facts=[
            Fact("Days", f"{order.days}{free}"),
            Fact("Meals", ", ".join(order.meals)),
            *(agreed.times or [Fact("Delivery time", clock_time(delivery_time))]),
        ],
        current_total_paise=quote.final_amount or None,
        notes=[
            f"{dish.name} is priced on request and is not included in this total."
            for _, dish in available
            if quote.final_amount and not dish.prices
        ],
    )


def combo(request: Request, catalogue: Catalogue, agreed: AgreedDetails) -> Reorder:
    """Weekly and monthly combos: the same days of the same weeks, with the meals that the menu has now."""
    order: ComboOrder = request.combo
    price = catalogue.rules.combos.item_price
    chosen: dict[str, dict[str, list[str]]] = {}
    items, unavailable = [], []
    for slot in order.slots.all():
        week = f"week{slot.week}"
        meal = catalogue.weekly.get(week, {}).get(slot.meal, {}).get(slot.day)
        if meal is None:
            unavailable.append(ReorderItem(slot.items, str(slot), past_paise=slot.unit_price_paise))
            continue
        chosen.setdefault(week, {}).setdefault(slot.meal, []).append(slot.day)
        remark = "" if meal.title == slot.items else f"Last time: {slot.items}"
        items.append(ReorderItem(meal.title, str(slot), remark, slot.unit_price_paise, price))
    quote = price_combos(catalogue.rules.combos, items=len(items))
    delivery_time = agreed.delivery_time or order.delivery_time
    body = {
        **submitted_values(request, *CUSTOMER_FIELDS),
        "address": agreed.address or order.address,
        "deliveryTime": f"{delivery_time:%H:%M}",
        "days": catalogue.rules.combos.days,
        "totalSelected": len(items),
        "selectedItems": chosen,
        "finalAmount": rupees(quote.final_amount),
        "discount": rupees(quote.discount),
    }
    times = agreed.times or [Fact("Delivery time", clock_time(delivery_time))]
    facts = [Fact("Items", str(len(items))), *times]
    return Reorder(
        body=body,
        items=items,
        left_out=unavailable,
        facts=facts,
        current_total_paise=quote.final_amount,
    )


def _dishes(order: Order, menu: Menu) -> tuple[list[tuple[OrderLine, Dish]], list[OrderLine]]:
    """Pair the order's lines with today's dishes; also return the lines of dishes that no longer exist."""
    by_id = {dish.id: dish for dish in menu.dishes}
    available: list[tuple[OrderLine, Dish]] = []
    unavailable: list[OrderLine] = []
    for line in order.lines.all():
        dish = by_id.get(line.dish_id)
        if dish is None:
            unavailable.append(line)
        else:
            available.append((line, dish))
    return available, unavailable


def _dish(line: OrderLine, dish: Dish, cost: LineCost) -> ReorderItem:
    renamed = "" if dish.name == line.dish_name else f"Last time called {line.dish_name}"
    current = cost.discounted_cost if dish.prices else None
    return ReorderItem(
        dish.name, remark=renamed, past_paise=_past_price(line), current_paise=current
    )


def _past_price(line: OrderLine) -> int | None:
    return line.charged_paise if line.unit_price_paise else None
