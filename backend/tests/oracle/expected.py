"""What each action is to do, worked out from the tables before it: which boxes, and on which days they come instead."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, timedelta
from itertools import islice
from typing import Any

from oottam.plans.domain.actions import Forfeit, Move, Pause, Replace, Resume, Skip
from oottam.plans.models import Meal
from oottam.plans.models import ServingState as S
from oottam.plans.services.plan_actions import ChangeBox, ChangeDays, Undo
from tests.factories.ordered_boxes import Asked, Contents, contents
from tests.oracle.recount import DATED, Happened, Kept, Row, at_the_end, is_open, today

ONE_DAY = timedelta(1)


def of(action: Any, plan: int, seen: Happened, holds: Mapping[int, Contents]) -> None:
    """The action did this, and no more."""
    changed, before, after = seen.changed, seen.before, seen.after
    match action:
        case Skip():
            going = [
                row for row in before.of(plan)
                if row.state == S.PLANNED and row.date in action.days and row.meal in action.meals
            ]  # fmt: skip
            assert changed == {row.id for row in going}
            _went_to_the_end(going, seen)
        case Pause():
            going = [
                row for row in before.of(plan)
                if row.state == S.PLANNED and row.meal in action.meals and row.date
                and row.date >= action.first and (not action.last or row.date <= action.last)
            ]  # fmt: skip
            assert changed == {row.id for row in going}
            if action.last:
                _went_to_the_end(going, seen)
            for row in going:
                assert action.last or after.servings[row.id].state == S.HELD
        case Resume():
            going = [row for row in before.of(plan) if row.state == S.HELD]
            assert changed == {row.id for row in going}
            _went_to_the_end(going, seen, not_before=action.on)
        case Move():
            assert changed == {action.serving}
            row = after.servings[action.serving]
            assert (row.date, row.state) == (action.to, S.PLANNED)
        case ChangeBox():
            _holds_other_dishes(action, plan, seen, holds)
        case ChangeDays():
            _has_other_days(action, plan, seen, holds)
        case Forfeit():
            row, other = before.servings[action.serving], changed - {action.serving}
            assert after.servings[row.id].step == (row.date, S.FORFEITED, row.box_contents)
            _is_made_up(row, other, seen) if action.replace_box else _nothing(other)
        case Replace():
            _is_made_up(before.servings[action.serving], changed, seen)
        case Undo():
            assert {after.servings[number].plan for number in changed} <= {plan}


def is_as_ordered(
    plan: int, asked: Asked, start: date, after: Kept, holds: Mapping[int, Contents]
) -> None:
    """Every box that was ordered, with its dishes, on its day."""
    assert {row.meal for row in after.of(plan) if row.state != S.CANCELLED} == set(asked.boxes)
    for meal, boxes in asked.boxes.items():
        rows = [row for row in after.of(plan, meal) if row.state != S.CANCELLED]
        rows.sort(key=lambda row: row.date or date.max)
        assert {row.state for row in rows} == {S.PLANNED}
        assert sorted(holds[row.box_contents] for row in rows) == contents(boxes)
        if meal == Meal.EVENT:
            assert [row.date for row in rows] == [start]
        elif boxes[0].week is None:
            weekdays = after.tracks[plan, meal][1]
            days = (
                day
                for day in (start + ahead * ONE_DAY for ahead in range(2000))
                if weekdays >> day.weekday() & 1 and not after.is_closed(meal, day)
            )
            assert [row.date for row in rows] == list(islice(days, len(boxes)))
            assert [holds[row.box_contents] for row in rows] == [box.holds for box in boxes]
        else:
            on = {row.date: holds[row.box_contents] for row in rows}
            for box in boxes:
                day = start + timedelta(7 * (box.week or 0) + box.weekday)
                assert after.is_closed(meal, day) or on[day] == box.holds


def goes_on(plan: int, start: date, seen: Happened) -> None:
    """What was cancelled comes from the new start on."""
    for number in seen.changed:
        row = seen.after.servings[number]
        assert row.plan == plan
        assert seen.before.servings[number].state == S.CANCELLED
        assert row.state == S.PLANNED
        assert row.date
        assert row.date >= start
        assert is_open(row.meal, row.date, seen.now)


def is_cancelled(plan: int, seen: Happened) -> None:
    """Nothing is left that could still come, but what the past has left."""
    for row in seen.before.of(plan):
        state = row.state
        if state == S.HELD or (
            state == S.PLANNED and row.date and is_open(row.meal, row.date, seen.now)
        ):
            state = S.CANCELLED
        elif state == S.PLANNED and row.date and row.date >= today(seen.now):
            state = S.FORFEITED
        assert seen.after.servings[row.id].step == (row.date, state, row.box_contents)


def is_closed(day: date, meal: int, seen: Happened) -> set[int]:
    """Every box of the day went to the end of its track; the plans."""
    going = [
        row
        for row in seen.before.servings.values()
        if row.date == day and row.state == S.PLANNED and row.meal != Meal.EVENT
        and meal in (0, row.meal)
    ]  # fmt: skip
    assert seen.changed == {row.id for row in going}
    for row in going:
        _went_to_the_end([row], seen)
    return {row.plan for row in going}


def is_opened(day: date, meal: int, seen: Happened) -> set[int]:
    """Who has a box again on that day."""
    changed = [seen.after.servings[number] for number in seen.changed]
    for row in changed:
        assert (row.date, row.state) == (day, S.PLANNED)
        assert meal in (0, row.meal)
    return {row.plan for row in changed}


def _went_to_the_end(going: Sequence[Row], seen: Happened, not_before: date | None = None) -> None:
    """Each on the first day that its track has left after its last one, in the order of their days."""
    for plan, meal in {(row.plan, row.meal) for row in going}:
        own = [row for row in going if (row.plan, row.meal) == (plan, meal)]
        own.sort(key=lambda row: (row.date or date.max, row.seq))
        begin = _after_the_last(seen.before, plan, meal)
        if not_before:
            begin = max(begin, not_before)
        days = at_the_end(seen.after, plan, meal, begin=begin, now=seen.now)
        for row in own:
            day = next(days)
            state = S.PLANNED if day else S.HELD
            assert seen.after.servings[row.id].step == (day, state, row.box_contents), (
                f"{row}: not {day}"
            )


def _after_the_last(known: Kept, plan: int, meal: int) -> date:
    last = (row.date for row in known.of(plan, meal) if row.state in DATED and row.date)
    return max(last, default=date.min) + ONE_DAY if known.of(plan, meal) else date.min


def _holds_other_dishes(
    action: ChangeBox, plan: int, seen: Happened, holds: Mapping[int, Contents]
) -> None:
    chosen = set(action.servings)
    if action.since:
        chosen = {
            row.id
            for row in seen.before.of(plan, action.meal)
            if row.state == S.HELD
            or (row.state == S.PLANNED and row.date and row.date >= action.since)
        }
    assert seen.changed == chosen
    dishes = tuple((dish.name, dish.quantity) for dish in action.dishes)
    for number in chosen:
        was, row = seen.before.servings[number], seen.after.servings[number]
        assert (row.date, row.state) == (was.date, was.state)
        assert holds[row.box_contents] == dishes


def _has_other_days(
    action: ChangeDays, plan: int, seen: Happened, holds: Mapping[int, Contents]
) -> None:
    old = [number for number in seen.changed if number in seen.before.servings]
    assert {seen.after.servings[number].state for number in old} <= {S.CANCELLED}
    assert {seen.after.servings[number].meal for number in seen.changed} <= {action.meal}
    new = [seen.after.servings[number] for number in sorted(seen.changed - set(old))]
    begin = _after_the_last(seen.before, plan, action.meal)
    if begin == date.min:
        begin = today(seen.now)
    days = at_the_end(seen.after, plan, action.meal, begin=begin, now=seen.now)
    for row in new:
        assert row.date == next(days)
    own = [row for row in seen.before.of(plan, action.meal) if row.counts]
    turn = [holds[row.box_contents] for row in sorted(own, key=lambda row: row.seq)]
    if new and turn:
        # The shortest rotation that explains all that there is goes on.
        length = next(
            n
            for n in range(1, len(turn) + 1)
            if all(turn[i] == turn[i % n] for i in range(len(turn)))
        )
        for at, row in enumerate(new, start=len(turn)):
            assert holds[row.box_contents] == turn[at % length]


def _is_made_up(row: Row, made: set[int], seen: Happened) -> None:
    (number,) = made
    extra = seen.after.servings[number]
    begin = _after_the_last(seen.before, row.plan, row.meal)
    day = next(at_the_end(seen.after, row.plan, row.meal, begin=begin, now=seen.now))
    assert number not in seen.before.servings
    assert (extra.replacement_for, extra.box_contents, extra.date) == (
        row.id,
        row.box_contents,
        day,
    )


def _nothing(found: Iterable[int]) -> None:
    assert not list(found)
