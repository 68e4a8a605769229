"""Undoing what was done to a schedule, on a draft. Pure.

Servings go back where their old day is still open. What something else has moved since stays where it is.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date

from oottam.handling.domain.changes import RefusedError
from oottam.schedule.draft import Box, Draft, day_in_words
from oottam.schedule.models.choices import Doing, ServingState

NEVER = frozenset({Doing.CONFIRM, Doing.CANCEL, Doing.SETTLE, Doing.CLOSE})
# What makes no sense by halves.
_WHOLE = frozenset({Doing.DAYS, Doing.MAKE_UP, Doing.MOVE, Doing.FORFEIT, Doing.BOX})


@dataclass(frozen=True, slots=True)
class Was:
    """A serving's day, state and dishes."""

    day: date | None
    state: int
    dishset: int
    is_exception: bool = False


@dataclass(frozen=True, slots=True)
class Step:
    """What a change did to one serving; `before` is None where it made the serving."""

    serving: int
    before: Was | None
    after: Was


def undo(
    draft: Draft,
    doing: str,
    steps: Sequence[Step],
    *,
    begun: Collection[int] = (),
    ended: Collection[int] = (),
) -> int:
    """Put servings back; the number of those that stay where they are.

    `begun` and `ended` are the numbers of the absences that the change began, and ended. Raises RefusedError where
    nothing can be undone, or not all of what makes no sense by halves.
    """
    if doing in NEVER:
        raise RefusedError("This cannot be undone.")
    for absence in draft.absences:
        if absence.number in begun:
            absence.is_over = True
        if absence.number in ended:
            absence.is_over, absence.last = False, None
    found = {box.number: box for box in draft.boxes()}
    may_go = [(found[s.serving], s) for s in steps if _may_go(draft, found[s.serving], s)]
    stuck = [found[s.serving] for s in steps if s not in [step for _, step in may_go]]
    draft.lift(box for box, step in may_go if _leaves_its_day(step))
    for box, step in may_go:
        if not _put_back(draft, box, step):
            stuck.append(box)
    if stuck and (doing in _WHOLE or len(stuck) == len(steps)):
        raise RefusedError(_too_late(stuck))
    return len(stuck)


def _may_go(draft: Draft, box: Box, step: Step) -> bool:
    """Whether it is as the change left it, and the kitchen does not count on that."""
    if (box.day, box.state, box.dishset) != (
        step.after.day,
        step.after.state,
        step.after.dishset,
    ):
        return False
    if not _leaves_its_day(step):
        return box.day is None or box.day >= draft.calendar.today
    if box.state == ServingState.CANCELLED or box.day is None:
        return True
    return draft.calendar.is_open(box.meal, box.day)


def _leaves_its_day(step: Step) -> bool:
    before = step.before
    if before is None:
        return False
    return before.day != step.after.day or ServingState.CANCELLED in (
        before.state,
        step.after.state,
    )


def _put_back(draft: Draft, box: Box, step: Step) -> bool:
    """False where it stays on the day that the change gave it."""
    before = step.before
    if before is None:
        return _take_away(draft, box)
    box.dishset = before.dishset
    if not _leaves_its_day(step):
        box.state = before.state
    elif before.day and not _stands(draft, box, before.day, before):
        return _stays(draft, box, step.after)
    return True  # on its old day, or held as it was


def _take_away(draft: Draft, box: Box) -> bool:
    if box.day and not draft.calendar.is_open(box.meal, box.day):
        return False
    box.state = ServingState.CANCELLED
    return True


def _stays(draft: Draft, box: Box, after: Was) -> bool:
    """It has to come on some day, if not on its old one. True where it had none since."""
    if after.state != ServingState.PLANNED or after.day is None:
        draft.put_at_end([box])
        return True
    if not _stands(draft, box, after.day, after):
        draft.put_at_end([box])
    return False


def _stands(draft: Draft, box: Box, day: date, was: Was) -> bool:
    """Whether it could be put on the day."""
    is_possible = _is_possible(draft, box, day, was)
    if is_possible:
        box.day, box.state, box.is_exception = day, was.state, was.is_exception
    return is_possible


def _is_possible(draft: Draft, box: Box, day: date, was: Was) -> bool:
    track, calendar = draft.tracks[box.meal], draft.calendar
    if not calendar.is_open(box.meal, day):
        return False
    if was.is_exception:
        return track.on(day) is None and not calendar.is_closed(box.meal, day)
    return draft.is_free(track, day)


def _too_late(stuck: Sequence[Box]) -> str:
    box = stuck[0]
    if box.day is None:
        return "It has been changed again since: undo that first."
    return (
        f"It is too late to undo this: the box of {day_in_words(box.day)} has been changed since, or "
        "the kitchen counts on it."
    )
