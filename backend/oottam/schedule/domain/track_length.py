"""How many servings a track has: appended at its end, or cancelled from its end. Pure."""

from datetime import date

from oottam.core.errors import DomainError
from oottam.schedule.choices import ServingState
from oottam.schedule.domain.plan_schedule import ScheduleDraft, Track

MAX_SERVINGS = 366


def change_days(draft: ScheduleDraft, meal: int, servings: int) -> None:
    """Set the track's number of servings: append servings with its dishes in rotation, or cancel the last ones. Raises
    DomainError.
    """
    track = draft.tracks.get(meal)
    if track is None:
        raise DomainError("The plan has no such meal.", "meal")
    if not 1 <= servings <= MAX_SERVINGS:
        raise DomainError(f"Enter 1 to {MAX_SERVINGS} days.", "servings")
    if servings == track.length:
        raise DomainError(f"It already has {servings} days.", "servings")
    if servings > track.length:
        _add(draft, track, servings - track.length)
    else:
        _cancel_last(draft, track, track.length - servings)
    track.length = servings


def begin_track(draft: ScheduleDraft, track: Track, box_contents: int) -> None:
    """Add a meal that the plan does not have, with one serving on the first possible day."""
    begun = draft.tracks.setdefault(track.meal, track)  # a track without servings keeps its numbers
    begun.length = 1
    draft.add_serving(begun, box_contents)


def _add(draft: ScheduleDraft, track: Track, count: int) -> None:
    sets = [
        serving.box_contents for serving in sorted(track.counted(), key=lambda serving: serving.seq)
    ]
    cycle = next(
        n for n in range(1, len(sets) + 1) if all(sets[i] == sets[i % n] for i in range(len(sets)))
    )
    begun = len(sets)
    for more in range(count):
        draft.add_serving(track, sets[(begun + more) % cycle])


def _cancel_last(draft: ScheduleDraft, track: Track, count: int) -> None:
    may_go = [
        serving
        for serving in track.counted()
        if serving.state == ServingState.HELD
        or (
            serving.state == ServingState.PLANNED
            and serving.day
            and draft.calendar.is_open(serving.meal, serving.day)
        )
    ]
    if len(may_go) < count:
        least = track.length - len(may_go)
        raise DomainError(
            f"{least} of its days are over or past the cut-off: it cannot have fewer.",
            "servings",
        )
    may_go.sort(key=lambda serving: (serving.day or date.max, serving.seq))
    for serving in may_go[-count:]:
        serving.state = ServingState.CANCELLED
