"""Expected results of each action, computed from the tables before it: the changed servings and their new days."""

from collections.abc import Mapping, Sequence
from datetime import date
from functools import partial
from itertools import islice, takewhile
from typing import Any

from oottam.plans.services.box_choices import ChooseAddress, ChooseDishes
from oottam.plans.services.plan_actions import ChangeAddress, ChangeBox, ChangeDays, Undo
from oottam.schedule.domain.actions import (
    Forfeit,
    Move,
    Pause,
    Replace,
    Resume,
    ShortenPause,
    Skip,
)
from oottam.schedule.models import Meal
from oottam.schedule.models import ServingState as S
from tests.factories.ordered_boxes import Contents, OrderedRequest, sorted_dishes
from tests.oracle import schedule
from tests.oracle.tables import (
    Row,
    Snapshot,
    SnapshotDiff,
    days_at_end,
    is_before_cutoff,
    today,
)


def verify_action(
    action: Any, plan: int, diff: SnapshotDiff, contents_by_id: Mapping[int, Contents]
) -> None:
    """Assert that the action changed exactly the expected servings."""
    changed, before, after = diff.changed, diff.before, diff.after
    match action:
        case Skip():
            moved = [
                row for row in before.servings_of(plan)
                if row.state == S.PLANNED and row.id in action.serving_ids
            ]  # fmt: skip
            assert changed == {row.id for row in moved}
            _verify_moved_to_end(moved, diff)
        case Pause():
            moved = [
                row for row in before.servings_of(plan)
                if row.state == S.PLANNED and row.meal in action.meals and row.date
                and row.date >= action.first and (not action.last or row.date <= action.last)
            ]  # fmt: skip
            assert changed == {row.id for row in moved}
            if action.last:
                _verify_moved_to_end(moved, diff)
            for row in moved:
                assert action.last or after.servings[row.id].state == S.HELD
        case Resume():
            moved = [row for row in before.servings_of(plan) if row.state == S.HELD]
            assert changed == {row.id for row in moved}
            _verify_moved_to_end(moved, diff, not_before=action.on)
        case ShortenPause():
            _verify_shortened_pause(action.on, plan, diff)
        case Move():
            assert changed == {action.serving_id}
            row = after.servings[action.serving_id]
            assert (row.date, row.state) == (action.to, S.PLANNED)
        case ChangeBox() | ChooseDishes() | ChooseAddress() | ChangeAddress():
            _verify_what_comes(action, plan, diff, contents_by_id)
        case ChangeDays():
            _verify_changed_days(action, plan, diff, contents_by_id)
        case Forfeit():
            row, other = before.servings[action.serving_id], changed - {action.serving_id}
            assert after.servings[row.id].step == (row.date, S.FORFEITED, row.box_contents)
            _verify_forfeit_replacement(action, row, other, diff)
        case Replace():
            _verify_replacement(before.servings[action.serving_id], changed, diff)
        case Undo():
            assert {after.servings[number].plan for number in changed} <= {plan}


def verify_as_ordered(
    plan: int,
    order: OrderedRequest,
    start: date,
    after: Snapshot,
    contents_by_id: Mapping[int, Contents],
) -> None:
    """Assert that every ordered box has its dishes and its day."""
    assert {row.meal for row in after.servings_of(plan) if row.state != S.CANCELLED} == set(
        order.boxes
    )
    for meal, boxes in order.boxes.items():
        rows = [row for row in after.servings_of(plan, meal) if row.state != S.CANCELLED]
        rows.sort(key=lambda row: row.date or date.max)
        assert {row.state for row in rows} == {S.PLANNED}
        assert sorted(contents_by_id[row.box_contents] for row in rows) == sorted_dishes(boxes)
        if meal == Meal.EVENT:
            assert [row.date for row in rows] == [start]
        elif boxes[0].week is None:
            days = schedule.service_days(
                start, after.tracks[plan, meal][1], partial(_is_open, after, meal)
            )
            assert [row.date for row in rows] == list(islice(days, len(boxes)))
            assert [contents_by_id[row.box_contents] for row in rows] == [
                box.dishes for box in boxes
            ]
        else:
            on = {row.date: contents_by_id[row.box_contents] for row in rows}
            for box in boxes:
                day = schedule.menu_day(start, box.week or 0, box.weekday)
                assert after.is_closed(meal, day) or on[day] == box.dishes


