"""Dish names, normalised so that one dish is recognised under every spelling. Pure."""

from dataclasses import dataclass

SEPARATOR = " + "  # separates dishes of a set meal
ALTERNATIVE = " / "  # separates alternatives
KITCHEN = "kitchen"  # source of the kitchen's own dishes; their id is the item's


@dataclass(frozen=True, slots=True)
class OrderedDish:
    """A dish as ordered: its menu (veg, nonveg, tray, combo, custom, kitchen), id and name.

    A dish of a set meal has no id and is identified by its name.
    """

    source: str
    name: str
    id: str = ""
    quantity: int = 1


def dishes_in(words: str) -> list[str]:
    """Split a set meal into its dishes: "Idli / Podi Idli + ABC Juice" holds two."""
    return [name.strip() for name in words.split(SEPARATOR) if name.strip()]


def options_in(name: str) -> list[str]:
    """Split a name into alternatives, in the menu's order; empty for a single dish."""
    options = [option.strip() for option in name.split(ALTERNATIVE) if option.strip()]
    return options if len(options) > 1 else []
