"""Service days by rule: weekdays of a track, closed days, and cut-offs. Pure; times are IST."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from oottam.core.days import EVERY_DAY, WHOLE_DAY, shift
from oottam.core.errors import DomainError

INDIA = ZoneInfo("Asia/Kolkata")
MONDAY_TO_FRIDAY = 0b0011111
MONDAY_TO_SATURDAY = 0b0111111
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
EVENT = 4  # an event's meal
ONE_DAY = timedelta(days=1)
MAX_DAYS_AHEAD = 1500  # about four years


class NoDayError(DomainError):
    """No free day exists within MAX_DAYS_AHEAD."""


def weekday_bit(day: date) -> int:
    """Return the weekday as one bit: Monday 1, Tuesday 2, Sunday 64."""
    return 1 << day.weekday()


def weekday_mask(weekdays: Iterable[int]) -> int:
    """Combine weekdays (Monday 0) into one bit mask."""
    mask = 0
    for weekday in weekdays:
        mask |= 1 << weekday
    return mask


def describe_weekdays(weekdays: int) -> str:
    """Format as "Monday to Saturday", "every day", or "Mon, Thu"."""
    if weekdays == EVERY_DAY:
        return "every day"
    if weekdays == MONDAY_TO_SATURDAY:
        return "Monday to Saturday"
    if weekdays == MONDAY_TO_FRIDAY:
        return "Monday to Friday"
    return ", ".join(name[:3] for index, name in enumerate(WEEKDAYS) if weekdays >> index & 1)


def monday_from(day: date) -> date:
    """Return this day if it is a Monday, otherwise the next Monday."""
    return day + timedelta(days=-day.weekday() % 7)


@dataclass(frozen=True, slots=True)
class Calendar:
    """Closed days and cut-offs, as of `now`.

    `closed` holds (day, meal) pairs, where meal 0 is every meal. `cut_offs` are clock times (IST) of the day before,
    by meal.
    """

    closed: frozenset[tuple[date, int]]
    cut_offs: Mapping[int, time]
    now: datetime

    @property
    def today(self) -> date:
        """The date in India."""
        return self.now.astimezone(INDIA).date()

    def cut_off(self, meal: int, day: date) -> datetime:
        """Return the moment from which the kitchen counts on the meal's boxes of that day."""
        return datetime.combine(shift(day, -ONE_DAY), self.cut_offs[meal], INDIA)

    def is_open(self, meal: int, day: date) -> bool:
        """Return whether the cut-off of that day's meal has not passed."""
        return self.now < self.cut_off(meal, day)

    def is_closed(self, meal: int, day: date) -> bool:
        """Return whether the kitchen is closed for this meal on that day; never for events."""
        return meal != EVENT and ((day, WHOLE_DAY) in self.closed or (day, meal) in self.closed)

    def first_open(self, meal: int) -> date:
        """Return the first day whose cut-off has not passed, closed or not."""
        day = self.today
        while not self.is_open(meal, day):
            day += ONE_DAY
        return day

    def service_days(self, meal: int, weekdays: int, begin: date) -> Iterator[date]:
        """Yield the days on these weekdays on which the meal is cooked, from `begin` on. Raises NoDayError."""
        if not weekdays:
            raise NoDayError("Choose at least one day of the week.")
        for ahead in range(MAX_DAYS_AHEAD):
            day = begin + timedelta(days=ahead)
            if weekday_bit(day) & weekdays and not self.is_closed(meal, day):
                yield day
        raise NoDayError("There is no free day for years.")
