"""The days of a plan in words that may go to its customer."""

from collections.abc import Iterable, Sequence
from datetime import date, timedelta

from django.db.models import OuterRef, Q, Subquery

from oottam.notify.mail_content import Fact
from oottam.requests.models import Request
from oottam.schedule.days import EVENT, bit
from oottam.schedule.draft import STANDING
from oottam.schedule.models import Meal, PlanState, Serving, ServingState, Track


def days_of_plan(request: Request) -> list[Fact]:
    """First and last day, and the days of each meal; nothing where there is no plan, or it is off."""
    own = Track.objects.filter(plan=OuterRef("plan"), meal=OuterRef("meal"))
    servings = (
        Serving.objects.filter(plan__request=request)
        .exclude(Q(plan__state=PlanState.CANCELLED) | Q(meal=EVENT))
        .order_by("date")
        .values_list(
            "meal", "date", "state", Subquery(own.values("weekdays")[:1]), "plan__free_days"
        )
    )
    weekdays: dict[int, int] = {}
    days: dict[int, list[date]] = {}
    held: dict[int, int] = {}
    free = 0
    for meal, day, state, on, of_these in servings:
        weekdays[meal], free = on, of_these
        if day is not None and state in STANDING:
            days.setdefault(meal, []).append(day)
        elif state == ServingState.HELD:
            held[meal] = held.get(meal, 0) + 1
    return list(_facts(days, held, weekdays, free))


def _facts(
    days: dict[int, list[date]], held: dict[int, int], weekdays: dict[int, int], free: int
) -> Iterable[Fact]:
    every = sorted(day for of_meal in days.values() for day in of_meal)
    if every:
        yield Fact("First day", in_words(every[0]))
        if not held and every[-1] != every[0]:
            yield Fact("Last day", in_words(every[-1]))
    for meal in sorted(days.keys() | held.keys()):
        of_meal = days.get(meal, [])
        words = []
        if of_meal:
            count = "1 day" if len(of_meal) == 1 else f"{len(of_meal)} days"
            words.append(f"{count}: {spans(of_meal, weekdays[meal])}")
        if held.get(meal):
            words.append(f"{held[meal]} to come, for now paused")
        yield Fact(str(Meal(meal).label), "; ".join(words))
    if free:
        last = "the last day" if free == 1 else f"the last {free} days"
        yield Fact("Of these free", last)


def spans(days: Sequence[date], weekdays: int) -> str:
    """Days in a row as one span: "7 to 9 Dec, 11 to 23 Dec"; a row goes on over weekdays that are not its own."""
    rows: list[tuple[date, date]] = []
    for day in days:
        if rows and _next_to(rows[-1][1], day, weekdays):
            rows[-1] = (rows[-1][0], day)
        else:
            rows.append((day, day))
    return ", ".join(_span(first, last) for first, last in rows)


def in_words(day: date) -> str:
    """As "Monday, 7 December 2026"."""
    return f"{day:%A}, {day.day} {day:%B %Y}"


def _next_to(day: date, later: date, weekdays: int) -> bool:
    between = (day + timedelta(days=ahead) for ahead in range(1, (later - day).days))
    return not any(bit(each) & weekdays for each in between)


def _span(first: date, last: date) -> str:
    if first == last:
        return _short(first)
    if (first.year, first.month) == (last.year, last.month):
        return f"{first.day} to {_short(last)}"
    return f"{_short(first)} to {_short(last)}"


def _short(day: date) -> str:
    return f"{day.day} {day:%b}"
