"""A plan's schedule in memory, so that an action can be previewed before it is saved. Pure."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import NamedTuple, TypeVar

from oottam.core.errors import DomainError, PastCutOffError
from oottam.schedule.choices import DATED, ON_THE_DAY, Meal, ServingState, has_no_result
from oottam.schedule.domain.calendar import ONE_DAY, Calendar

T = TypeVar("T")

COUNTED = frozenset(ServingState) - {ServingState.CANCELLED}


class ServingSnapshot(NamedTuple):
    """A serving's day, state and contents at one moment: what an action can change."""

    day: date | None
    state: int
    box_contents: int
    is_exception: bool = False


@dataclass(slots=True)
class DraftServing:
    """`serving_id` is 0 until the serving is stored."""

    serving_id: int
    meal: int
    seq: int
    day: date | None
    state: int
    box_contents: int
    replacement_for: int | None = None
    is_exception: bool = False
    original: ServingSnapshot | None = None  # None for a new serving

    @property
    def current(self) -> ServingSnapshot:
        return ServingSnapshot(self.day, self.state, self.box_contents, self.is_exception)

    @property
    def is_changed(self) -> bool:
        return self.original != self.current


@dataclass(slots=True)
class Track:
    """One meal of the plan: the number of ordered servings, their weekdays, and the servings themselves."""

    meal: int
    length: int
    weekdays: int
    servings: list[DraftServing] = field(default_factory=list)

    def counted(self) -> list[DraftServing]:
        """Return the servings that count towards the ordered number: neither cancelled nor replacements."""
        return [
            serving
            for serving in self.servings
            if serving.state in COUNTED and serving.replacement_for is None
        ]

    def on(self, day: date) -> DraftServing | None:
        """Return the serving that occupies that day."""
        return next((b for b in self.servings if b.day == day and b.state in ON_THE_DAY), None)

    def last_date(self) -> date | None:
        return max(
            (serving.day for serving in self.servings if serving.day and serving.state in DATED),
            default=None,
        )


def free_of(numbered: Sequence[T], free_days: int) -> Sequence[T]:
    """Return the free ones of a meal's servings: the last by number, of those that `Track.counted` returns.

    `kitchen.day.column_values.FREE` says the same in SQL.
    """
    return numbered[-free_days:] if free_days else ()


@dataclass(slots=True)
class PauseSpan:
    """Days without meals. `meals` has a bit for each meal, `last` is None while open-ended."""

    period_id: int  # 0 until the pause is stored
    meals: int
    first: date
    last: date | None
    is_cancelled: bool = False  # as if it had never existed
    original_last: date | None = None
    original_is_over: bool = False
    own_action: str = ""  # of the customer who began it; "" of the desk

    def covers(self, meal: int, day: date) -> bool:
        """Return whether the meal is paused on that day."""
        if self.is_cancelled or not has_meal(self.meals, meal):
            return False
        return self.first <= day and (self.last is None or day <= self.last)

    @property
    def is_open_ended(self) -> bool:
        return self.last is None and not self.is_cancelled


