"""The contents of a box's label."""

from dataclasses import dataclass
from datetime import date, time

VEG, NONVEG = "veg", "nonveg"


@dataclass(frozen=True, slots=True)
class Dish:
    """An ordered dish, its quantity, and what one portion holds; "" where it is not known or not shown."""

    name: str
    quantity: int = 1
    amounts: str = ""

    @property
    def text(self) -> str:
        """As "Idli (300 kcal, 11 g protein)"."""
        each = "each " if self.quantity > 1 else ""
        return f"{self.name} ({each}{self.amounts})" if self.amounts else self.name


@dataclass(frozen=True, slots=True, kw_only=True)
class Label:
    """One box. `stop` is the rider's short address; `number` and `of` count a track's days.

    Allergens and diet are texts, as agreed; no other health detail may be on a label. `mark` is VEG or NONVEG, "" while
    unknown. `warnings` are sentences about dishes that clash, or that have no suitable replacement.
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
    is_replacement: bool = False
    is_free: bool = False
    is_changed: bool = False
