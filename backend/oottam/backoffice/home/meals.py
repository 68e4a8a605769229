"""Today's and tomorrow's meals: boxes, deliveries, and the progress of their runs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from django.db.models import Count

from oottam.delivery.progress import Progress, progress
from oottam.plans.domain.calendar import ONE_DAY, Calendar
from oottam.plans.models import ClosedDay, Meal, Serving, ServingState
from oottam.plans.models.choices import ON_THE_DAY
from oottam.plans.models.days import EVERY_MEAL


@dataclass(frozen=True, slots=True)
class MealOfDay:
    """A meal with boxes. `changes_until` is its cut-off while that is to come; `runs` are of the current day."""

    meal: int
    boxes: int
    delivered: int
    failed: int
    changes_until: datetime | None
    runs: Sequence[Progress]

    @property
    def name(self) -> str:
        return str(Meal(self.meal).label)

    @property
    def to_go(self) -> int:
        """Boxes without an outcome."""
        return self.boxes - self.delivered - self.failed

    @property
    def settled(self) -> int:
        """Boxes with an outcome."""
        return self.delivered + self.failed


@dataclass(frozen=True, slots=True)
class DayOfMeals:
    """A day. `is_current`: its boxes are delivered now, or next; `closed` has the reason by meal, 0 for all."""

    day: date
    is_today: bool
    is_current: bool
    meals: Sequence[MealOfDay]
    closed: Mapping[int, str]

    @property
    def closed_all_day(self) -> str | None:
        """The reason why the whole day is closed; None when it is not."""
        return self.closed.get(EVERY_MEAL)

    @property
    def closed_meals(self) -> list[tuple[str, str]]:
        """Names of the closed meals, with the reason."""
        return [(str(Meal(meal).label), why) for meal, why in self.closed.items() if meal]


def days_of_meals(calendar: Calendar) -> list[DayOfMeals]:
    """Return today and tomorrow, the current one first; four queries."""
    both = (calendar.today, calendar.today + ONE_DAY)
    counts: dict[tuple[date, int], dict[int, int]] = {}
    servings = Serving.objects.order_by().filter(date__in=both, state__in=ON_THE_DAY)
    for day, meal, state, count in servings.values_list("date", "meal", "state").annotate(
        count=Count("pk")
    ):
        counts.setdefault((day, meal), {})[state] = count
    closed: dict[date, dict[int, str]] = {}
    for each in ClosedDay.objects.filter(date__in=both):
        closed.setdefault(each.date, {})[each.meal] = each.reason
    on = _current_day(calendar, counts)
    runs = progress(on)
    result = [
        DayOfMeals(
            day,
            day == calendar.today,
            day == on,
            [
                _meal(day, meal.value, counts[day, meal], calendar, runs if day == on else ())
                for meal in Meal
                if (day, meal) in counts
            ],
            closed.get(day, {}),
        )
        for day in both
    ]
    return sorted(result, key=lambda each: not each.is_current)


def _current_day(calendar: Calendar, counts: Mapping[tuple[date, int], Mapping[int, int]]) -> date:
    """Return tomorrow, once a meal of it is past its cut-off and no box of today is to be delivered."""
    tomorrow = calendar.today + ONE_DAY
    is_past_cutoff = any(not calendar.is_open(meal, tomorrow) for meal in Meal)
    is_left = any(
        states.get(ServingState.PLANNED)
        for (day, _), states in counts.items()
        if day == calendar.today
    )
    return tomorrow if is_past_cutoff and not is_left else calendar.today


def _meal(
    day: date, meal: int, states: Mapping[int, int], calendar: Calendar, runs: Sequence[Progress]
) -> MealOfDay:
    return MealOfDay(
        meal=meal,
        boxes=sum(states.values()),
        delivered=states.get(ServingState.DELIVERED, 0),
        failed=states.get(ServingState.FAILED, 0),
        changes_until=calendar.cut_off(meal, day) if calendar.is_open(meal, day) else None,
        runs=[run for run in runs if run.meal == meal],
    )
