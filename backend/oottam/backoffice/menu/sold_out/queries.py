"""What the page Sold out shows."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from django.db.models import Q
from django.utils.safestring import SafeString

from oottam import catalogue
from oottam.backoffice.menu.sold_out.buttons import (
    describe_until,
    mark_buttons,
    take_back_button,
)
from oottam.kitchen.services.sold_out import (
    LOOK_AHEAD,
    HoldingMeal,
    meals_holding,
    sold_out_dishes,
)
from oottam.menu.models import SoldOut

MENUS = {"veg": "Veg", "nonveg": "Non-veg", "tray": "Meal tray"}


@dataclass(frozen=True, slots=True)
class Marked:
    """A dish that is sold out; `until` says until when."""

    name: str
    until: str
    by: str
    since: datetime
    is_on_menu: bool
    meals: Sequence[HoldingMeal]

    @property
    def boxes(self) -> int:
        """Boxes that hold it and were not replaced."""
        return sum(each.boxes for each in self.meals)

    @property
    def take_back(self) -> SafeString:
        return take_back_button(self.name)


def marked(today: date) -> list[Marked]:
    """Return what is sold out today, by name, with the meals of the next days that hold it; six queries."""
    names = _menus_by_dish()
    holding: dict[str, list[HoldingMeal]] = {}
    for each in _meals_to_come(today):
        holding.setdefault(each.name, []).append(each)
    rows = SoldOut.objects.filter(Q(until__isnull=True) | Q(until__gte=today))
    return [
        Marked(
            row.dish_name,
            describe_until(row.until, today),
            row.marked_by.get_username() if row.marked_by else "",
            row.since,
            row.dish_name in names,
            holding.get(row.dish_name, []),
        )
        for row in rows.select_related("marked_by")
    ]


def meals_with(name: str, today: date) -> list[HoldingMeal]:
    """Return the meals of the next days whose boxes hold the sold-out dish."""
    return [each for each in _meals_to_come(today) if each.name == name]


def _meals_to_come(today: date) -> list[HoldingMeal]:
    return meals_holding(sold_out_dishes(today), today, today + LOOK_AHEAD)


def on_sale(
    without: Collection[str], text: str, back: str
) -> Sequence[tuple[str, str, SafeString]]:
    """Return the other dishes whose name contains the text, the menus that have them, and their buttons, by name."""
    folded = text.casefold()
    return [
        (name, ", ".join(menus), mark_buttons(name, back))
        for name, menus in sorted(_menus_by_dish().items(), key=lambda each: each[0].casefold())
        if name not in without and folded in name.casefold()
    ]


def _menus_by_dish() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for kind, menu in catalogue.current().menus.items():
        for name in menu.by_name:
            found.setdefault(name, []).append(MENUS.get(kind, kind))
    return found