def _is_open(snapshot: Snapshot, meal: int, day: date) -> bool:
    return not snapshot.is_closed(meal, day)


def verify_continuation(plan: int, start: date, diff: SnapshotDiff) -> None:
    """Assert that cancelled servings are planned again from the new start on."""
    for number in diff.changed:
        row = diff.after.servings[number]
        assert row.plan == plan
        assert diff.before.servings[number].state == S.CANCELLED
        assert row.state == S.PLANNED
        assert row.date
        assert row.date >= start
        assert is_before_cutoff(row.meal, row.date, diff.now)


def verify_cancellation(plan: int, diff: SnapshotDiff) -> None:
    """Assert that no future serving is left; past ones are unchanged."""
    for row in diff.before.servings_of(plan):
        state = row.state
        if state == S.HELD or (
            state == S.PLANNED and row.date and is_before_cutoff(row.meal, row.date, diff.now)
        ):
            state = S.CANCELLED
        elif state == S.PLANNED and row.date and row.date >= today(diff.now):
            state = S.FORFEITED
        assert diff.after.servings[row.id].step == (row.date, state, row.box_contents)


def verify_closing(day: date, meal: int, diff: SnapshotDiff) -> set[int]:
    """Assert that every serving of the day moved to the end of its track; return the plans."""
    moved = [
        row
        for row in diff.before.servings.values()
        if row.date == day and row.state == S.PLANNED and row.meal != Meal.EVENT
        and meal in (0, row.meal)
    ]  # fmt: skip
    assert diff.changed == {row.id for row in moved}
    for row in moved:
        _verify_moved_to_end([row], diff)
    return {row.plan for row in moved}


def verify_reopening(day: date, meal: int, diff: SnapshotDiff) -> set[int]:
    """Assert that changed servings are back on the day; return their plans."""
    changed = [diff.after.servings[number] for number in diff.changed]
    for row in changed:
        assert (row.date, row.state) == (day, S.PLANNED)
        assert meal in (0, row.meal)
    return {row.plan for row in changed}


def _verify_moved_to_end(
    moved: Sequence[Row], diff: SnapshotDiff, not_before: date | None = None
) -> None:
    """Assert that each serving has the first free day after its track's last, in day order."""
    for plan, meal in {(row.plan, row.meal) for row in moved}:
        track_rows = [row for row in moved if (row.plan, row.meal) == (plan, meal)]
        track_rows.sort(key=lambda row: (row.date or date.max, row.seq))
        begin = _day_after_last(diff.before, plan, meal)
        if not_before:
            begin = max(begin, not_before)
        days = days_at_end(diff.after, plan, meal, begin=begin, now=diff.now)
        for row in track_rows:
            day = next(days)
            state = S.PLANNED if day else S.HELD
            assert diff.after.servings[row.id].step == (day, state, row.box_contents), (
                f"{row}: not {day}"
            )


def _verify_shortened_pause(on: date, plan: int, diff: SnapshotDiff) -> None:
    """Assert that the last boxes fill the freed days, in their order, and that no pause covers one of them."""
    [(_, meals, first, last)] = {
        pause
        for pause in diff.before.pauses
        if diff.before.pauses.count(pause) > diff.after.pauses.count(pause)
    }
    assert last
    shortened = (plan, meals, first, on - schedule.ONE_DAY)
    assert (on <= first) or shortened in diff.after.pauses
    for meal in Meal:
        track = diff.before.tracks.get((plan, meal))
        rows = diff.before.servings_of(plan, meal)
        changed = [
            diff.before.servings[each] for each in diff.changed if each in {row.id for row in rows}
        ]
        if not track or not meals >> (meal - 1) & 1:
            assert not changed
            continue
        taken = {row.date for row in rows if row.state in schedule.COOKED}
        days = schedule.service_days(max(on, first), track[1]) if track[1] else iter(())
        free = [
            day
            for day in takewhile(lambda day: day <= last, days)
            if day not in taken
            and _is_open(diff.before, meal, day)
            and not diff.after.is_paused(plan, meal, day)
        ]
        later = [
            row for row in rows
            if row.state == S.PLANNED and row.date and row.date > last and not row.is_exception
        ]  # fmt: skip
        later.sort(key=lambda row: (row.date or date.max, row.seq))
        returning = later[len(later) - len(free) :] if len(free) < len(later) else later
        assert {row.id for row in changed} == {row.id for row in returning}
        for row, day in zip(returning, free, strict=False):
            assert diff.after.servings[row.id].step == (day, S.PLANNED, row.box_contents)


