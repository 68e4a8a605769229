"""Text about a plan's days that may be sent to its customer."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, timedelta

from django.db.models import Exists, OuterRef, Q, Subquery

from oottam.api.mails import status_link
from oottam.core.days import EVERY_DAY, WHOLE_DAY
from oottam.outbox.mail_content import Fact
from oottam.plans.services.customer_rules import current_rules
from oottam.requests.models import Request
from oottam.schedule.choices import DATED, CustomerChanges
from oottam.schedule.domain.calendar import EVENT, describe_weekdays, weekday_bit
from oottam.schedule.domain.plan_schedule import free_of
from oottam.schedule.models import (
    Alternative,
    BoxLine,
    ClosedDay,
    Meal,
    PlanState,
    Serving,
    ServingState,
    Track,
)
from oottam.workflow.services.agreement import describe_agreement
from oottam.workflow.services.details import MEAL_KINDS

PAUSED = "Paused"
CHOICES = "Dishes with a choice (A / B)"
_CHOOSE = "pick yours on the page of your days; else the kitchen chooses"
_TELL_US = "tell us which you prefer; else the kitchen chooses"
MAX_MISSING = 3  # beyond one day in three the days themselves are listed


def plan_page(request: Request) -> str:
    """Return the URL of the customer's page of the plan; "" for an event, or without the shop's URL in site.json."""
    link = status_link(request)
    return f"{link.url}/plan/" if link and request.kind in MEAL_KINDS else ""


def describe_plan(request: Request) -> list[Fact]:
    """Describe first and last day and each meal's days; empty without a plan, or for a cancelled one.

    A meal counts as many days as were ordered: a replaced box counts on the day of its replacement.
    """
    track = Track.objects.filter(plan=OuterRef("plan"), meal=OuterRef("meal"))
    servings = list(
        Serving.objects.filter(plan__request=request)
        .exclude(
            Q(plan__state=PlanState.CANCELLED) | Q(meal=EVENT) | Q(state=ServingState.CANCELLED)
        )
        .order_by("date")
        .values_list(
            "pk", "meal", "date", "state", Subquery(track.values("weekdays")[:1]), "plan__free_days", "seq",
            "replacement_for_id",
        )
    )  # fmt: skip
    weekdays: dict[int, int] = {}
    days: dict[int, list[date]] = {}
    held: dict[int, int] = {}
    numbered: dict[int, list[tuple[int, date | None]]] = {}
    charged: set[date] = set()
    free = 0
    replaced = {row[-1] for row in servings}
    for number, meal, day, state, on, of_these, seq, replacement_for in servings:
        weekdays[meal], free = on, of_these
        if replacement_for is None:
            numbered.setdefault(meal, []).append((seq, day))
        if number in replaced:
            continue
        if day is not None and state in DATED:
            days.setdefault(meal, []).append(day)
        elif state == ServingState.HELD:
            held[meal] = held.get(meal, 0) + 1
        if day is not None and state == ServingState.FORFEITED:
            charged.add(day)
    without = {meal: missing(rows, weekdays[meal]) for meal, rows in days.items()}
    closed = _closed(without)
    free_days = describe_free(numbered, free)
    facts = list(_facts(days, held, weekdays, free_days, closed))
    if charged:
        facts.append(Fact(str(ServingState.FORFEITED.label), spans(sorted(charged), EVERY_DAY)))
    if any(state == ServingState.PLANNED for _, _, _, state, *_ in servings):
        facts += _describe_choices(request)
    return facts


def _describe_choices(request: Request) -> list[Fact]:
    """Say who chooses where a dish of a box has alternatives; one query, two where one has."""
    is_desk_only = (
        BoxLine.objects.filter(
            Exists(Alternative.objects.filter(item=OuterRef("item"))),
            box_contents__plan__request=request,
            chosen_from=None,
        )
        .values_list("box_contents__plan__is_desk_only", flat=True)
        .first()
    )
    if is_desk_only is None:
        return []
    may_change = current_rules().changes == CustomerChanges.YES and not is_desk_only
    return [Fact(CHOICES, _CHOOSE if may_change else _TELL_US)]


def _closed(without: Mapping[int, Sequence[date]]) -> list[date]:
    """Return the closed days among those on which a meal is missing."""
    every = {day for of_meal in without.values() for day in of_meal}
    if not every:
        return []
    rows = ClosedDay.objects.filter(date__range=(min(every), max(every))).order_by("date")
    return list(
        dict.fromkeys(
            day
            for day, closed_meal in rows.values_list("date", "meal")
            if any(
                day in found for meal, found in without.items() if closed_meal in (WHOLE_DAY, meal)
            )
        )
    )


def _facts(
    days: Mapping[int, list[date]],
    held: Mapping[int, int],
    weekdays: Mapping[int, int],
    free: str,
    closed: Sequence[date],
) -> Iterable[Fact]:
    if held:
        many = sum(held.values())
        waiting = "1 meal is waiting" if many == 1 else f"{many} meals are waiting"
        yield Fact(PAUSED, f"{waiting}: tell us which day to start again")
    every = sorted(day for of_meal in days.values() for day in of_meal)
    if every:
        yield Fact("First day", describe_agreement(every[0]))
        if not held and every[-1] != every[0]:
            yield Fact("Last day", describe_agreement(every[-1]))
    for meal in sorted(days.keys() | held.keys()):
        words = []
        if meal in days:
            words.append(describe_meal_days(days[meal], weekdays[meal]))
        if held.get(meal):
            words.append(f"{held[meal]} more, paused for now")
        yield Fact(str(Meal(meal).label), "; ".join(words))
    if closed:
        yield Fact("We are closed", "; ".join(describe_agreement(day) for day in closed))
    if free:
        yield Fact("Free days", free)


def last_days(numbered: Iterable[tuple[int, date | None]], count: int) -> tuple[date | None, ...]:
    """Return the days of the track's last `count` numbers, wherever they were moved; None for a held one."""
    in_order = sorted(numbered, key=lambda box: box[0])
    return tuple(day for _, day in free_of(in_order, count))


