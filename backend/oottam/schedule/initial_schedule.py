"""The initial schedule of a request: tracks of dated boxes. Reads the order, writes nothing."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from itertools import islice

from oottam.catalogue.recipes import split_dishes
from oottam.core.days import EVERY_DAY
from oottam.core.errors import DomainError
from oottam.enquiries.models import WEEKLY_ID, SubscriptionMeal
from oottam.orders.models import ComboOrder, Order
from oottam.requests.models import Kind, Request
from oottam.schedule.choices import Meal
from oottam.schedule.domain.calendar import (
    EVENT,
    MONDAY_TO_SATURDAY,
    ONE_DAY,
    WEEKDAYS,
    Calendar,
    NoDayError,
    monday_from,
    weekday_mask,
)
from oottam.schedule.domain.dish_names import OrderedDish
from oottam.schedule.domain.plan_schedule import format_day
from oottam.workflow.models import FulfilmentDetails
from oottam.workflow.services.details import details_of, event_of
from oottam.workflow.services.meal_times import (
    BY_LETTER,
    MEALS,
    meal_named,
    meal_of,
    ordered_meals,
)

PLANNED = frozenset({Kind.VEG, Kind.NONVEG, Kind.TRAY, Kind.COMBO, Kind.SUBSCRIPTION, Kind.EVENT})
SERVICE_DAYS_A_WEEK = 6
MENU_WEEKS = 4
DAYS_A_WEEK = 7
# Proposed days by a subscription's duration.
DAYS = {"Weekly": 6, "Fortnightly": 12, "Monthly": 24, "3 Month": 72, "6 Month": 144, "Annual": 288}

Dishes = tuple[OrderedDish, ...]


@dataclass(frozen=True, slots=True)
class ProposedTrack:
    meal: int
    weekdays: int
    boxes: tuple[tuple[date, Dishes], ...]


@dataclass(frozen=True, slots=True)
class Proposal:
    """A plan before it is stored. `dishes` are those of an order without meals."""

    start: date
    tracks: tuple[ProposedTrack, ...]
    free_days: int = 0
    dishes: Dishes = ()


@dataclass(frozen=True, slots=True)
class _Slot:
    """A slot of the weekly menu: weeks count from 0, weekdays from Monday as 0."""

    meal: int
    week: int
    weekday: int
    dishes: Dishes = field(compare=False)


def begins_on_mondays(request: Request) -> bool:
    if request.kind == Kind.COMBO:
        return True
    if request.kind != Kind.SUBSCRIPTION:
        return False
    custom = {
        meal_of(row)
        for row in request.subscription.meals.all()
        if not WEEKLY_ID.fullmatch(row.meal_id)
    }
    return bool({meal_of(row) for row in request.subscription.meals.all()} - custom)


def has_weekdays(request: Request) -> bool:
    """Return whether the desk agrees weekdays; set meals of the weekly menu have their own."""
    if request.kind == Kind.SUBSCRIPTION:
        meals = request.subscription.meals.all()
        return any(not WEEKLY_ID.fullmatch(meal.meal_id) for meal in meals)
    return request.kind in (Kind.VEG, Kind.NONVEG, Kind.TRAY)


def week_one_from(day: date, anchor: date) -> date:
    """Return the first Monday from that day on of menu week 1; `anchor` was one."""
    whole = MENU_WEEKS * DAYS_A_WEEK
    return day + timedelta(days=-(day - anchor).days % whole)


def first_start(request: Request, calendar: Calendar) -> date:
    """Return the first service day open for every meal; a Monday for weekly meals."""
    meals = ordered_meals(request) or [Meal.LUNCH]
    day = max(calendar.first_open(meal) for meal in meals)
    if begins_on_mondays(request):
        return monday_from(day)
    weekdays = _weekdays(details_of(request))
    return min(next(calendar.service_days(meal, weekdays, day)) for meal in meals)


def possible_starts(request: Request, calendar: Calendar, count: int) -> list[date]:
    """Return the first `count` possible start days; Mondays for weekly meals. Raises NoDayError."""
    first = first_start(request, calendar)
    meal, weekdays = min(ordered_meals(request) or [Meal.LUNCH]), _weekdays(details_of(request))
    if begins_on_mondays(request):
        mondays = (first + timedelta(DAYS_A_WEEK * ahead) for ahead in range(2 * count))
        return [day for day in mondays if not calendar.is_closed(meal, day)][:count]
    return list(islice(calendar.service_days(meal, weekdays, first), count))


def propose_schedule(request: Request, calendar: Calendar) -> Proposal:
    """Build the schedule from order and details. Raises DomainError for an impossible start."""
    try:
        return _propose(request, calendar)
    except NoDayError as error:
        raise DomainError(str(error), "days") from error


def _propose(request: Request, calendar: Calendar) -> Proposal:
    kind = Kind(request.kind)
    if kind == Kind.EVENT:
        return _event(request)
    fulfilment = details_of(request)
    start = fulfilment.start_date
    if start is None:
        raise DomainError("Enter the first day.", "start_date")
    if begins_on_mondays(request) and start.weekday() != 0:
        raise DomainError(
            f"Weekly meals start on a Monday, such as {format_day(monday_from(start))}.",
            "start_date",
        )
    if kind == Kind.COMBO:
        proposal = Proposal(
            start, tuple(_place_slots(_combo_slots(request.combo), start, calendar))
        )
    elif kind == Kind.SUBSCRIPTION:
        proposal = Proposal(start, tuple(_subscription(request, fulfilment, start, calendar)))
    else:
        proposal = _propose_day_order(request.order, kind, fulfilment, start, calendar)
    for track in proposal.tracks:
        day = min(day for day, _ in track.boxes)
        if not calendar.is_open(track.meal, day):
            could_be = format_day(first_start(request, calendar))
            raise DomainError(
                f"The kitchen's cut-off for {format_day(day)} has passed: it can start on {could_be}.",
                "start_date",
            )
    return proposal


def ordered_dishes(request: Request) -> Dishes:
    """Return every dish that was ordered, each once; none for an event, whose menu is agreed later."""
    kind = Kind(request.kind)
    if kind == Kind.COMBO:
        named = [
            dish for slot in request.combo.slots.all() for dish in _dishes_of_set_meal(slot.items)
        ]
    elif kind == Kind.SUBSCRIPTION:
        named = [dish for row in request.subscription.meals.all() for dish in _dishes_of(row)]
    elif kind in (Kind.VEG, Kind.NONVEG, Kind.TRAY):
        named = _lines_of(request.order, kind)
    else:
        named = []
    return tuple(dict.fromkeys(named))


def _lines_of(order: Order, kind: Kind) -> list[OrderedDish]:
    return [OrderedDish(kind.value, line.dish_name, line.dish_id) for line in order.lines.all()]


def _weekdays(fulfilment: FulfilmentDetails) -> int:
    return fulfilment.weekdays or MONDAY_TO_SATURDAY


def _propose_day_order(
    order: Order, kind: Kind, fulfilment: FulfilmentDetails, start: date, calendar: Calendar
) -> Proposal:
    dishes = tuple(_lines_of(order, kind))
    weekdays = _weekdays(fulfilment)
    tracks = []
    for name in order.meals:
        meal = MEALS[name.lower()]
        days = islice(calendar.service_days(meal, weekdays, start), order.days)
        tracks.append(ProposedTrack(meal, weekdays, tuple((day, dishes) for day in days)))
    return Proposal(start, tuple(tracks), order.free_days, dishes)


def _combo_slots(order: ComboOrder) -> list[_Slot]:
    return [
        _Slot(
            meal_named(slot.meal),
            slot.week - 1,
            WEEKDAYS.index(slot.day),
            _dishes_of_set_meal(slot.items),
        )
        for slot in order.slots.all()
    ]


def _subscription(
    request: Request, fulfilment: FulfilmentDetails, start: date, calendar: Calendar
) -> Iterable[ProposedTrack]:
    days = fulfilment.days or SERVICE_DAYS_A_WEEK
    by_meal: dict[int, list[SubscriptionMeal]] = {}
    for row in request.subscription.meals.all():
        by_meal.setdefault(meal_of(row), []).append(row)
    weekly = {
        meal: rows
        for meal, rows in by_meal.items()
        if all(WEEKLY_ID.fullmatch(row.meal_id) for row in rows)
    }
    yield from _place_slots(
        _repeat_weeks([row for rows in weekly.values() for row in rows], days), start, calendar
    )
    weekdays = _weekdays(fulfilment)
    for meal in sorted(by_meal.keys() - weekly.keys()):
        contents = [_dishes_of(row) for row in by_meal[meal]]
        dates = islice(calendar.service_days(meal, weekdays, start), days)
        boxes = tuple((day, contents[at % len(contents)]) for at, day in enumerate(dates))
        yield ProposedTrack(meal, weekdays, boxes)


def _repeat_weeks(rows: Sequence[SubscriptionMeal], days: int) -> list[_Slot]:
    """Repeat the chosen meals of the four menu weeks, from the first chosen week on."""
    chosen_items = []
    for row in rows:
        match = WEEKLY_ID.fullmatch(row.meal_id)
        if match:
            week, letter, day = match.groups()
            chosen_items.append(
                (int(week) - 1, BY_LETTER[letter], WEEKDAYS.index(day), _dishes_of(row))
            )
    first = min((week for week, *_ in chosen_items), default=0)
    return [
        _Slot(meal, ahead, weekday, dishes)
        for ahead in range(-(-days // SERVICE_DAYS_A_WEEK))
        for week, meal, weekday, dishes in chosen_items
        if week == (first + ahead) % MENU_WEEKS
    ]


def weekly_boxes(request: Request, days: int) -> int | None:
    """Count the boxes of these days of weekly meals; None where other meals are among them."""
    rows = list(request.subscription.meals.all())
    if not rows or not all(WEEKLY_ID.fullmatch(row.meal_id) for row in rows):
        return None
    return len(_repeat_weeks(rows, days))


def _place_slots(
    slots: Sequence[_Slot], start: date, calendar: Calendar
) -> Iterable[ProposedTrack]:
    """Date each slot, counted from the Monday; slots on closed days go to the end of their track."""
    for meal in sorted({slot.meal for slot in slots}):
        own = sorted(
            (slot for slot in slots if slot.meal == meal),
            key=lambda slot: (slot.week, slot.weekday),
        )
        weekdays = weekday_mask(slot.weekday for slot in own)
        by_date = {start + timedelta(7 * slot.week + slot.weekday): slot.dishes for slot in own}
        boxes = [
            (day, dishes) for day, dishes in by_date.items() if not calendar.is_closed(meal, day)
        ]
        last = max(by_date)
        later = calendar.service_days(meal, weekdays, last + ONE_DAY)
        boxes += [
            (next(later), dishes)
            for day, dishes in by_date.items()
            if calendar.is_closed(meal, day)
        ]
        yield ProposedTrack(meal, weekdays, tuple(boxes))


def _event(request: Request) -> Proposal:
    day = event_of(request).date
    if day is None:
        raise DomainError("Enter the event date.", "date")
    return Proposal(day, (ProposedTrack(EVENT, EVERY_DAY, ((day, ()),)),))


def _dishes_of(row: SubscriptionMeal) -> Dishes:
    """Use the menu's title, or the title as sent where no menu has the meal."""
    title = row.menu_title or row.title
    if WEEKLY_ID.fullmatch(row.meal_id):
        return _dishes_of_set_meal(title)
    return (OrderedDish("custom", title, row.meal_id if row.menu_title else ""),)


def _dishes_of_set_meal(words: str) -> Dishes:
    return tuple(OrderedDish("combo", name) for name in split_dishes(words))
