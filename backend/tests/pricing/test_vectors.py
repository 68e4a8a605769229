"""Prices match the expected amounts in contract/vectors/."""

import json
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from oottam import catalogue
from oottam.core.money import paise_from_rupees
from oottam.pricing import (
    ComboQuote,
    DayOrderQuote,
    LineCost,
    PricedItem,
    price_combos,
    price_day_order,
)

VECTORS = Path(__file__).parents[3] / "contract" / "vectors"


def vectors(name: str) -> list[Any]:
    content = json.loads((VECTORS / name).read_text("utf-8"), parse_float=Decimal)
    return [pytest.param(vector, id=vector["name"]) for vector in content["vectors"]]


def paise(rupees: Any) -> int:
    return paise_from_rupees(Decimal(rupees))


def line(expected: dict[str, Any]) -> LineCost:
    original = expected["originalCost"]
    return LineCost(
        name=expected["name"],
        price_per_day=paise(expected["pricePerDay"]),
        discounted_cost=paise(expected["discountedCost"]),
        original_cost=None if original is None else paise(original),
        show_strike=expected["showStrike"],
    )


@pytest.mark.spec("1.2", "3.9", "9.6")
@pytest.mark.parametrize("vector", vectors("nday.json"))
def test_day_order_price_matches_its_vector(vector: dict[str, Any]) -> None:
    items = [
        PricedItem(item["name"], {tier: paise(p) for tier, p in (item["prices"] or {}).items()})
        for item in vector["items"]
    ]
    rules = catalogue.current().rules.day_orders
    quote = price_day_order(rules, days=vector["days"], sections=vector["sections"], items=items)
    expected = vector["expected"]
    assert quote == DayOrderQuote(
        tier=quote.tier,
        final_amount=paise(expected["finalAmount"]),
        free_days=expected["freeDays"],
        chargeable_days=expected["chargeableDays"],
        actual_days=expected["actualDays"],
        lines=tuple(line(cost) for cost in expected["perItemCosts"]),
    )


@pytest.mark.spec("9.5")
@pytest.mark.parametrize("vector", vectors("combos.json"))
def test_combo_price_matches_its_vector(vector: dict[str, Any]) -> None:
    expected = vector["expected"]
    rules = catalogue.current().rules.combos
    assert price_combos(rules, items=vector["items"]) == ComboQuote(
        base_price=paise(expected["basePrice"]),
        discount=paise(expected["discount"]),
        final_amount=paise(expected["finalAmount"]),
    )
    assert (vector["items"] >= rules.minimum_items) == expected["canProceed"]


@pytest.mark.spec("1.2", "9.2", "9.6")
@pytest.mark.parametrize(
    ("days", "tier"),
    [(6, "week"), (14, "week"), (15, "fifteen"), (29, "fifteen"), (30, "thirty"), (40, "thirty")],
)
def test_tier_depends_on_the_number_of_days(days: int, tier: str) -> None:
    assert (
        price_day_order(catalogue.current().rules.day_orders, days=days, sections=1, items=[]).tier
        == tier
    )
