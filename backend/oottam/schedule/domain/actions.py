"""Actions on a plan's schedule, applied to a draft. Pure: an action that is not possible raises DomainError.

One rule: a serving that cannot come on its day moves to the end of its track, and no other serving moves.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import takewhile

from oottam.core.errors import DomainError
from oottam.schedule.choices import TO_COME, ActionType, ServingState
from oottam.schedule.domain.calendar import EVENT, ONE_DAY, weekday_bit
from oottam.schedule.domain.plan_schedule import (
    DraftServing,
    PauseSpan,
    ScheduleDraft,
    Track,
    describe_serving,
    format_day,
    has_meal,
    meal_bits,
    meal_of,
    state_label,
)

_REPLACEABLE = (ServingState.FORFEITED, ServingState.FAILED)


@dataclass(frozen=True, slots=True)
class Skip:
    """Skip these servings: each moves to the end of its track."""

    serving_ids: Collection[int]
    action_type = ActionType.SKIP
    needs_reason = True

    def apply(self, draft: ScheduleDraft, context: object) -> None:
        """Raise DomainError without a planned serving, or once a cut-off has passed."""
        _require_no_event(draft)
        servings = [draft.serving(serving_id) for serving_id in self.serving_ids]
        skipped = [
            serving
            for serving in _by_day(draft)
            if serving in servings and serving.state == ServingState.PLANNED
        ]
        if not skipped:
            raise DomainError("There are no boxes to skip on these days.", "dates")
        for serving in skipped:
            draft.require_open(serving)
        for day in sorted({serving.day for serving in skipped if serving.day}):
            meals = {serving.meal for serving in skipped if serving.day == day}
            draft.pauses.append(PauseSpan(0, meal_bits(meals), day, day))
        draft.reschedule_to_end(skipped)


@dataclass(frozen=True, slots=True)
class Pause:
    """Pause meals from `first` to `last`, both included; without `last` servings are held until resumed."""

    first: date
    last: date | None
    meals: Collection[int]
    action_type = ActionType.PAUSE
    needs_reason = True

    def apply(self, draft: ScheduleDraft, context: object) -> None:
        """Raise DomainError for a span without servings, or one that begins past the cut-off."""
        _require_no_event(draft)
        first, last = self.first, self.last
        if last is not None and last < first:
            raise DomainError("The last day off must come after the first.", "to")
        tracks = [track for meal, track in draft.tracks.items() if meal in self.meals]
        if not tracks:
            raise DomainError("Choose a meal to pause.", "meals")
        for track in tracks:
            draft.require_open_day(track.meal, first, "it can be paused")
        pause = PauseSpan(0, meal_bits(self.meals), first, last)
        paused = [
            serving
            for serving in _by_day(draft)
            if serving.state == ServingState.PLANNED
            and serving.day
            and pause.covers(serving.meal, serving.day)
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
    """End every open-ended pause: held servings are scheduled from this day on."""

    on: date
    action_type = ActionType.RESUME
    needs_reason = False

    def apply(self, draft: ScheduleDraft, context: object) -> None:
        """Raise DomainError for a plan that is not paused, or a day past the cut-off."""
        pauses = [pause for pause in draft.pauses if pause.is_open_ended]
        if not pauses:
            raise DomainError("It is not paused.")
        held = sorted(
            (serving for serving in draft.servings() if serving.state == ServingState.HELD),
            key=lambda serving: serving.seq,
        )
        meals = {serving.meal for serving in held} or {next(iter(draft.tracks))}
        for meal in meals:
            draft.require_open_day(meal, self.on, "it can resume", "on")
        for pause in pauses:
            if self.on <= pause.first:
                pause.is_cancelled = True
            else:
                pause.original_last, pause.last = pause.last, self.on - ONE_DAY
        draft.append(held, not_before=self.on)


@dataclass(frozen=True, slots=True)
class ShortenPause:
    """End a dated pause early: the last boxes of its meals return to the freed days, in their order."""

    period_id: int
    on: date
    action_type = ActionType.RESUME
    needs_reason = False

    def apply(self, draft: ScheduleDraft, context: object) -> None:
        """Raise DomainError for a pause that is over or has no last day, or a day past the cut-off."""
        _require_no_event(draft)
        pause = next((each for each in draft.pauses if each.period_id == self.period_id), None)
        if pause is None or pause.last is None:
            raise DomainError("It is not paused.")
        begin, last = max(self.on, pause.first), pause.last
        if begin > last:
            raise DomainError(f"The pause ends on {format_day(last)}.", "on")
        tracks = [track for meal, track in draft.tracks.items() if has_meal(pause.meals, meal)]
        for track in tracks:
            draft.require_open_day(track.meal, begin, "it can resume", "on")
        if begin == pause.first:
            pause.is_cancelled = True
        else:
            pause.last = begin - ONE_DAY
        for track in tracks:
            _fill(draft, track, begin, last)


def _fill(draft: ScheduleDraft, track: Track, begin: date, last: date) -> None:
    """Move the track's last boxes to its free days of this span; boxes with a day of their own stay."""
    days = draft.calendar.service_days(track.meal, track.weekdays, begin)
    free = [day for day in takewhile(lambda day: day <= last, days) if draft.is_free(track, day)]
    later = sorted(
        (
            (serving.day, serving.seq, serving)
            for serving in track.servings
            if serving.state == ServingState.PLANNED
            and not serving.is_exception
            and serving.day
            and serving.day > last
        ),
        key=lambda row: row[:2],
    )
    returning = draft.unschedule(serving for *_, serving in later[-len(free) :] if free)
    for serving, day in zip(returning, free, strict=False):
        serving.day, serving.state = day, ServingState.PLANNED


