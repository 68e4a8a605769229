"""Menu data: dish prices, contents of set meals, and the choice among alternatives."""

import json
from collections.abc import Mapping
from decimal import Decimal
from functools import cache
from typing import Any

from system_tests.support.shop import ROOT
from tests.oracle.schedule import suitable_dish

CATALOGUE = ROOT / "contract" / "catalogue"
TIERS = ("week", "fifteen", "thirty")
# Non-vegetarian dishes by a word of their name, independent of the menus' diet marks.
NOT_VEGETARIAN = ("chicken", "egg", "omelette", "meen", "tuna", "fish")
COMBO_ITEM, MANY, MORE = 375_00, (15, 585_00), (30, 2010_00)


def price_of(kind: str, body: Mapping[str, Any]) -> int | None:
    """The price in paise (section 9); None if unpriced."""
    if kind == "combo":
        return combo_price(sum(map(len, _slots(body))))
    if kind not in ("veg", "nonveg", "tray"):
        return None
    days, sections = int(body["date"]), sum(map(bool, body["sections"].values()))
    return sum(line_price(kind, item["name"], days, sections) for item in body["selectedItems"])


def combo_price(items: int) -> int:
    """375 rupees an item; 585 off from 15 items on, 2,010 off from 30 on."""
    return items * COMBO_ITEM - combo_discount(items)


def combo_discount(items: int) -> int:
    """What is taken off in paise."""
    return MORE[1] if items >= MORE[0] else MANY[1] if items >= MANY[0] else 0


def line_price(kind: str, name: str, days: int, sections: int) -> int:
    """Tier price x (days - free days) x sections in paise; a missing tier falls back to a lower."""
    tier = (days >= 15) + (days >= 30)  # equals the number of free days
    [dish] = [dish for dish in dishes(kind) if dish["name"] == name]
    prices = dish.get("prices") or {}
    known = [prices[each] for each in TIERS[: tier + 1] if prices.get(each) is not None]
    return int(known[-1] * 100) * (days - tier) * sections if known else 0


def dishes(kind: str) -> list[dict[str, Any]]:
    """The shipped menu's dishes."""
    return [dish for category in _read(kind)["categories"] for dish in category["items"]]


def set_meal(week: int, meal: str, weekday: str) -> tuple[tuple[str, int], ...]:
    """The weekly menu's dishes of a box; weeks count from 0."""
    [day] = [
        each for each in _read("weekly-menu")[f"week{week + 1}"][meal] if each["day"] == weekday
    ]
    return tuple((item["name"], 1) for item in day["items"])


def resolved(name: str, chosen: str, *, is_veg: bool) -> str:
    """Resolve "A / B": the chosen dish if it suits the diet, else the first that does."""
    return suitable_dish(name, is_nonveg, is_veg=is_veg, chosen=chosen)


def is_nonveg(name: str) -> bool:
    """Whether the name marks a non-vegetarian dish."""
    return any(word in name.casefold() for word in NOT_VEGETARIAN)


def _slots(body: Mapping[str, Any]) -> list[Any]:
    return [days for week in body["selectedItems"].values() for days in week.values()]


@cache
def _read(name: str) -> Any:
    return json.loads((CATALOGUE / f"{name}.json").read_text("utf-8"), parse_float=Decimal)
