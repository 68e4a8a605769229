"""Actions on a plan's schedule, applied to a draft. Pure: an action that is not possible raises DomainError.

One rule: a box that cannot come on its day moves to the end of its track, and no other box moves.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date

from oottam.core.errors import DomainError
from oottam.plans.domain.calendar import EVENT, ONE_DAY, weekday_bit
from oottam.plans.domain.plan_schedule import (
    Box,
    PauseSpan,
    ScheduleDraft,
    describe_box,
    format_day,
    meal_bits,
    meal_of,
    state_label,
)
from oottam.plans.models.choices import TO_COME, ActionType, ServingState

_REPLACEABLE = (ServingState.FORFEITED, ServingState.FAILED)


@dataclass(frozen=True, slots=True)
class Skip:
    """Skip these servings, or all of these meals on these days: each moves to the end of its track."""

    days: Collection[date] = ()
    meals: Collection[int] = ()
    servings: Collection[int] = ()
    action_type = ActionType.SKIP
    needs_reason = True

    def apply(self, draft: ScheduleDraft, context: object) -> None:
        """Raise DomainError without a planned box, or once a cut-off has passed."""
        _require_no_event(draft)
        if self.servings:
            boxes = [draft.box(serving) for serving in self.servings]
        else:
            boxes = [
                box for box in draft.boxes() if box.day in self.days and box.meal in self.meals
            ]
        skipped = [
            box for box in _by_day(draft) if box in boxes and box.state == ServingState.PLANNED
        ]
        if not skipped:
            raise DomainError("There are no boxes to skip on these days.", "dates")
        for box in skipped:
            draft.require_open(box)
        for day in sorted({box.day for box in skipped if box.day}):
            meals = {box.meal for box in skipped if box.day == day}
            draft.pauses.append(PauseSpan(0, meal_bits(meals), day, day))
        draft.reschedule_to_end(skipped)


@dataclass(frozen=True, slots=True)
class Pause:
    """Pause meals from `first` to `last`, both included; without `last` boxes are held until resumed."""

    first: date
    last: date | None
    meals: Collection[int]
    action_type = ActionType.PAUSE
    needs_reason = True

    def apply(self, draft: ScheduleDraft, context: object) -> None:
        """Raise DomainError for a span without boxes, or one that begins past the cut-off."""
        _require_no_event(draft)
        first, last = self.first, self.last
        if last is not None and last < first:
            raise DomainError("The last day off must come after the first.", "to")
        tracks = [track for meal, track in draft.tracks.items() if meal in self.meals]
        if not tracks:
            raise DomainError("Choose a meal to pause.", "meals")
        for track in tracks:
            if not draft.calendar.is_open(track.meal, first):
                day = draft.calendar.first_open(track.meal)
                raise DomainError(
                    f"The cut-off for {format_day(first)} has passed: it can be paused from "
                    f"{format_day(day)}.",
                    "from",
                )
        pause = PauseSpan(0, meal_bits(self.meals), first, last)
        paused = [
            box
            for box in _by_day(draft)
            if box.state == ServingState.PLANNED and box.day and pause.covers(box.meal, box.day)
        ]
        if not paused and last is not None:
            raise DomainError("There are no boxes to pause on these days.", "from")
        draft.pauses.append(pause)
        if last is None:
            draft.unschedule(paused)
        else:
            draft.reschedule_to_end(paused)


@dataclass(frozen=True, slots=True)
class Resume:
    """End every open-ended pause: held boxes are scheduled from this day on."""

    on: date
    action_type = ActionType.RESUME
    needs_reason = False

    def apply(self, draft: ScheduleDraft, context: object) -> None:
        """Raise DomainError for a plan that is not paused, or a day past the cut-off."""
        pauses = [pause for pause in draft.pauses if pause.is_open_ended]
        if not pauses:
            raise DomainError("It is not paused.")
        held = sorted(
            (box for box in draft.boxes() if box.state == ServingState.HELD),
            key=lambda box: box.seq,
        )
        meals = {box.meal for box in held} or {next(iter(draft.tracks))}
        for meal in meals:
            if not draft.calendar.is_open(meal, self.on):
                day = draft.calendar.first_open(meal)
                raise DomainError(
                    f"The cut-off for {format_day(self.on)} has passed: it can resume from "
                    f"{format_day(day)}.",
                    "on",
                )
        for pause in pauses:
            if self.on <= pause.first:
                pause.is_cancelled = True
            else:
                pause.original_last, pause.last = pause.last, self.on - ONE_DAY
        draft.append(held, not_before=self.on)


@dataclass(frozen=True, slots=True)
class Move:
    """Move one box to another day."""

    serving: int
    to: date
    action_type = ActionType.MOVE
    needs_reason = True

    def apply(self, draft: ScheduleDraft, context: object) -> None:
        """Raise DomainError past the box's cut-off, and for a day that is past, closed or taken."""
        box, to = draft.box(self.serving), self.to
        track = draft.tracks[box.meal]
        if box.state not in TO_COME:
            raise DomainError(f"This box is {state_label(box)}: it cannot be moved.")
        draft.require_open(box)
        if to < draft.calendar.today:
            raise DomainError(f"{format_day(to)} has already passed.", "to")
        if to == box.day:
            raise DomainError(f"It is already on {format_day(to)}.", "to")
        if draft.calendar.is_closed(box.meal, to):
            raise DomainError(f"The kitchen is closed on {format_day(to)}.", "to")
        if track.on(to) is not None:
            raise DomainError(f"There is already a {meal_of(box)} on {format_day(to)}.", "to")
        box.day, box.state = to, ServingState.PLANNED
        box.is_exception = not weekday_bit(to) & track.weekdays or draft.is_paused_on(box.meal, to)
        draft.is_past_cutoff = not draft.calendar.is_open(box.meal, to)


