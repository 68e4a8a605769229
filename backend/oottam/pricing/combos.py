"""Weekly and monthly combos (specification, section 9)."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ComboDiscount:
    """`off` paise are taken off an order of `from_items` items or more."""

    from_items: int
    off: int


@dataclass(frozen=True, slots=True)
class ComboRules:
    """The numbers of contract/rules.json that combos follow; prices in paise."""

    item_price: int
    minimum_items: int
    days: int
    weeks: int
    items_per_meal: int
    discounts: tuple[ComboDiscount, ...]


@dataclass(frozen=True, slots=True)
class ComboQuote:
    """What a number of combo items costs, in paise."""

    base_price: int
    discount: int
    final_amount: int
    can_proceed: bool


def price_combos(rules: ComboRules, *, items: int) -> ComboQuote:
    """Price `items` combo items; of several discounts the one with the highest threshold holds."""
    reached = [step for step in rules.discounts if items >= step.from_items]
    discount = max(reached, key=lambda step: step.from_items).off if reached else 0
    base_price = rules.item_price * items
    return ComboQuote(
        base_price=base_price,
        discount=discount,
        final_amount=base_price - discount,
        can_proceed=items >= rules.minimum_items,
    )
