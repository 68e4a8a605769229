"""The addresses of a plan: the first one, and those that replace it from a day on."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from typing import Any

from oottam.backoffice.shared.queries import parse_pk
from oottam.core.days import EVERY_DAY
from oottam.core.direction import isolate
from oottam.delivery.models import RoutePin
from oottam.plans.services.plan_actions import describe_scope, is_still_to_come
from oottam.schedule.domain.calendar import Calendar, describe_weekdays
from oottam.schedule.domain.plan_schedule import ScheduleDraft, format_day
from oottam.schedule.models import Meal, PlanChange
from oottam.workflow.models import LaterAddress


def address_rows(
    addresses: Iterable[LaterAddress],
    changes: Iterable[PlanChange],
    calendar: Calendar,
    meals: Iterable[int],
) -> Iterator[tuple[LaterAddress, str, int | None]]:
    """Yield the later addresses in the order of their first days; `meals` are the plan's.

    With each its title, as "From Thu 10 Dec, lunch", and the change that undoing withdraws; None once it began.
    """
    by_address = {change.data.get("address"): change.pk for change in changes}
    plan_meals = tuple(meals)
    for row in addresses:
        is_open = is_still_to_come(row, calendar, plan_meals)
        yield row, describe_scope(row), by_address.get(row.pk) if is_open else None


def later_address(pk: Any, draft: ScheduleDraft) -> LaterAddress | None:
    """Return the plan's later address of this primary key, which a page's address may hold."""
    number = parse_pk(str(pk or ""))
    first = next(draft.servings(), None)
    if number is None or first is None:
        return None
    of_plan = LaterAddress.objects.filter(request__plan__all_servings=first.serving_id)
    return of_plan.filter(pk=number, undone_at=None).first()


def describe_address_change(
    since: date, weekdays: int, boxes: Mapping[str, int], pin: str
) -> list[str]:
    """Describe how many boxes a new address gets, and its route; `boxes` are by meal."""
    counted = ", ".join(
        f"{Meal(int(meal)).label}: {count} box{'' if count == 1 else 'es'}"
        for meal, count in boxes.items()
    )
    route = RoutePin.objects.filter(pin=pin, route__is_closed=False).select_related("route").first()
    place = f"PIN code {pin}" if pin else "It has no PIN code"
    goes = (
        f"{place}: route {isolate(route.route.name)}."
        if route
        else f"{place}: it has no route until you choose one under Runs."
    )
    days = "" if weekdays == EVERY_DAY else f", {describe_weekdays(weekdays)},"
    return [f"From {format_day(since)}{days} to this address. {counted}.", goes]


def describe_withdrawal(change: int, draft: ScheduleDraft) -> list[str]:
    """Describe what withdrawing the address of this change does; [] where the change is another one."""
    change_row = PlanChange.objects.filter(pk=change).first()
    row = later_address(change_row.data.get("address"), draft) if change_row else None
    if row is None:
        return []
    return [f"{describe_scope(row)}: boxes no longer go to {isolate(row.address)}."]
