"""Random orders with prices computed from the specification, independent of the server's code.

Amounts are whole paise. Only the catalogue's data files are shared with the server.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from random import Random
from typing import Any

from system_tests.support.shop import ROOT
from tests.bodies import veg_body
from tests.orders import examples as orders

MEALS = ["breakfast", "lunch", "dinner"]
TIERS = ["week", "fifteen", "thirty"]
PATHS = {"veg": "/vegmeal-form.php", "nonveg": orders.NONVEG, "tray": orders.TRAY}
MIN_DISHES = {"veg": 1, "nonveg": 1, "tray": 4}
MAX_DISHES = 12  # per order
COMBO_ITEM, COMBO_SLOTS = 375_00, 72


@dataclass(frozen=True, slots=True)
class Order:
    """An untampered order with its price."""

    path: str
    body: dict[str, Any]
    total: int


def orders_of(chance: Random) -> Callable[[], Order]:
    """A generator function of random orders of the four priced kinds."""
    menus = {kind: _dishes(kind) for kind in PATHS}

    def make() -> Order:
        kind = chance.choice([*PATHS, "combo"])
        return _combo(chance) if kind == "combo" else _plan(chance, kind, menus[kind])

    return make


def rupees(paise: int) -> int | float:
    """An amount in rupees as the browser serializes it."""
    return paise // 100 if paise % 100 == 0 else paise / 100


def _dishes(kind: str) -> list[dict[str, Any]]:
    text = (ROOT / "contract" / "catalogue" / f"{kind}.json").read_text("utf-8")
    menu = json.loads(text, parse_float=Decimal)
    return [dish for category in menu["categories"] for dish in category["items"]]


def _plan(chance: Random, kind: str, dishes: list[dict[str, Any]]) -> Order:
    """Section 9: tier price x (days - free days) x sections; a missing tier falls back to a lower."""
    by_name = {dish["name"]: dish for dish in dishes}
    chosen = [
        by_name[name]
        for name in chance.sample([*by_name], chance.randint(MIN_DISHES[kind], MAX_DISHES))
    ]
    days = chance.randint(6, 40)
    meals = chance.sample(MEALS, chance.randint(1, 3))
    tier = (days >= 15) + (days >= 30)  # equals the number of free days
    lines = [_price(dish, tier) * (days - tier) * len(meals) for dish in chosen]
    body = veg_body(
        date=str(days) if kind == "tray" else days,
        sections={meal: meal in meals for meal in MEALS},
        selectedItemCount=len(chosen),
        selectedItems=[
            _item(kind, dish["name"], line) for dish, line in zip(chosen, lines, strict=True)
        ],
        finalAmount=rupees(sum(lines)),
        pricesAlreadyMultiplied=True,
    )
    return Order(PATHS[kind], body, sum(lines))


def _price(dish: dict[str, Any], tier: int) -> int:
    prices = dish.get("prices") or {}
    known = [prices[name] for name in TIERS[: tier + 1] if prices.get(name) is not None]
    return int(known[-1] * 100) if known else 0


def _item(kind: str, name: str, line: int) -> dict[str, Any]:
    return {"name": name, "price" if kind == "tray" else "discountedCost": rupees(line)}


def _combo(chance: Random) -> Order:
    """Section 9: 375 rupees an item; 585 off from 15 items on, 2,010 off from 30 on."""
    slots = [(week, meal, day) for week in range(1, 5) for meal in MEALS for day in orders.SIX_DAYS]
    chosen = set(chance.sample(slots, chance.randint(6, COMBO_SLOTS)))
    off = 2010_00 if len(chosen) >= 30 else 585_00 if len(chosen) >= 15 else 0
    total = len(chosen) * COMBO_ITEM - off
    body = orders.combo_body(
        totalSelected=len(chosen),
        selectedItems={
            f"week{week}": {
                meal: [day for day in orders.SIX_DAYS if (week, meal, day) in chosen]
                for meal in MEALS
            }
            for week in range(1, 5)
        },
        finalAmount=rupees(total),
        discount=rupees(off),
    )
    return Order(orders.COMBO, body, total)
