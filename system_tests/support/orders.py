"""Random orders with prices computed from the specification (menus.py), and veg orders at given amounts."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from system_tests.support import menus
from tests.bodies import veg_body
from tests.conftest import VEG
from tests.orders import examples as orders

MEALS = ["breakfast", "lunch", "dinner"]
PATHS = {"veg": VEG, "nonveg": orders.NONVEG, "tray": orders.TRAY, "combo": orders.COMBO}
MIN_DISHES = {"veg": 1, "nonveg": 1, "tray": 4}
MAX_DISHES = 12  # per order
COMBO_SLOTS = 72


@dataclass(frozen=True, slots=True)
class Order:
    """An untampered order with its price."""

    path: str
    body: dict[str, Any]
    total: int


def random_order(chance: Random) -> Order:
    """An order of one of the four priced kinds."""
    kind = chance.choice([*PATHS])
    body = _combo(chance) if kind == "combo" else _plan(chance, kind)
    total = menus.price_of(kind, body) or 0
    return Order(PATHS[kind], {**body, "finalAmount": rupees(total)}, total)


def rupees(paise: int) -> int | float:
    """An amount in rupees as the browser serializes it."""
    return paise // 100 if paise % 100 == 0 else paise / 100


def veg_order(amounts: Mapping[str, float]) -> dict[str, Any]:
    """Another customer's veg order of six breakfasts with these dishes at these amounts in rupees."""
    number = random.randrange(10**8)
    return veg_body(
        phone=f"98{number:08}",
        email=f"meena{number}@example.com",
        selectedItemCount=len(amounts),
        selectedItems=[{"name": name, "discountedCost": each} for name, each in amounts.items()],
        finalAmount=sum(amounts.values()),
    )


def _plan(chance: Random, kind: str) -> dict[str, Any]:
    names = [dish["name"] for dish in menus.dishes(kind)]
    chosen = chance.sample([*dict.fromkeys(names)], chance.randint(MIN_DISHES[kind], MAX_DISHES))
    return day_order(
        kind, chosen, chance.randint(6, 40), chance.sample(MEALS, chance.randint(1, 3))
    )


def day_order(kind: str, chosen: Sequence[str], days: int, meals: Sequence[str]) -> dict[str, Any]:
    """An order of these dishes at the menu's prices; its total is left to the caller."""
    amount = "price" if kind == "tray" else "discountedCost"
    return veg_body(
        date=str(days) if kind == "tray" else days,
        sections={meal: meal in meals for meal in MEALS},
        selectedItemCount=len(chosen),
        selectedItems=[
            {"name": name, amount: rupees(menus.line_price(kind, name, days, len(meals)))}
            for name in chosen
        ],
        pricesAlreadyMultiplied=True,
    )


def _combo(chance: Random) -> dict[str, Any]:
    slots = [(week, meal, day) for week in range(1, 5) for meal in MEALS for day in orders.SIX_DAYS]
    chosen = set(chance.sample(slots, chance.randint(6, COMBO_SLOTS)))
    return orders.combo_body(
        totalSelected=len(chosen),
        selectedItems={
            f"week{week}": {
                meal: [day for day in orders.SIX_DAYS if (week, meal, day) in chosen]
                for meal in MEALS
            }
            for week in range(1, 5)
        },
        discount=rupees(menus.combo_discount(len(chosen))),
    )