def _day_after_last(snapshot: Snapshot, plan: int, meal: int) -> date:
    rows = snapshot.servings_of(plan, meal)
    return schedule.day_after_last(row.date for row in rows if row.state in schedule.DATED)


def _verify_changed_dishes(
    action: ChangeBox, plan: int, diff: SnapshotDiff, contents_by_id: Mapping[int, Contents]
) -> None:
    chosen = set(action.serving_ids)
    if action.since:
        chosen = {
            row.id
            for row in diff.before.servings_of(plan, action.meal)
            if row.state == S.HELD
            or (row.state == S.PLANNED and row.date and row.date >= action.since)
        }
    assert diff.changed == chosen
    dishes = tuple((dish.name, dish.quantity) for dish in action.dishes)
    for number in chosen:
        was, row = diff.before.servings[number], diff.after.servings[number]
        assert (row.date, row.state) == (was.date, was.state)
        assert contents_by_id[row.box_contents] == dishes


def _verify_what_comes(
    action: ChangeBox | ChooseDishes | ChooseAddress | ChangeAddress,
    plan: int,
    diff: SnapshotDiff,
    contents_by_id: Mapping[int, Contents],
) -> None:
    """Assert that the boxes have their dishes, or that an address changed alone."""
    match action:
        case ChangeBox():
            _verify_changed_dishes(action, plan, diff, contents_by_id)
        case ChooseDishes():
            _verify_chosen_dishes(action, diff, contents_by_id)
        case _:
            assert not diff.changed
            assert diff.after.addresses != diff.before.addresses


def _verify_chosen_dishes(
    action: ChooseDishes, diff: SnapshotDiff, contents_by_id: Mapping[int, Contents]
) -> None:
    """Assert that chosen lines alone have another name, in the same quantity."""
    assert diff.changed == {action.serving_id}
    was, row = (each.servings[action.serving_id] for each in (diff.before, diff.after))
    assert (row.date, row.state) == (was.date, was.state)
    lines = zip(contents_by_id[was.box_contents], contents_by_id[row.box_contents], strict=True)
    changed = {at: names for at, names in enumerate(lines, start=1) if names[0] != names[1]}
    assert changed.keys() == action.items.keys()
    assert all(before[1] == after[1] for before, after in changed.values())


def _verify_changed_days(
    action: ChangeDays, plan: int, diff: SnapshotDiff, contents_by_id: Mapping[int, Contents]
) -> None:
    old = [number for number in diff.changed if number in diff.before.servings]
    assert {diff.after.servings[number].state for number in old} <= {S.CANCELLED}
    assert {diff.after.servings[number].meal for number in diff.changed} <= {action.meal}
    new = [diff.after.servings[number] for number in sorted(diff.changed - set(old))]
    begin = _day_after_last(diff.before, plan, action.meal)
    if begin == date.min:
        begin = today(diff.now)
    days = days_at_end(diff.after, plan, action.meal, begin=begin, now=diff.now)
    for row in new:
        assert row.date == next(days)
    existing = [row for row in diff.before.servings_of(plan, action.meal) if row.is_counted]
    rotation = [
        contents_by_id[row.box_contents] for row in sorted(existing, key=lambda row: row.seq)
    ]
    if new and rotation:
        # New servings continue the shortest rotation that explains the existing ones.
        length = next(
            n
            for n in range(1, len(rotation) + 1)
            if all(rotation[i] == rotation[i % n] for i in range(len(rotation)))
        )
        for at, row in enumerate(new, start=len(rotation)):
            assert contents_by_id[row.box_contents] == rotation[at % length]


def _verify_forfeit_replacement(
    action: Forfeit, row: Row, created: set[int], diff: SnapshotDiff
) -> None:
    if action.replace:
        _verify_replacement(row, created, diff)
    else:
        assert not created


def _verify_replacement(row: Row, created: set[int], diff: SnapshotDiff) -> None:
    (number,) = created
    extra = diff.after.servings[number]
    begin = _day_after_last(diff.before, row.plan, row.meal)
    day = next(days_at_end(diff.after, row.plan, row.meal, begin=begin, now=diff.now))
    assert number not in diff.before.servings
    assert (extra.replacement_for, extra.box_contents, extra.date) == (
        row.id,
        row.box_contents,
        day,
    )
