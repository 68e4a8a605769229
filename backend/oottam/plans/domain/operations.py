"""What can be done to a schedule, on a draft. Pure: each raises DomainError for what cannot be.

The one rule: what cannot happen moves to the end of its track, and nothing else moves.
"""

from collections.abc import Collection, Sequence
from datetime import date

from oottam.core.errors import DomainError
from oottam.plans.domain.calendar import EVENT, ONE_DAY, bit
from oottam.plans.domain.plan_schedule import Absence, Box, Draft, Track, format_day, meal_of
from oottam.plans.models.choices import TO_COME, Meal, ServingState

MAX_SERVINGS = 366
_MADE_UP_FOR = (ServingState.FORFEITED, ServingState.FAILED)


def skip(draft: Draft, days: Collection[date], meals: Collection[int]) -> None:
    """No box on these days: each moves to the end of its track."""
    skip_boxes(draft, [box for box in draft.boxes() if box.day in days and box.meal in meals])


def skip_boxes(draft: Draft, boxes: Collection[Box]) -> None:
    """None of these that is planned comes on its day: each moves to the end of its track."""
    _require_plan(draft)
    skipped = [box for box in _in_time(draft) if box in boxes and box.state == ServingState.PLANNED]
    if not skipped:
        raise DomainError("There are no boxes to skip on these days.", "dates")
    for box in skipped:
        draft.require_open(box)
    for day in sorted({box.day for box in skipped if box.day}):
        on_that_day = {box.meal for box in skipped if box.day == day}
        draft.absences.append(Absence(0, _bits(on_that_day), day, day))
    draft.reschedule_to_end(skipped)


def pause(draft: Draft, first: date, last: date | None, meals: Collection[int]) -> None:
    """No boxes from `first` to `last`, both included; without a last day they are held until it is resumed."""
    _require_plan(draft)
    if last is not None and last < first:
        raise DomainError("The last day off must come after the first.", "to")
    tracks = [draft.tracks[meal] for meal in meals if meal in draft.tracks]
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
    absence = Absence(0, _bits(meals), first, last)
    paused = [
        box
        for box in _in_time(draft)
        if box.state == ServingState.PLANNED and box.day and absence.covers(box.meal, box.day)
    ]
    if not paused and last is not None:
        raise DomainError("There are no boxes to pause on these days.", "from")
    draft.absences.append(absence)
    if last is None:
        draft.unschedule(paused)
    else:
        draft.reschedule_to_end(paused)


def resume(draft: Draft, on: date) -> None:
    """All pauses without an end are over, and what is held comes from this day on."""
    pauses = [absence for absence in draft.absences if absence.is_without_end]
    if not pauses:
        raise DomainError("It is not paused.")
    held = sorted(
        (box for box in draft.boxes() if box.state == ServingState.HELD), key=lambda box: box.seq
    )
    meals = {box.meal for box in held} or {next(iter(draft.tracks))}
    for meal in meals:
        if not draft.calendar.is_open(meal, on):
            day = draft.calendar.first_open(meal)
            raise DomainError(
                f"The cut-off for {format_day(on)} has passed: it can resume from "
                f"{format_day(day)}.",
                "on",
            )
    for absence in pauses:
        if on <= absence.first:
            absence.is_over = True
        else:
            absence.was_last, absence.last = absence.last, on - ONE_DAY
    draft.append(held, not_before=on)


def move(draft: Draft, box: Box, to: date) -> bool:
    """One box comes on another day. True where the kitchen has been told of that day already."""
    track = draft.tracks[box.meal]
    if box.state not in TO_COME:
        raise DomainError(f"This box is {label(box)}: it cannot be moved.")
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
    box.is_exception = not bit(to) & track.weekdays or draft.is_absent(box.meal, to)
    return not draft.calendar.is_open(box.meal, to)


def change_boxes(draft: Draft, boxes: Sequence[Box], box_contents: int) -> bool:
    """These boxes hold other dishes. True where the kitchen has been told of one of them already."""
    if not boxes:
        raise DomainError("There are no boxes to change from that day on.", "from")
    told = False
    for box in boxes:
        if box.state not in TO_COME:
            raise DomainError(f"The box of {_when(box)} is {label(box)}: it cannot be changed.")
        if box.day and box.day < draft.calendar.today:
            raise DomainError(f"{format_day(box.day)} has already passed.", "from")
        told = told or bool(box.day and not draft.calendar.is_open(box.meal, box.day))
        box.box_contents = box_contents
    return told


