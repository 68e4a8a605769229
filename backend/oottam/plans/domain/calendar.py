"""Days by rule: the days of a week on which a track has meals, closed days, and cut-offs. Pure; times are IST."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from oottam.core.days import shift

INDIA = ZoneInfo("Asia/Kolkata")
MONDAY_TO_SATURDAY = 0b0111111
EVERY_DAY = 0b1111111
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
EVENT = 4  # the meal that is no meal of a plan
ONE_DAY = timedelta(days=1)
MAX_DAYS_AHEAD = 1500  # days that are looked ahead for one on which a box can come: four years


class NoDayError(Exception):
    """No day can be found, for years ahead."""


def weekday_bit(day: date) -> int:
    """The weekday as one bit: Monday 1, Tuesday 2, Sunday 64."""
    return 1 << day.weekday()


def weekday_mask(weekdays: Iterable[int]) -> int:
    """Weekdays, Monday as 0, as one number."""
    found = 0
    for weekday in weekdays:
        found |= 1 << weekday
    return found


def describe_weekdays(weekdays: int) -> str:
    """As "Monday to Saturday", "every day", or "Mon, Thu"."""
    if weekdays == EVERY_DAY:
        return "every day"
    if weekdays == MONDAY_TO_SATURDAY:
        return "Monday to Saturday"
    return ", ".join(name[:3] for at, name in enumerate(WEEKDAYS) if weekdays >> at & 1)


def monday_from(day: date) -> date:
    """This day if it is a Monday, or else the next one."""
    return day + timedelta(days=-day.weekday() % 7)


@dataclass(frozen=True, slots=True)
class Calendar:
    """On which days something is cooked, and until when it can be changed.

    `closed` holds days and meals, meal 0 standing for every meal; `cut_offs` by meal are clock times of the day before.
    """

    closed: frozenset[tuple[date, int]]
    cut_offs: Mapping[int, time]
    now: datetime

    @property
    def today(self) -> date:
        """The day that it is in India."""
        return self.now.astimezone(INDIA).date()

    def cut_off(self, meal: int, day: date) -> datetime:
        """The moment from which on the kitchen counts on what it was told."""
        return datetime.combine(shift(day, -ONE_DAY), self.cut_offs[meal], INDIA)

    def is_open(self, meal: int, day: date) -> bool:
        """Whether a box of that day can still be changed without a word to the kitchen."""
        return self.now < self.cut_off(meal, day)

    def is_closed(self, meal: int, day: date) -> bool:
        """Whether nothing is cooked for plans; events are agreed one by one, and not closed with them."""
        return meal != EVENT and ((day, 0) in self.closed or (day, meal) in self.closed)

    def first_open(self, meal: int) -> date:
        """The first day whose cut-off has not passed, closed or not."""
        day = self.today
        while not self.is_open(meal, day):
            day += ONE_DAY
        return day

    def service_days(self, meal: int, weekdays: int, begin: date) -> Iterator[date]:
        """The days of these weekdays on which the meal is cooked, from `begin` on; raises NoDayError in the end."""
        if not weekdays:
            raise NoDayError("Choose at least one day of the week.")
        for ahead in range(MAX_DAYS_AHEAD):
            day = begin + timedelta(days=ahead)
            if weekday_bit(day) & weekdays and not self.is_closed(meal, day):
                yield day
        raise NoDayError("There is no free day for years.")
