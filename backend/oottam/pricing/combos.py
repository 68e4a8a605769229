"""Weekly and monthly combos (specification, section 9)."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ComboDiscount:
    """A discount of `off` paise on orders of at least `from_items` items."""

    from_items: int
    off: int


@dataclass(frozen=True, slots=True)
class ComboRules:
    """Combo numbers of contract/rules.json; prices in paise."""

    item_price: int
    minimum_items: int
    days: int
    weeks: int
    items_per_meal: int
    discounts: tuple[ComboDiscount, ...]


@dataclass(frozen=True, slots=True)
class ComboQuote:
    """The price of a combo order, in paise."""

    base_price: int
    discount: int
    final_amount: int


def price_combos(rules: ComboRules, *, items: int) -> ComboQuote:
    """Price `items` combo items; of several discounts the one with the highest threshold applies."""
    applicable = [step for step in rules.discounts if items >= step.from_items]
    discount = max(applicable, key=lambda step: step.from_items).off if applicable else 0
    base_price = rules.item_price * items
    return ComboQuote(
        base_price=base_price,
        discount=discount,
        final_amount=base_price - discount,
    )
