"""Dishes that the kitchen ticks as cooked."""

from datetime import date, datetime
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from oottam.audit.log import record
from oottam.kitchen.services.choices import find_dish, require_not_past
from oottam.schedule.models import CookedDish, KitchenItem


def cook(*, day: date, meal: int, item: int, actor: User, now: datetime) -> None:
    """Tick a dish as cooked, once. Raises DomainError for an unknown dish or a past day."""
    with transaction.atomic():
        require_not_past(day, meal, now)
        dish = find_dish(item, "item")
        _, is_new = CookedDish.objects.get_or_create(
            date=day, meal=meal, item=dish, defaults={"by": actor, "at": now}
        )
        if is_new:
            record(action="kitchen.cook", actor=actor, at=now, day=day, data=_data(meal, dish))


def uncook(*, day: date, meal: int, item: int, actor: User, now: datetime) -> None:
    """Remove the tick. Raises DomainError for a past day."""
    with transaction.atomic():
        require_not_past(day, meal, now)
        queryset = CookedDish.objects.select_related("item").filter(date=day, meal=meal, item=item)
        ticked = queryset.select_for_update(of=("self",)).first()
        if ticked is not None:
            ticked.delete()
            data = _data(meal, ticked.item)
            record(action="kitchen.uncook", actor=actor, at=now, day=day, data=data)


def _data(meal: int, dish: KitchenItem) -> dict[str, Any]:
    return {"meal": meal, "dish": dish.name}
