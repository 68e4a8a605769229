"""Names of dishes, folded so that the same dish is known again. Pure."""

from dataclasses import dataclass

SEPARATOR = " + "  # between the dishes of a set meal
ALTERNATIVE = " / "  # between those of which one is cooked
KITCHEN = "kitchen"  # a dish of the kitchen's own list, whose id is the number of its item


@dataclass(frozen=True, slots=True)
class OrderedDish:
    """A dish as it was ordered: on which menu (veg, nonveg, tray, combo, custom), under which id and name.

    A dish of a set meal has no id; it is known by its name.
    """

    source: str
    name: str
    id: str = ""
    quantity: int = 1


def dish_key(name: str) -> str:
    """The name by which a dish is known: small letters, single spaces."""
    return " ".join(name.casefold().split())[:200]


def dishes_in(words: str) -> list[str]:
    """The dishes of a set meal: "Idli / Podi Idli + ABC Juice" holds two."""
    return [name.strip() for name in words.split(SEPARATOR) if name.strip()]


def options_in(name: str) -> list[str]:
    """The dishes of which one is cooked, in the menu's order; empty for one dish."""
    found = [option.strip() for option in name.split(ALTERNATIVE) if option.strip()]
    return found if len(found) > 1 else []
