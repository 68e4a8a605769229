"""Plans whose boxes get a dish that the kitchen cooks in place of another, so that their customers are told."""

from datetime import date, datetime

from django.contrib.auth.models import User
from django.db.models import Exists, F, OuterRef

from oottam.core.days import WHOLE_DAY
from oottam.schedule.choices import Mark
from oottam.schedule.domain.calendar import EVENT
from oottam.schedule.models import (
    ActionType,
    BoxLine,
    KitchenItem,
    MealPlan,
    PlanChange,
    Serving,
    ServingState,
)


def record_replacement(
    *,
    day: date,
    meal: int,
    item: int,
    ordered: str,
    was: str,
    cooked: str,
    actor: User,
    now: datetime,
) -> None:
    """Store a change of each plan with the dish in a box of that day; the arguments are those of `dish_replaced`.

    What nobody was told yet is undone; who knows of another dish reads `cooked` in place of that.
    """
    lines = BoxLine.objects.filter(item=item, box_contents=OuterRef("box_contents"))
    if KitchenItem.objects.filter(name=cooked).exclude(mark=Mark.VEG).exists():
        lines = lines.filter(veg_only=False)  # others get none in its place
    boxes = Serving.objects.filter(Exists(lines), date=day, state=ServingState.PLANNED).exclude(
        meal=EVENT
    )
    if meal != WHOLE_DAY:
        boxes = boxes.filter(meal=meal)
    of_plans = sorted(set(boxes.values_list("plan", "meal")))
    earlier = PlanChange.objects.filter(
        plan__in={plan for plan, _ in of_plans}, action=ActionType.DISH, undone_at=None,
        data__item=item, data__chosen__date=day.isoformat(),
    )  # fmt: skip
    told = set(earlier.exclude(told_at=None).values_list("plan", "data__chosen__meal"))
    earlier.filter(told_at=None).update(undone_at=now, undone_by=actor)
    changes = [
        PlanChange(
            plan_id=plan, action=ActionType.DISH, by=actor, at=now,
            data={
                "item": item,
                "chosen": {"meal": of_meal, "date": day.isoformat(), "dishes": [[before, cooked]]},
            },
        )
        for plan, of_meal in of_plans
        if (before := was if (plan, of_meal) in told else ordered) != cooked
    ]  # fmt: skip
    PlanChange.objects.bulk_create(changes)
    MealPlan.objects.filter(pk__in={change.plan_id for change in changes}).update(
        version=F("version") + 1
    )
