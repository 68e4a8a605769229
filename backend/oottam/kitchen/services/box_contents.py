"""Contents of boxes: ordered dishes as the kitchen's own items."""

from collections.abc import Sequence
from datetime import date

from django.db.models import Exists, OuterRef, QuerySet

from oottam.kitchen.services.dietary_checks import veg_only
from oottam.kitchen.services.dishes import find_or_create_items, follow_merges
from oottam.schedule.domain.dish_names import KITCHEN, OrderedDish
from oottam.schedule.models import BoxContents, BoxLine, Meal, MealPlan, Serving, ServingState
from oottam.workflow.services.details import details_of


def create_box_contents(plan: MealPlan, dishes: Sequence[OrderedDish]) -> BoxContents:
    return create_many_box_contents(plan, [dishes])[0]


def create_many_box_contents(
    plan: MealPlan, contents: Sequence[Sequence[OrderedDish]]
) -> list[BoxContents]:
    """Store new contents for each of these lists of dishes."""
    ordered = [dish for dishes in contents for dish in dishes]
    items = find_or_create_items(dish for dish in ordered if dish.source != KITCHEN)
    kitchen_items = follow_merges(int(dish.id) for dish in ordered if dish.source == KITCHEN)
    items |= {(KITCHEN, str(number)): item for number, item in kitchen_items.items()}
    is_veg_only = veg_only(details_of(plan.request), set(items.values()))
    sets = [BoxContents.objects.create(plan=plan) for _ in contents]
    BoxLine.objects.bulk_create(
        BoxLine(
            box_contents=box_contents,
            position=position,
            item_id=items[dish.source, dish.id or dish.name],
            quantity=dish.quantity,
            ordered_name=dish.name[:200],
            chosen_from_id=dish.chosen_from or None,
            veg_only=is_veg_only[items[dish.source, dish.id or dish.name]],
        )
        for box_contents, dishes in zip(sets, contents, strict=True)
        for position, dish in enumerate(dishes, start=1)
    )
    return sets


def without_dishes(today: date) -> QuerySet[Serving]:
    """Return events from that day on whose dishes are not set."""
    lines = BoxLine.objects.filter(box_contents=OuterRef("box_contents"))
    events = Serving.objects.order_by().filter(date__gte=today, meal=Meal.EVENT)
    return events.filter(~Exists(lines), state=ServingState.PLANNED)
