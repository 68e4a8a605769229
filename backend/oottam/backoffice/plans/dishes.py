"""Looks up dishes that the desk types into a box by name, first among the kitchen's, then on the menus."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from django.utils import timezone

from oottam import catalogue
from oottam.core.names import name_key
from oottam.kitchen.services.dietary_checks import check_each
from oottam.requests.models import Request
from oottam.schedule.domain.dish_names import KITCHEN, OrderedDish
from oottam.schedule.models import BoxLine, KitchenItem
from oottam.workflow.services.details import details_of

NEW = "custom"  # the source of a new dish
MAX_NAME_LENGTH = 200
MAX_COUNT = 40
MAX_PORTIONS = 10_000


@dataclass(frozen=True, slots=True)
class DishRow:
    """A line of the form: the typed dish, its quantity, and an error."""

    dish: str
    quantity: str
    error: str = ""


def dish_names(suitable_for: Request | None = None) -> list[str]:
    """Return all dish names, sorted; with `suitable_for` those that are known to suit its customer and are not sold
    out.
    """
    found = {
        name_key(dish.name): OrderedDish(menu.kind, dish.name, dish.id)
        for menu in catalogue.current().menus.values()
        for dish in menu.dishes
    }
    for key, name, pk in KitchenItem.objects.values_list("key", "name", "pk"):
        found[key] = OrderedDish(KITCHEN, name, str(pk))
    names = [dish.name for dish in found.values()]
    if suitable_for is not None:
        checked = check_each(found.values(), details_of(suitable_for), first=timezone.localdate())
        names = [
            name
            for name in names
            if not (checked[name].clashes or checked[name].unknown or checked[name].sold_out)
        ]
    return sorted(names, key=str.casefold)


def parse_dishes(
    rows: Iterable[tuple[str, str]], *, current: Sequence[BoxLine], may_be_new: bool
) -> tuple[list[OrderedDish], list[DishRow]]:
    """Parse the typed lines into dishes, and lines with their errors; empty lines are left out.

    `current` are the box's lines: a dish that is already in the box keeps its id. `may_be_new`: unknown names are new
    dishes.
    """
    typed = [(dish.strip(), quantity.strip() or "1") for dish, quantity in rows if dish.strip()]
    known = {name_key(line.ordered_name): line for line in current}
    keys = [name_key(dish) for dish, _ in typed]
    items = {item.key: item for item in KitchenItem.objects.filter(key__in=keys)}
    dishes, rows_with_errors = [], []
    for dish, quantity in typed[:MAX_COUNT]:
        ordered_dish = _known(dish, known, items) or (
            OrderedDish(NEW, dish) if may_be_new else None
        )
        error = _error(dish, quantity, ordered_dish)
        if ordered_dish and not error:
            dishes.append(replace(ordered_dish, quantity=int(quantity)))
        rows_with_errors.append(DishRow(dish, quantity, error))
    return dishes, rows_with_errors


def _known(
    dish: str, current: dict[str, BoxLine], items: dict[str, KitchenItem]
) -> OrderedDish | None:
    key = name_key(dish)
    if key in current:
        line = current[key]
        return OrderedDish(
            KITCHEN, line.ordered_name, str(line.item_id), chosen_from=line.chosen_from_id or 0
        )
    if key in items:
        return OrderedDish(KITCHEN, items[key].name, str(items[key].pk))
    for menu in catalogue.current().menus.values():
        for on_menu in menu.dishes:
            if name_key(on_menu.name) == key:
                return OrderedDish(menu.kind, on_menu.name, on_menu.id)
    return None


def _error(dish: str, quantity: str, ordered_dish: OrderedDish | None) -> str:
    if len(dish) > MAX_NAME_LENGTH:
        return f"A dish's name can have at most {MAX_NAME_LENGTH} characters."
    if "\0" in dish:
        return "This is not a dish name."
    if ordered_dish is None:
        return "No such dish. Choose one from the list, or tick that it is new."
    if not (quantity.isascii() and quantity.isdigit() and len(quantity) <= 5):
        return "Enter a number, such as 2."
    if not 1 <= int(quantity) <= MAX_PORTIONS:
        return f"From 1 to {MAX_PORTIONS:,}."
    return ""