@dataclass(frozen=True, slots=True)
class Forfeit:
    """Charge a box as delivered, past its cut-off: it keeps its day, and the kitchen's sheet leaves it out."""

    serving: int
    replace_box: bool = False  # whether one more box replaces it
    action_type = ActionType.FORFEIT
    needs_reason = True

    def apply(self, draft: ScheduleDraft, context: object) -> None:
        """Raise DomainError before the cut-off, and for a box that is past or not planned."""
        box = draft.box(self.serving)
        if box.state != ServingState.PLANNED or box.day is None:
            raise DomainError(f"This box is {state_label(box)}: it cannot be charged as delivered.")
        if draft.calendar.is_open(box.meal, box.day):
            raise DomainError(
                f"The cut-off for {describe_box(box)} has not passed: skip it instead, "
                "and it moves to the end."
            )
        if box.day < draft.calendar.today:
            raise DomainError(f"{format_day(box.day)} has already passed.")
        box.state = ServingState.FORFEITED
        draft.is_past_cutoff = True
        if self.replace_box:
            _replace(draft, box)


@dataclass(frozen=True, slots=True)
class Replace:
    """Replace a box that was forfeited or not delivered by one more at the end of its track."""

    serving: int
    action_type = ActionType.MAKE_UP
    needs_reason = True

    def apply(self, draft: ScheduleDraft, context: object) -> None:
        """Raise DomainError for a box that arrived, or has been replaced already."""
        _replace(draft, draft.box(self.serving))


def change_boxes(draft: ScheduleDraft, boxes: Sequence[Box], box_contents: int) -> None:
    """Put other dishes into these boxes; raises DomainError for one that is past or not to come."""
    if not boxes:
        raise DomainError("There are no boxes to change from that day on.", "from")
    for box in boxes:
        if box.state not in TO_COME:
            raise DomainError(
                f"The box of {describe_box(box)} is {state_label(box)}: it cannot be changed."
            )
        if box.day and box.day < draft.calendar.today:
            raise DomainError(f"{format_day(box.day)} has already passed.", "from")
        if box.day and not draft.calendar.is_open(box.meal, box.day):
            draft.is_past_cutoff = True
        box.box_contents = box_contents


def _replace(draft: ScheduleDraft, box: Box) -> None:
    if box.state not in _REPLACEABLE:
        raise DomainError(f"This box is {state_label(box)}: there is nothing to replace.")
    if any(other.replacement_for == box.number and other.state != ServingState.CANCELLED
           for other in draft.boxes()):  # fmt: skip
        raise DomainError("It has already been replaced.")
    draft.add_box(draft.tracks[box.meal], box.box_contents, replacement_for=box.number)


def cancel(draft: ScheduleDraft) -> None:
    """Cancel every box before its cut-off, forfeit those past it, and end open-ended pauses."""
    for box in draft.boxes():
        if box.state == ServingState.HELD or (
            box.state == ServingState.PLANNED
            and box.day
            and draft.calendar.is_open(box.meal, box.day)
        ):
            box.state = ServingState.CANCELLED
        elif box.state == ServingState.PLANNED and box.day and box.day >= draft.calendar.today:
            box.state = ServingState.FORFEITED
    for pause in draft.pauses:
        if pause.is_open_ended:
            pause.is_cancelled = True


def _require_no_event(draft: ScheduleDraft) -> None:
    if EVENT in draft.tracks:
        raise DomainError("An event has one day: move it, or cancel it.")


def _by_day(draft: ScheduleDraft) -> list[Box]:
    return sorted(draft.boxes(), key=lambda box: (box.day or date.max, box.meal, box.seq))
