"""What stands on the label of one box, before anything is drawn."""

from dataclasses import dataclass
from datetime import date, time

VEG, NONVEG = "veg", "nonveg"


@dataclass(frozen=True, slots=True)
class Dish:
    """A dish as it was ordered, and how many of it."""

    name: str
    quantity: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Label:
    """One box. `stop` is where it goes, in the words of whoever carries it; number and of count a track's days.

    Allergens and diet are in words, as agreed; no other word about health belongs here. `mark` is VEG or NONVEG, empty
    where that is not known. `warnings` are sentences on dishes that clash, or of which there is none that fits.
    """

    day: date
    meal: str
    name: str
    reference: str
    stop: str = ""
    delivery_time: time | None = None
    dishes: tuple[Dish, ...] = ()
    allergens: tuple[str, ...] = ()
    diet: str = ""
    note: str = ""
    number: int = 0
    of: int = 0
    mark: str = ""
    warnings: tuple[str, ...] = ()
    is_made_up: bool = False
    is_free: bool = False
    is_changed: bool = False
