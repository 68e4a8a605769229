"""The meal that the kitchen works on: the one whose boxes leave next."""

from collections.abc import Mapping
from datetime import date, datetime, time

from django.db import connection

from oottam.kitchen.day.column_values import MEAL_TIME, clock
from oottam.schedule.choices import ON_THE_DAY
from oottam.schedule.domain.calendar import EVENT, INDIA
from oottam.schedule.models import Meal, Serving, ServingState

# Boxes with a delivery outcome are excluded.
_LAST_TIMES = f"""
SELECT s.meal, MAX(COALESCE(e.time, {MEAL_TIME}))
FROM schedule_serving s
JOIN schedule_plan p ON p.id = s.plan_id
LEFT JOIN handling_facts f ON f.request_id = p.request_id
LEFT JOIN handling_mealtime m ON m.request_id = p.request_id AND m.meal = s.meal
LEFT JOIN handling_eventdetails e ON e.request_id = p.request_id AND s.meal = {EVENT}
WHERE s.date = %s AND s.state = {ServingState.PLANNED.value}
GROUP BY s.meal
"""  # noqa: S608 - constants

# Ends of meals without delivery times (IST).
_UNTIMED: Mapping[int, time] = {Meal.BREAKFAST: time(11), Meal.LUNCH: time(16)}


def next_meal(now: datetime) -> tuple[date, int | None]:
    """Return the day and meal whose last delivery time is next after `now`, in IST; two queries at most.

    After today's last meal it is the first meal of the next day with boxes; the meal is None where there is none.
    """
    local = now.astimezone(INDIA)
    today = local.date()
    with connection.cursor() as cursor:
        cursor.execute(_LAST_TIMES, [today])
        rows = cursor.fetchall()
    last = ((clock(at) or _UNTIMED.get(meal, time.max), meal) for meal, at in rows)
    to_come = [(at, meal) for at, meal in last if at >= local.time()]
    if to_come:
        return today, min(to_come)[1]
    ahead = Serving.objects.filter(date__gt=today, state__in=ON_THE_DAY)
    next_serving = ahead.order_by("date", "meal").first()
    return (next_serving.date or today, next_serving.meal) if next_serving else (today, None)
