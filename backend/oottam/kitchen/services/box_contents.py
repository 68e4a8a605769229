"""What lies in a box: the dishes that were ordered, as the kitchen's own."""

from collections.abc import Sequence
from datetime import date

from django.db.models import Exists, OuterRef, QuerySet

from oottam.kitchen.services.dietary_checks import veg_only
from oottam.kitchen.services.dishes import find_or_create_items, follow_merges
from oottam.plans.domain.dish_names import KITCHEN, OrderedDish
from oottam.plans.models import BoxContents, BoxLine, Meal, MealPlan, Serving, ServingState
from oottam.workflow.services.details import details_of


def create_box_contents(plan: MealPlan, dishes: Sequence[OrderedDish]) -> BoxContents:
    """A new set of the plan, in this order."""
    return create_many_box_contents(plan, [dishes])[0]


def create_many_box_contents(
    plan: MealPlan, contents: Sequence[Sequence[OrderedDish]]
) -> list[BoxContents]:
    """New sets of the plan, one for each of the contents."""
    ordered = [dish for dishes in contents for dish in dishes]
    items = find_or_create_items(dish for dish in ordered if dish.source != KITCHEN)
    own = follow_merges(int(dish.id) for dish in ordered if dish.source == KITCHEN)
    items |= {(KITCHEN, str(number)): item for number, item in own.items()}
    is_veg_only = veg_only(details_of(plan.request), set(items.values()))
    sets = [BoxContents.objects.create(plan=plan) for _ in contents]
    BoxLine.objects.bulk_create(
        BoxLine(
            box_contents=box_contents,
            position=position,
            item_id=items[dish.source, dish.id or dish.name],
            quantity=dish.quantity,
            ordered_name=dish.name[:200],
            veg_only=is_veg_only[items[dish.source, dish.id or dish.name]],
        )
        for box_contents, dishes in zip(sets, contents, strict=True)
        for position, dish in enumerate(dishes, start=1)
    )
    return sets


def without_dishes(today: date) -> QuerySet[Serving]:
    """Events from that day on for which nobody has chosen dishes yet."""
    lines = BoxLine.objects.filter(box_contents=OuterRef("box_contents"))
    events = Serving.objects.order_by().filter(date__gte=today, meal=Meal.EVENT)
    return events.filter(~Exists(lines), state=ServingState.PLANNED)