def describe_free(numbered: Mapping[int, Sequence[tuple[int, date | None]]], count: int) -> str:
    """Describe the days of each meal's last `count` numbers, and until when paid boxes follow that moved behind them.

    Format as "23 Dec; moved paid days until 24 Dec".
    """
    free = {meal: last_days(boxes, count) for meal, boxes in numbered.items()}
    text = describe_free_days(free)
    later = []
    for meal, boxes in numbered.items():
        last = max((day for day in free[meal] if day), default=None)
        paid = sorted(boxes, key=lambda box: box[0])[: -count or None]
        later += [day for _, day in paid if day and last and day > last]
    if not later or not text:
        return text
    return f"{text}; moved paid days until {_short(max(later))}"


def describe_free_days(free: Mapping[int, Sequence[date | None]]) -> str:
    """Format as "8 to 9 Jan"; meal by meal where they differ: "Lunch: 25 Dec; Dinner: 23 Dec"."""
    text = {meal: _describe_free_days_of_meal(days) for meal, days in sorted(free.items()) if days}
    if len(set(text.values())) == 1:
        return next(iter(text.values()))
    return "; ".join(f"{Meal(meal).label}: {words}" for meal, words in text.items())


def _describe_free_days_of_meal(days: Sequence[date | None]) -> str:
    dated = sorted(day for day in days if day is not None)
    held = len(days) - len(dated)
    parts = (spans(dated, EVERY_DAY), f"{held} paused for now" if held else "")
    return ", ".join(part for part in parts if part)


def describe_meal_days(days: Sequence[date], weekdays: int) -> str:
    """Format as "15 days, Monday to Saturday: 7 to 24 Dec, except 9 Dec".

    Where more than one day in three is missing, the days themselves are listed: "4 days: 7 Dec, 10 to 12 Dec".
    """
    count = "1 day" if len(days) == 1 else f"{len(days)} days"
    on_weekdays = _on(weekdays, days)
    between = missing(days, weekdays)
    if len(on_weekdays) < MAX_MISSING or len(between) * MAX_MISSING > len(on_weekdays):
        return f"{count}: {spans(days, weekdays)}"
    text = f"{count}, {describe_weekdays(weekdays)}: {_span(on_weekdays[0], on_weekdays[-1])}"
    other_days = [day for day in days if day not in on_weekdays]
    if other_days:
        text += f", and {spans(other_days, EVERY_DAY)}"
    return f"{text}, except {spans(between, weekdays)}" if between else text


def missing(days: Sequence[date], weekdays: int) -> list[date]:
    """Return the days of these weekdays, between first and last day, without a box."""
    on_weekdays = _on(weekdays, days)
    if not on_weekdays:
        return []
    every = (
        on_weekdays[0] + timedelta(days=ahead)
        for ahead in range((on_weekdays[-1] - on_weekdays[0]).days)
    )
    return [day for day in every if weekday_bit(day) & weekdays and day not in on_weekdays]


def _on(weekdays: int, days: Iterable[date]) -> list[date]:
    return [day for day in days if weekday_bit(day) & weekdays]


def spans(days: Sequence[date], weekdays: int) -> str:
    """Join consecutive days: "7 to 9 Dec, 11 to 23 Dec". Days that are not among the weekdays do not interrupt a
    span.
    """
    rows: list[tuple[date, date]] = []
    for day in days:
        if rows and _next_to(rows[-1][1], day, weekdays):
            rows[-1] = (rows[-1][0], day)
        else:
            rows.append((day, day))
    return ", ".join(_span(first, last) for first, last in rows)


def _next_to(day: date, later: date, weekdays: int) -> bool:
    between = (day + timedelta(days=ahead) for ahead in range(1, (later - day).days))
    return not any(weekday_bit(each) & weekdays for each in between)


def _span(first: date, last: date) -> str:
    if first == last:
        return _short(first)
    if (first.year, first.month) == (last.year, last.month):
        return f"{first.day} to {_short(last)}"
    return f"{_short(first)} to {_short(last)}"


def _short(day: date) -> str:
    return f"{day.day} {day:%b}"
