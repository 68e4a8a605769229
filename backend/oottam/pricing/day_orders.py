"""Day orders: veg meals, non-veg meals and meal trays (specification, section 9)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Tier:
    """A price tier: applies from `from_days` days on, of which `free_days` are free."""

    id: str
    from_days: int
    free_days: int


@dataclass(frozen=True, slots=True)
class DayPriceRules:
    """Day order numbers of contract/rules.json; `tiers` are sorted by `from_days`, ascending."""

    tiers: tuple[Tier, ...]
    minimum_days: int
    maximum_days: int
    chargeable_days_offset: int

    def tier_index(self, days: int) -> int:
        """Index of the tier for an order of `days` days."""
        applicable = [index for index, tier in enumerate(self.tiers) if days >= tier.from_days]
        return max(applicable, default=0)


@dataclass(frozen=True, slots=True)
class PricedItem:
    """A dish to be priced: paise per day and meal, by tier id; empty when it has no price yet."""

    name: str
    prices: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class LineCost:
    """The price of one dish in an order; all amounts in paise.

    `original_cost` is the amount to strike through; None where the tier gives no free days or no lower tier has a price.
    """

    name: str
    price_per_day: int
    discounted_cost: int
    original_cost: int | None
    show_strike: bool


@dataclass(frozen=True, slots=True)
class DayOrderQuote:
    """The price result of section 3. `chargeable_days` is reported and multiplies nothing."""

    tier: str
    final_amount: int
    free_days: int
    chargeable_days: int
    actual_days: int
    lines: tuple[LineCost, ...]


def price_day_order(
    rules: DayPriceRules, *, days: int, sections: int, items: Sequence[PricedItem]
) -> DayOrderQuote:
    """Price `items` for `days` days and `sections` selected meal sections (section 9).

    No section counts as one. The limits of an order (days, sections, dishes) are validated elsewhere.
    """
    tier_index = rules.tier_index(days)
    free_days = rules.tiers[tier_index].free_days
    counted_sections = max(1, sections)
    lines = tuple(_line(rules, item, tier_index, days, counted_sections) for item in items)
    return DayOrderQuote(
        tier=rules.tiers[tier_index].id,
        final_amount=sum(line.discounted_cost for line in lines),
        free_days=free_days,
        chargeable_days=max(0, days - rules.chargeable_days_offset - free_days),
        actual_days=days,
        lines=lines,
    )


def _line(
    rules: DayPriceRules, item: PricedItem, tier_index: int, days: int, sections: int
) -> LineCost:
    free_days = rules.tiers[tier_index].free_days
    price_per_day = _price(rules, item, tier_index) or 0
    discounted_cost = price_per_day * (days - free_days) * sections
    previous_price = _price(rules, item, tier_index - 1) if free_days else None
    original_cost = None if previous_price is None else previous_price * days * sections
    return LineCost(
        name=item.name,
        price_per_day=price_per_day,
        discounted_cost=discounted_cost,
        original_cost=original_cost,
        show_strike=original_cost is not None and original_cost > discounted_cost,
    )


def _price(rules: DayPriceRules, item: PricedItem, tier_index: int) -> int | None:
    """The price of that tier, or of the nearest lower tier that has one."""
    for tier in reversed(rules.tiers[: tier_index + 1]):
        price = item.prices.get(tier.id)
        if price is not None:
            return price
    return None
