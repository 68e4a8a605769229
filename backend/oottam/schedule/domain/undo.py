"""Undoing a change of a plan, on a draft. Pure.

A serving goes back where its old day is still open. A serving that was moved since stays where it is.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from oottam.core.errors import DomainError
from oottam.schedule.choices import ActionType, ServingState
from oottam.schedule.domain.plan_schedule import (
    DraftServing,
    ScheduleDraft,
    ServingSnapshot,
    format_day,
    meal_of,
)

# An undo is repeated as an action, not undone. Confirming and cancelling are undone with their request, times and replaced dishes where they were set.
NEVER = frozenset(
    {
        ActionType.CONFIRM,
        ActionType.CANCEL,
        ActionType.SETTLE,
        ActionType.CLOSE,
        ActionType.UNDO,
        ActionType.TIMES,
        ActionType.DISH,
    }
)
# Undone as a whole or not at all.
_WHOLE = frozenset(
    {
        ActionType.DAYS,
        ActionType.WEEKDAYS,
        ActionType.REPLACE,
        ActionType.MOVE,
        ActionType.FORFEIT,
        ActionType.BOX,
    }
)


@dataclass(frozen=True, slots=True)
class Step:
    """What a change did to one serving. `before` is None where the change created it."""

    serving_id: int
    before: ServingSnapshot | None
    after: ServingSnapshot


def undo(
    draft: ScheduleDraft,
    action_type: str,
    steps: Sequence[Step],
    *,
    begun: Collection[int] = (),
    cancelled: Collection[int] = (),
    ended: Mapping[int, date | None] = {},
    with_request: bool = False,
) -> int:
    """Restore servings and return the number of those that stay where they are.

    `begun` and `cancelled` are ids of the pauses that the change began and cancelled; `ended` those that it ended
    earlier, with the last day before. `with_request` also undoes confirming and cancelling. Raises DomainError where nothing can be restored, or where an action that must be undone as a
    whole cannot be.
    """
    if action_type in NEVER and not with_request:
        raise DomainError("This cannot be undone.")
    for pause in draft.pauses:
        if pause.period_id in begun:
            pause.is_cancelled = True
        if pause.period_id in cancelled or pause.period_id in ended:
            pause.is_cancelled = False
            pause.last = ended.get(pause.period_id, pause.last)
    by_id = {serving.serving_id: serving for serving in draft.servings()}
    may_go: list[tuple[DraftServing, Step]] = []
    stuck: list[tuple[DraftServing, str]] = []
    for step in steps:
        serving = by_id[step.serving_id]
        why = _blocking_reason(draft, serving, step)
        if why:
            stuck.append((serving, why))
        else:
            may_go.append((serving, step))
    draft.unschedule(serving for serving, step in may_go if _leaves_its_day(step))
    for serving, step in may_go:
        why = _restore(draft, serving, step, moves=not with_request)
        if why:
            stuck.append((serving, why))
    if stuck and (with_request or action_type in _WHOLE or len(stuck) == len(steps)):
        raise DomainError(stuck[0][1])
    _require_none_replaced(draft, [serving for serving, _ in may_go])
    _hold_paused_servings(draft)
    _schedule_held_servings(draft)
    return sum(1 for serving, _ in stuck if serving.state != ServingState.HELD)


def _require_none_replaced(draft: ScheduleDraft, servings: Collection[DraftServing]) -> None:
    """Raise DomainError where a restored serving has a replacement."""
    replaced = {
        serving.replacement_for
        for serving in draft.servings()
        if serving.state != ServingState.CANCELLED
    }
    if any(
        serving.serving_id in replaced and serving.state == ServingState.PLANNED
        for serving in servings
    ):
        raise DomainError("It has been replaced since: undo that first.")


def _hold_paused_servings(draft: ScheduleDraft) -> None:
    """Move servings off the days of a pause that is in force again, unless their cut-off has passed."""
    paused = [
        serving
        for serving in draft.servings()
        if serving.state == ServingState.PLANNED
        and not serving.is_exception
        and serving.day
        and serving.day >= draft.calendar.today
        and draft.is_paused_on(serving.meal, serving.day)
    ]
    for serving in paused:
        serving.is_exception = not draft.calendar.is_open(
            serving.meal, serving.day or draft.calendar.today
        )
    draft.reschedule_to_end(serving for serving in paused if not serving.is_exception)


def _schedule_held_servings(draft: ScheduleDraft) -> None:
    """Schedule held servings whose pause was undone."""
    waiting = [serving for serving in draft.servings() if serving.state == ServingState.HELD]
    draft.append(serving for serving in waiting if draft.paused_from(serving.meal) is None)


def _blocking_reason(draft: ScheduleDraft, serving: DraftServing, step: Step) -> str:
    """Explain why a serving cannot be restored: changed since, or past its cut-off; "" where it can be."""
    if serving.current[:3] != step.after[:3]:  # whether it is an exception may have changed
        which = f"The box of {format_day(serving.day)}" if serving.day else "It"
        return f"{which} has changed again since: undo that first."
    if serving.day is None or serving.state == ServingState.CANCELLED:
        return ""
    if serving.day < draft.calendar.today:
        return f"It is too late to undo this: {format_day(serving.day)} has passed."
    if (step.before is None or _leaves_its_day(step)) and not draft.calendar.is_open(
        serving.meal, serving.day
    ):
        return f"It is too late to undo this: the cut-off for {format_day(serving.day)} has passed."
    return ""


def _leaves_its_day(step: Step) -> bool:
    before = step.before
    if before is None:
        return False
    return before.day != step.after.day or ServingState.CANCELLED in (
        before.state,
        step.after.state,
    )


def _restore(draft: ScheduleDraft, serving: DraftServing, step: Step, *, moves: bool) -> str:
    """Restore one serving; return a sentence where it cannot go back to its day. `moves` lets it take another day."""
    before = step.before
    if before is None:
        serving.state = ServingState.CANCELLED
        return ""
    serving.box_contents = before.box_contents
    if not _leaves_its_day(step):
        serving.state = before.state
    elif before.state == ServingState.CANCELLED:
        _restore_on(serving, before.day, before)
    elif before.day:
        why = _day_obstacle(draft, serving, before.day, before)
        if why:
            words = f"The box of {format_day(before.day)} cannot go back: {why}."
            return _keep_or_append(draft, serving, step.after, why) if moves else words
        _restore_on(serving, before.day, before)
    return ""  # on its old day, or held as it was


def _keep_or_append(
    draft: ScheduleDraft, serving: DraftServing, after: ServingSnapshot, why: str
) -> str:
    """Leave the serving on its present day, or append it to its track; return why it cannot go back."""
    if after.state != ServingState.PLANNED or after.day is None:
        draft.append([serving])
        return ""
    if _day_obstacle(draft, serving, after.day, after):
        draft.append([serving])
    else:
        _restore_on(serving, after.day, after)
    return f"The box of {format_day(after.day)} cannot go back: {why}."


def _restore_on(serving: DraftServing, day: date | None, snapshot: ServingSnapshot) -> None:
    serving.day, serving.state, serving.is_exception = day, snapshot.state, snapshot.is_exception


def _day_obstacle(
    draft: ScheduleDraft, serving: DraftServing, day: date, snapshot: ServingSnapshot
) -> str:
    """Explain why the serving cannot be put on the day; "" where it can."""
    track, calendar, named = draft.tracks[serving.meal], draft.calendar, format_day(day)
    if not calendar.is_open(serving.meal, day):
        return f"the cut-off for {named} has passed"
    if calendar.is_closed(serving.meal, day):
        return f"the kitchen is closed on {named}"
    if track.on(day) is not None:
        return f"there is a {meal_of(serving)} on {named} now"
    if draft.is_paused_on(serving.meal, day) and not snapshot.is_exception:
        return f"{named} is now skipped or paused"
    return ""
