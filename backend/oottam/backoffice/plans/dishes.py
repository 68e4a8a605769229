"""Dishes as the desk writes them into a box: known by their names, the kitchen's own before those of the menus."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from oottam import catalogue
from oottam.plans.domain.dish_names import KITCHEN, OrderedDish, dish_key
from oottam.plans.models import BoxLine, KitchenItem

NEW = "custom"  # the source of a name that nobody has used yet
MAX_NAME_LENGTH = 200
MAX_COUNT = 40
MAX_PORTIONS = 10_000


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the form: a dish as it was written, how many of it, and what is wrong with it."""

    dish: str
    quantity: str
    error: str = ""


def offered() -> list[str]:
    """Every name that can be chosen, in the order of the alphabet."""
    names = {dish_key(name): name for name in _of_menus()}
    names |= dict(KitchenItem.objects.values_list("key", "name"))
    return sorted(names.values(), key=str.casefold)


def read(
    rows: Iterable[tuple[str, str]], *, kept: Sequence[BoxLine], may_be_new: bool
) -> tuple[list[OrderedDish], list[Row]]:
    """The dishes that were written, and the lines with what is wrong with them; empty ones are left out.

    What lies in the box already (`kept`) stays the dish that it is.
    """
    written = [(dish.strip(), quantity.strip() or "1") for dish, quantity in rows if dish.strip()]
    known = {dish_key(line.ordered_name): line for line in kept}
    keys = [dish_key(dish) for dish, _ in written]
    items = {item.key: item for item in KitchenItem.objects.filter(key__in=keys)}
    dishes, shown = [], []
    for dish, quantity in written[:MAX_COUNT]:
        found = _known(dish, known, items) or (OrderedDish(NEW, dish) if may_be_new else None)
        error = _error(dish, quantity, found)
        if found and not error:
            dishes.append(OrderedDish(found.source, found.name, found.id, int(quantity)))
        shown.append(Row(dish, quantity, error))
    return dishes, shown


def _known(
    dish: str, kept: dict[str, BoxLine], items: dict[str, KitchenItem]
) -> OrderedDish | None:
    key = dish_key(dish)
    if key in kept:
        return OrderedDish(KITCHEN, kept[key].ordered_name, str(kept[key].item_id))
    if key in items:
        return OrderedDish(KITCHEN, items[key].name, str(items[key].pk))
    for menu in catalogue.current().menus.values():
        for on_menu in menu.dishes:
            if dish_key(on_menu.name) == key:
                return OrderedDish(menu.kind, on_menu.name, on_menu.id)
    return None


def _error(dish: str, quantity: str, found: OrderedDish | None) -> str:
    if len(dish) > MAX_NAME_LENGTH:
        return f"A dish's name can have at most {MAX_NAME_LENGTH} characters."
    if "\0" in dish:
        return "This is not a dish name."
    if found is None:
        return "No such dish. Choose one from the list, or tick that it is new."
    if not (quantity.isascii() and quantity.isdigit() and len(quantity) <= 5):
        return "Enter a number, such as 2."
    if not 1 <= int(quantity) <= MAX_PORTIONS:
        return f"From 1 to {MAX_PORTIONS:,}."
    return ""


def _of_menus() -> Iterable[str]:
    for menu in catalogue.current().menus.values():
        for dish in menu.dishes:
            yield dish.name