def change_days(draft: Draft, meal: int, servings: int) -> None:
    """More servings come at the end of the track, with its dishes in turn; fewer are taken from its end."""
    track = draft.tracks.get(meal)
    if track is None:
        raise DomainError("The plan has no such meal.", "meal")
    if not 1 <= servings <= MAX_SERVINGS:
        raise DomainError(f"Enter 1 to {MAX_SERVINGS} days.", "servings")
    if servings == track.servings:
        raise DomainError(f"It already has {servings} days.", "servings")
    if servings > track.servings:
        _add(draft, track, servings - track.servings)
    else:
        _take(draft, track, track.servings - servings)
    track.servings = servings


def begin_track(draft: Draft, track: Track, box_contents: int) -> None:
    """A meal that the plan has none of: its first box comes on the first day on which it can."""
    begun = draft.tracks.setdefault(track.meal, track)  # one that was taken away keeps its numbers
    begun.servings = 1
    _append(draft, begun, box_contents)


def forfeit(draft: Draft, box: Box) -> None:
    """It is not moved, and counts: the kitchen was told of it. From then on its sheet leaves it out."""
    if box.state != ServingState.PLANNED or box.day is None:
        raise DomainError(f"This box is {label(box)}: it cannot be charged as delivered.")
    if draft.calendar.is_open(box.meal, box.day):
        raise DomainError(
            f"The cut-off for {_when(box)} has not passed: skip it instead, and it moves to the end."
        )
    if box.day < draft.calendar.today:
        raise DomainError(f"{format_day(box.day)} has already passed.")
    box.state = ServingState.FORFEITED


def make_up(draft: Draft, box: Box) -> None:
    """One more box at the end of the track, for one that was forfeited or not delivered."""
    if box.state not in _MADE_UP_FOR:
        raise DomainError(f"This box is {label(box)}: there is nothing to replace.")
    if any(other.replacement_for == box.number and other.state != ServingState.CANCELLED
           for other in draft.boxes()):  # fmt: skip
        raise DomainError("It has already been replaced.")
    _append(draft, draft.tracks[box.meal], box.box_contents, replacement_for=box.number)


def cancel(draft: Draft) -> None:
    """Nothing comes any more; what the kitchen has been told of is forfeited."""
    for box in draft.boxes():
        if box.state == ServingState.HELD or (
            box.state == ServingState.PLANNED
            and box.day
            and draft.calendar.is_open(box.meal, box.day)
        ):
            box.state = ServingState.CANCELLED
        elif box.state == ServingState.PLANNED and box.day and box.day >= draft.calendar.today:
            box.state = ServingState.FORFEITED
    for absence in draft.absences:
        if absence.is_without_end:
            absence.is_over = True


def label(box: Box) -> str:
    """As "planned" or "not delivered"."""
    return str(ServingState(box.state).label).lower()


def _require_plan(draft: Draft) -> None:
    if EVENT in draft.tracks:
        raise DomainError("An event has one day: move it, or cancel it.")


def _add(draft: Draft, track: Track, count: int) -> None:
    ordered = sorted(track.counted(), key=lambda box: box.seq)
    sets = [box.box_contents for box in ordered]
    turn = next(
        n for n in range(1, len(sets) + 1) if all(sets[i] == sets[i % n] for i in range(len(sets)))
    )
    begun = len(sets)
    for more in range(count):
        _append(draft, track, sets[(begun + more) % turn])


def _take(draft: Draft, track: Track, count: int) -> None:
    may_go = [
        box
        for box in track.counted()
        if box.state == ServingState.HELD
        or (
            box.state == ServingState.PLANNED
            and box.day
            and draft.calendar.is_open(box.meal, box.day)
        )
    ]
    if len(may_go) < count:
        least = track.servings - len(may_go)
        raise DomainError(
            f"{least} of its days are over or past the cut-off: it cannot have fewer.",
            "servings",
        )
    may_go.sort(key=lambda box: (box.day or date.max, box.seq))
    for box in may_go[-count:]:
        box.state = ServingState.CANCELLED


def _append(
    draft: Draft, track: Track, box_contents: int, replacement_for: int | None = None
) -> None:
    seq = max((box.seq for box in track.boxes), default=0) + 1
    box = Box(0, track.meal, seq, None, ServingState.HELD, box_contents, replacement_for)
    track.boxes.append(box)
    draft.append([box])


def _in_time(draft: Draft) -> list[Box]:
    return sorted(draft.boxes(), key=lambda box: (box.day or date.max, box.meal, box.seq))


def _bits(meals: Collection[int]) -> int:
    return sum(1 << (meal - 1) for meal in set(meals))


def _when(box: Box) -> str:
    return format_day(box.day) if box.day else f"{Meal(box.meal).label} {box.seq}"
