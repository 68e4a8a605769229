"""Undoing a change of a plan, on a draft. Pure.

A serving goes back where its old day is still open. A serving that was moved since stays where it is.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date

from oottam.core.errors import DomainError
from oottam.plans.domain.plan_schedule import Box, ScheduleDraft, format_day, meal_of
from oottam.plans.models.choices import ActionType, ServingState

# An undo is repeated as an action, not undone. Confirming and cancelling are undone with their request.
NEVER = frozenset(
    {ActionType.CONFIRM, ActionType.CANCEL, ActionType.SETTLE, ActionType.CLOSE, ActionType.UNDO}
)
# Undone as a whole or not at all.
_WHOLE = frozenset(
    {ActionType.DAYS, ActionType.MAKE_UP, ActionType.MOVE, ActionType.FORFEIT, ActionType.BOX}
)


@dataclass(frozen=True, slots=True)
class ServingSnapshot:
    """A serving's day, state and contents at one moment."""

    day: date | None
    state: int
    box_contents: int
    is_exception: bool = False


@dataclass(frozen=True, slots=True)
class Step:
    """What a change did to one serving. `before` is None where the change created it."""

    serving: int
    before: ServingSnapshot | None
    after: ServingSnapshot


def undo(
    draft: ScheduleDraft,
    action_type: str,
    steps: Sequence[Step],
    *,
    begun: Collection[int] = (),
    ended: Collection[int] = (),
    with_request: bool = False,
) -> int:
    """Restore servings and return the number of those that stay where they are.

    `begun` and `ended` are ids of the pauses that the change began and ended. `with_request` also undoes confirming
    and cancelling. Raises DomainError where nothing can be restored, or where an action that must be undone as a
    whole cannot be.
    """
    if action_type in NEVER and not with_request:
        raise DomainError("This cannot be undone.")
    for pause in draft.pauses:
        if pause.number in begun:
            pause.is_cancelled = True
        if pause.number in ended:
            pause.is_cancelled, pause.last = False, None
    boxes = {box.number: box for box in draft.boxes()}
    may_go: list[tuple[Box, Step]] = []
    stuck: list[tuple[Box, str]] = []
    for step in steps:
        box = boxes[step.serving]
        why = _blocking_reason(draft, box, step)
        if why:
            stuck.append((box, why))
        else:
            may_go.append((box, step))
    draft.unschedule(box for box, step in may_go if _leaves_its_day(step))
    for box, step in may_go:
        why = _restore(draft, box, step, moves=not with_request)
        if why:
            stuck.append((box, why))
    if stuck and (with_request or action_type in _WHOLE or len(stuck) == len(steps)):
        raise DomainError(stuck[0][1])
    _require_none_replaced(draft, [box for box, _ in may_go])
    _hold_paused_boxes(draft)
    _schedule_held_boxes(draft)
    return sum(1 for box, _ in stuck if box.state != ServingState.HELD)


def _require_none_replaced(draft: ScheduleDraft, boxes: Collection[Box]) -> None:
    """Raise DomainError where a restored box has a replacement."""
    replaced = {box.replacement_for for box in draft.boxes() if box.state != ServingState.CANCELLED}
    if any(box.number in replaced and box.state == ServingState.PLANNED for box in boxes):
        raise DomainError("It has been replaced since: undo that first.")


def _hold_paused_boxes(draft: ScheduleDraft) -> None:
    """Move boxes off the days of a pause that is in force again, unless their cut-off has passed."""
    paused = [
        box
        for box in draft.boxes()
        if box.state == ServingState.PLANNED
        and not box.is_exception
        and box.day
        and box.day >= draft.calendar.today
        and draft.is_paused_on(box.meal, box.day)
    ]
    for box in paused:
        box.is_exception = not draft.calendar.is_open(box.meal, box.day or draft.calendar.today)
    draft.reschedule_to_end(box for box in paused if not box.is_exception)


def _schedule_held_boxes(draft: ScheduleDraft) -> None:
    """Schedule held boxes whose pause was undone."""
    waiting = [box for box in draft.boxes() if box.state == ServingState.HELD]
    draft.append(box for box in waiting if draft.paused_from(box.meal) is None)


def _blocking_reason(draft: ScheduleDraft, box: Box, step: Step) -> str:
    """Explain why a serving cannot be restored: changed since, or past its cut-off; "" where it can be."""
    after = step.after
    if (box.day, box.state, box.box_contents) != (after.day, after.state, after.box_contents):
        which = f"The box of {format_day(box.day)}" if box.day else "It"
        return f"{which} has changed again since: undo that first."
    if box.day is None or box.state == ServingState.CANCELLED:
        return ""
    if box.day < draft.calendar.today:
        return f"It is too late to undo this: {format_day(box.day)} has passed."
    if (step.before is None or _leaves_its_day(step)) and not draft.calendar.is_open(
        box.meal, box.day
    ):
        return f"It is too late to undo this: the cut-off for {format_day(box.day)} has passed."
    return ""


def _leaves_its_day(step: Step) -> bool:
    before = step.before
    if before is None:
        return False
    return before.day != step.after.day or ServingState.CANCELLED in (
        before.state,
        step.after.state,
    )


def _restore(draft: ScheduleDraft, box: Box, step: Step, *, moves: bool) -> str:
    """Restore one serving; return a sentence where it cannot go back to its day. `moves` lets it take another day."""
    before = step.before
    if before is None:
        box.state = ServingState.CANCELLED
        return ""
    box.box_contents = before.box_contents
    if not _leaves_its_day(step):
        box.state = before.state
    elif before.state == ServingState.CANCELLED:
        _restore_on(box, before.day, before)
    elif before.day:
        why = _day_obstacle(draft, box, before.day, before)
        if why:
            words = f"The box of {format_day(before.day)} cannot go back: {why}."
            return _keep_or_append(draft, box, step.after, why) if moves else words
        _restore_on(box, before.day, before)
    return ""  # on its old day, or held as it was


def _keep_or_append(draft: ScheduleDraft, box: Box, after: ServingSnapshot, why: str) -> str:
    """Leave the box on its present day, or append it to its track; return why it cannot go back."""
    if after.state != ServingState.PLANNED or after.day is None:
        draft.append([box])
        return ""
    if _day_obstacle(draft, box, after.day, after):
        draft.append([box])
    else:
        _restore_on(box, after.day, after)
    return f"The box of {format_day(after.day)} cannot go back: {why}."


def _restore_on(box: Box, day: date | None, snapshot: ServingSnapshot) -> None:
    box.day, box.state, box.is_exception = day, snapshot.state, snapshot.is_exception


def _day_obstacle(draft: ScheduleDraft, box: Box, day: date, snapshot: ServingSnapshot) -> str:
    """Explain why the box cannot be put on the day; "" where it can."""
    track, calendar, named = draft.tracks[box.meal], draft.calendar, format_day(day)
    if not calendar.is_open(box.meal, day):
        return f"the cut-off for {named} has passed"
    if calendar.is_closed(box.meal, day):
        return f"the kitchen is closed on {named}"
    if track.on(day) is not None:
        return f"there is a {meal_of(box)} on {named} now"
    if draft.is_paused_on(box.meal, day) and not snapshot.is_exception:
        return f"{named} is now skipped or paused"
    return ""
