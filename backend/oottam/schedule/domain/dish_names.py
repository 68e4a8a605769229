"""Dish names, normalised so that one dish is recognised under every spelling. Pure."""

from dataclasses import dataclass

KITCHEN = "kitchen"  # source of the kitchen's own dishes; their id is the item's


@dataclass(frozen=True, slots=True)
class OrderedDish:
    """A dish as ordered: its menu (veg, nonveg, tray, combo, custom, kitchen), id and name.

    A dish of a set meal has no id and is identified by its name. `chosen_from` is the kitchen's dish with alternatives
    of which the customer chose this one, 0 for none.
    """

    source: str
    name: str
    id: str = ""
    quantity: int = 1
    chosen_from: int = 0