@dataclass(frozen=True, slots=True)
class Move:
    """Move one serving to another day."""

    serving_id: int
    to: date
    action_type = ActionType.MOVE
    needs_reason = True

    def apply(self, draft: ScheduleDraft, context: object) -> None:
        """Raise DomainError past the serving's cut-off, and for a day that is past, closed or taken."""
        serving, to = draft.serving(self.serving_id), self.to
        track = draft.tracks[serving.meal]
        if serving.state not in TO_COME:
            raise DomainError(f"This box is {state_label(serving)}: it cannot be moved.")
        draft.require_open(serving)
        if to < draft.calendar.today:
            raise DomainError(f"{format_day(to)} has already passed.", "to")
        if to == serving.day:
            raise DomainError(f"It is already on {format_day(to)}.", "to")
        if draft.calendar.is_closed(serving.meal, to):
            raise DomainError(f"The kitchen is closed on {format_day(to)}.", "to")
        if track.on(to) is not None:
            raise DomainError(f"There is already a {meal_of(serving)} on {format_day(to)}.", "to")
        serving.day, serving.state = to, ServingState.PLANNED
        serving.is_exception = not weekday_bit(to) & track.weekdays or draft.is_paused_on(
            serving.meal, to
        )
        draft.is_past_cutoff = not draft.calendar.is_open(serving.meal, to)


@dataclass(frozen=True, slots=True)
class Forfeit:
    """Charge a serving as delivered, past its cut-off: it keeps its day, and the kitchen's sheet leaves it out."""

    serving_id: int
    replace: bool = False  # whether one more serving replaces it
    action_type = ActionType.FORFEIT
    needs_reason = True

    def apply(self, draft: ScheduleDraft, context: object) -> None:
        """Raise DomainError before the cut-off, and for a serving that is past or not planned."""
        serving = draft.serving(self.serving_id)
        draft.require_result(serving)
        if serving.state != ServingState.PLANNED or serving.day is None:
            raise DomainError(
                f"This box is {state_label(serving)}: it cannot be charged as delivered."
            )
        if draft.calendar.is_open(serving.meal, serving.day):
            raise DomainError(
                f"The cut-off for {describe_serving(serving)} has not passed: skip it instead, "
                "and it moves to the end."
            )
        serving.state = ServingState.FORFEITED
        draft.is_past_cutoff = True
        if self.replace:
            _replace(draft, serving)


@dataclass(frozen=True, slots=True)
class Replace:
    """Replace a serving that was forfeited or not delivered by one more at the end of its track."""

    serving_id: int
    action_type = ActionType.REPLACE
    needs_reason = True

    def apply(self, draft: ScheduleDraft, context: object) -> None:
        """Raise DomainError for a serving that arrived, or has been replaced already."""
        _replace(draft, draft.serving(self.serving_id))


def change_contents(
    draft: ScheduleDraft, servings: Sequence[DraftServing], box_contents: int
) -> None:
    """Put other dishes into these servings; raises DomainError for one that is past or not to come."""
    if not servings:
        raise DomainError("There are no boxes to change from that day on.", "from")
    for serving in servings:
        draft.require_result(serving)
        if serving.state not in TO_COME:
            raise DomainError(
                f"The box of {describe_serving(serving)} is {state_label(serving)}: it cannot be changed."
            )
        if serving.day and not draft.calendar.is_open(serving.meal, serving.day):
            draft.is_past_cutoff = True
        serving.box_contents = box_contents


def _replace(draft: ScheduleDraft, serving: DraftServing) -> None:
    draft.require_result(serving)
    if serving.state not in _REPLACEABLE:
        raise DomainError(f"This box is {state_label(serving)}: there is nothing to replace.")
    if any(other.replacement_for == serving.serving_id and other.state != ServingState.CANCELLED
           for other in draft.servings()):  # fmt: skip
        raise DomainError("It has already been replaced.")
    draft.add_serving(
        draft.tracks[serving.meal], serving.box_contents, replacement_for=serving.serving_id
    )


def cancel(draft: ScheduleDraft) -> None:
    """Cancel every serving before its cut-off, forfeit those past it, and end open-ended pauses."""
    for serving in draft.servings():
        if serving.state == ServingState.HELD or (
            serving.state == ServingState.PLANNED
            and serving.day
            and draft.calendar.is_open(serving.meal, serving.day)
        ):
            serving.state = ServingState.CANCELLED
        elif (
            serving.state == ServingState.PLANNED
            and serving.day
            and serving.day >= draft.calendar.today
        ):
            serving.state = ServingState.FORFEITED
    for pause in draft.pauses:
        if pause.is_open_ended:
            pause.is_cancelled = True


def _require_no_event(draft: ScheduleDraft) -> None:
    if EVENT in draft.tracks:
        raise DomainError("An event has one day: move it, or cancel it.")


def _by_day(draft: ScheduleDraft) -> list[DraftServing]:
    return sorted(
        draft.servings(), key=lambda serving: (serving.day or date.max, serving.meal, serving.seq)
    )
