"""The schedule's rules, written apart from the product: the one oracle of property, plan and system tests.

It needs neither Django nor a database. States and meals are the numbers in the tables, dates are days in India.
Beside it: `tables` reads the tables, `expected` says what an action changes, `ledger` follows a shop step by step.
Money and documents are other facts, recounted where they are tested.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

PLANNED, DELIVERED, FAILED, FORFEITED, CANCELLED, HELD = range(1, 7)
COOKED = (PLANNED, DELIVERED, FAILED)  # one box of a meal a day at most
DATED = (*COOKED, FORFEITED)
ONE_DAY = timedelta(days=1)
MONDAY_TO_SATURDAY = 0b0111111  # a bit for each weekday, Monday's first
Step = tuple[Any, ...]  # day, state, box contents: what the journal records

# A row of the journal: number, serving, step before, step after. For `replay`.
JOURNAL = """
SELECT id, serving_id, date_before, state_before, dishset_before_id, date_after, state_after, dishset_after_id
FROM schedule_servingchange ORDER BY id
"""


def service_days(
    begin: date, weekdays: int, is_free: Callable[[date], bool] = lambda _: True
) -> Iterator[date]:
    """Yield the free days of these weekdays from `begin` on, without end."""
    day = begin
    while True:
        if weekdays >> day.weekday() & 1 and is_free(day):
            yield day
        day += ONE_DAY


def day_after_last(days: Iterable[date | None]) -> date:
    """Return where a track is continued: the day after its last; date.min for a track without days."""
    last = max((day for day in days if day), default=None)
    return last + ONE_DAY if last else date.min


def menu_day(start: date, week: int, weekday: int) -> date:
    """Return the day of a box of the weekly menu; weeks and weekdays count from 0."""
    return start + timedelta(days=7 * week + weekday)


def suitable_dish(
    name: str, is_nonveg: Callable[[str], bool], *, is_veg: bool, chosen: str = ""
) -> str:
    """Return what is cooked for "A / B": the chosen dish if it suits the diet, else the first that does, else ""."""
    suitable = [option for option in name.split(" / ") if not (is_veg and is_nonveg(option))]
    return chosen if chosen in suitable else next(iter(suitable), "")


def is_counted(state: int, replacement_for: int | None) -> bool:
    """Return whether a serving counts towards the ordered ones."""
    return state != CANCELLED and replacement_for is None


@dataclass(frozen=True)
class ManualState:
    """A serving's state that is not in the journal (day closing, a rider), with the journal's last row before it."""

    after: int
    serving: int
    state: int


def replay(
    journal: Iterable[tuple[Any, ...]], others: Iterable[ManualState] = ()
) -> tuple[dict[int, Step], list[str]]:
    """Return every serving's last step by rows of JOURNAL and `others`, and the journal's gaps."""
    found: dict[int, Step] = {}
    gaps: list[str] = []
    waiting = deque(others)

    def apply_state(each: ManualState) -> None:
        day, _, box_contents = found[each.serving]
        found[each.serving] = (day, each.state, box_contents)

    for number, serving, *steps in journal:
        while waiting and waiting[0].after < number:
            apply_state(waiting.popleft())
        before, after = tuple(steps[:3]), tuple(steps[3:])
        expected = found.get(serving, (None, None, None))
        if before != expected:
            gaps.append(f"change {number} of serving {serving} begins at {before}, not {expected}")
        found[serving] = after
    for each in waiting:
        apply_state(each)
    return found, gaps


def journal_faults(
    journal: Iterable[tuple[Any, ...]],
    servings: Mapping[int, Step],
    others: Iterable[ManualState] = (),
) -> list[str]:
    """Return the journal's gaps, and servings that are not where it ends."""
    steps, gaps = replay(journal, others)
    return gaps + [
        f"serving {number} is {servings.get(number)}, by the journal {steps.get(number)}"
        for number in sorted(servings.keys() | steps.keys())
        if servings.get(number) != steps.get(number)
    ]