@dataclass(slots=True)
class ScheduleDraft:
    """The whole schedule of a plan, to which actions are applied."""

    tracks: dict[int, Track]
    pauses: list[PauseSpan]
    calendar: Calendar
    is_past_cutoff: bool = False  # whether a change concerns a serving that the kitchen counts on

    def servings(self) -> Iterator[DraftServing]:
        """Yield all servings, meal by meal."""
        for track in self.tracks.values():
            yield from track.servings

    def meals(self) -> list[int]:
        """Return the meals with boxes; a meal whose days were reduced to 0 has none."""
        return [meal for meal, track in self.tracks.items() if track.length]

    def serving(self, serving_id: int) -> DraftServing:
        """Raises DomainError where the plan has no serving with this id."""
        for serving in self.servings():
            if serving.serving_id == serving_id:
                return serving
        raise DomainError("The plan has no such box.")

    def changed(self) -> list[DraftServing]:
        """Return the servings that differ from the stored ones, new ones included."""
        return [serving for serving in self.servings() if serving.is_changed]

    def is_paused_on(self, meal: int, day: date) -> bool:
        return any(pause.covers(meal, day) for pause in self.pauses)

    def paused_from(self, meal: int) -> date | None:
        """Return the first day of the meal's open-ended pause."""
        pauses = [a.first for a in self.pauses if a.is_open_ended and has_meal(a.meals, meal)]
        return min(pauses, default=None)

    def is_free(self, track: Track, day: date) -> bool:
        """Return whether the track can have a serving on that day, whatever its weekday."""
        return (
            track.on(day) is None
            and not self.calendar.is_closed(track.meal, day)
            and not self.is_paused_on(track.meal, day)
        )

    def unschedule(self, servings: Iterable[DraftServing]) -> list[DraftServing]:
        """Take servings off their days and hold them, so that none blocks another's day."""
        unscheduled = list(servings)
        for serving in unscheduled:
            serving.day, serving.state, serving.is_exception = None, ServingState.HELD, False
        return unscheduled

    def reschedule_to_end(self, servings: Iterable[DraftServing]) -> None:
        """Move servings after the last day of their track, never to an earlier day than their present one."""
        ends = {meal: track.last_date() for meal, track in self.tracks.items()}
        for serving in self.unschedule(servings):
            end = ends[serving.meal]
            self.append([serving], not_before=end and end + ONE_DAY)

    def append(self, servings: Iterable[DraftServing], *, not_before: date | None = None) -> None:
        """Schedule servings in this order, each on the first free service day after its track's last one.

        None comes before `not_before`. A serving that finds no day before an open-ended pause is held.
        """
        for serving in servings:
            track = self.tracks[serving.meal]
            paused = self.paused_from(serving.meal)
            last = track.last_date()
            begin = max(
                day
                for day in (
                    last and last + ONE_DAY,
                    not_before,
                    self.calendar.first_open(serving.meal),
                )
                if day
            )
            for day in self.calendar.service_days(serving.meal, track.weekdays, begin):
                if paused and day >= paused:
                    break
                if self.is_free(track, day):
                    serving.day, serving.state = day, ServingState.PLANNED
                    serving.is_exception = False
                    break

    def add_serving(
        self, track: Track, box_contents: int, replacement_for: int | None = None
    ) -> None:
        """Append a new serving to a track, with the next number."""
        seq = max((serving.seq for serving in track.servings), default=0) + 1
        serving = DraftServing(
            0, track.meal, seq, None, ServingState.HELD, box_contents, replacement_for
        )
        track.servings.append(serving)
        self.append([serving])

    def require_open(self, serving: DraftServing) -> None:
        """Raise DomainError where the serving's cut-off has passed."""
        self.require_result(serving)
        if serving.day and not self.calendar.is_open(serving.meal, serving.day):
            raise PastCutOffError(
                f"The cut-off for {meal_of(serving)} on {format_day(serving.day)} has passed",
                "it can be charged as delivered and replaced, but no longer moved.",
                "dates",
            )

    def require_open_day(self, meal: int, day: date, can: str, field: str = "from") -> None:
        """Raise DomainError where the meal's cut-off has passed; `can` begins with what is possible later."""
        if not self.calendar.is_open(meal, day):
            first = format_day(self.calendar.first_open(meal))
            raise DomainError(
                f"The cut-off for {format_day(day)} has passed: {can} from {first}.", field
            )

    def require_result(self, serving: DraftServing) -> None:
        """Raise DomainError where nobody has said what became of a past serving."""
        if has_no_result(serving.state, serving.day, self.calendar.today):
            raise PastCutOffError(
                f"The box of {describe_serving(serving)} has no result yet",
                "first say under Runs, No result, whether it was delivered.",
                "dates",
            )


def meal_of(serving: DraftServing) -> str:
    """Format as "lunch"."""
    return str(Meal(serving.meal).label).lower()


def format_day(day: date) -> str:
    """Format as "Wed 9 Dec"."""
    return f"{day:%a} {day.day} {day:%b}"


def meal_bits(meals: Collection[int]) -> int:
    """Meals as one number: breakfast 1, lunch 2, dinner 4."""
    return sum(1 << (meal - 1) for meal in set(meals))


def has_meal(bits: int, meal: int) -> bool:
    """Return whether the meal is one of `meal_bits`."""
    return bool(bits >> (meal - 1) & 1)


def state_label(serving: DraftServing) -> str:
    """Format as "planned" or "not delivered"."""
    return str(ServingState(serving.state).label).lower()


def describe_serving(serving: DraftServing) -> str:
    """Format as "Wed 9 Dec"; the meal and number of a serving that has no day."""
    return format_day(serving.day) if serving.day else f"{Meal(serving.meal).label} {serving.seq}"
