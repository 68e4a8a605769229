"""The alternatives of the dishes in a box, of which its customer chooses one."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet
from django.db.models.functions import Coalesce

from oottam.kitchen.day.dishes import KitchenDish, dishes
from oottam.kitchen.domain.dietary import Answer, Needs
from oottam.kitchen.services.dietary_checks import answers_for, cooking_options
from oottam.kitchen.services.sold_out import SoldOutDishes
from oottam.schedule.domain.dish_names import KITCHEN, OrderedDish
from oottam.schedule.models import Alternative, BoxLine, MealPlan

KITCHENS_CHOICE = 0  # in place of a dish: as ordered, with all alternatives
_COLUMNS = (
    "box_contents_id", "position", "item_id", "ordered_name", "quantity", "chosen_from_id",
    "has_alternatives",
)  # fmt: skip


def lines_of(plan: MealPlan) -> "QuerySet[BoxLine, Any]":
    """Return the lines of all boxes of the plan, as named tuples in the boxes' order; one query."""
    ordered = Coalesce(OuterRef("chosen_from_id"), OuterRef("item_id"))
    return (
        BoxLine.objects.filter(box_contents__plan=plan)
        .order_by("box_contents_id", "position")
        .annotate(has_alternatives=Exists(Alternative.objects.filter(item=ordered)))
        .values_list(*_COLUMNS, named=True)
    )


def dish_of(line: Any) -> OrderedDish:
    """Return the dish of one of `lines_of` as it is in the box."""
    return OrderedDish(
        KITCHEN, line.ordered_name, str(line.item_id), line.quantity, line.chosen_from_id or 0
    )


@dataclass(frozen=True, slots=True)
class DishChoice:
    """A line's choice: the name of what was ordered, and by item the names of the alternatives that suit the customer.

    `chosen` is the one in the box, KITCHENS_CHOICE where the kitchen decides.
    """

    ordered: int
    name: str
    offered: Mapping[int, str]
    chosen: int

    def dish(self, current: OrderedDish, item: int) -> OrderedDish | None:
        """Return the line's dish with this alternative; None for one that is not offered."""
        if item == KITCHENS_CHOICE:
            return replace(current, name=self.name, id=str(self.ordered), chosen_from=0)
        if item not in self.offered:
            return None
        return replace(current, name=self.offered[item], id=str(item), chosen_from=self.ordered)


def dish_choices(
    lines: Iterable[Any],
    needs: Needs,
    *,
    sold_out: SoldOutDishes | None = None,
    day: date | None = None,
) -> dict[tuple[int, int], DishChoice]:
    """Return the choices among these of `lines_of`, by box contents and position; two queries at most.

    Only alternatives are offered in which the kitchen's check finds nothing against the customer, and which are on
    sale on the day. Where one is left there is nothing to choose, but a choice can be taken back.
    """
    open_lines = [line for line in lines if line.has_alternatives]
    known = dishes({line.chosen_from_id or line.item_id for line in open_lines})
    offered: dict[int, dict[int, str]] = {}
    found: dict[tuple[int, int], DishChoice] = {}
    for line in open_lines:
        dish = known[line.chosen_from_id or line.item_id]
        if dish.item not in offered:
            offered[dish.item] = {
                item: name
                for item, name in _suitable(dish, known, needs).items()
                if sold_out is None or not sold_out.among([(name, item)], day)
            }
        options, chosen = (
            offered[dish.item],
            line.item_id if line.chosen_from_id else KITCHENS_CHOICE,
        )
        if len(options) > 1 or chosen:
            choice = DishChoice(dish.item, dish.name, options, chosen)
            found[line.box_contents_id, line.position] = choice
    return found


def _suitable(dish: KitchenDish, known: Mapping[int, KitchenDish], needs: Needs) -> dict[int, str]:
    answers = answers_for(cooking_options(dish, known), needs, is_event=False)
    return {each.item: each.name for each in answers if each.answer is Answer.NONE_FOUND}
