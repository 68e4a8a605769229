"""A plan's schedule in memory, so that an action can be previewed before it is saved. Pure."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date

from oottam.core.errors import DomainError
from oottam.plans.domain.calendar import ONE_DAY, Calendar, weekday_bit
from oottam.plans.models.choices import Meal, ServingState

# States in which a box occupies its day.
STANDING = frozenset({ServingState.PLANNED, ServingState.DELIVERED, ServingState.FAILED})
DATED = STANDING | {ServingState.FORFEITED}
COUNTED = frozenset(ServingState) - {ServingState.CANCELLED}


@dataclass(slots=True)
class Box:
    """A serving. `number` is the row's id, 0 until it is stored."""

    number: int
    meal: int
    seq: int
    day: date | None
    state: int
    box_contents: int
    replacement_for: int | None = None
    is_exception: bool = False
    original: "tuple[date | None, int, int, bool] | None" = None  # None for a new box

    @property
    def current(self) -> tuple[date | None, int, int, bool]:
        """The columns that an action can change."""
        return (self.day, self.state, self.box_contents, self.is_exception)

    @property
    def is_changed(self) -> bool:
        return self.original != self.current


@dataclass(slots=True)
class Track:
    """One meal of the plan: the number of ordered servings, its weekdays and its boxes."""

    meal: int
    servings: int
    weekdays: int
    boxes: list[Box] = field(default_factory=list)

    def counted(self) -> list[Box]:
        """Return the boxes that count towards the ordered number: neither cancelled nor replacements."""
        return [box for box in self.boxes if box.state in COUNTED and box.replacement_for is None]

    def on(self, day: date) -> Box | None:
        """Return the box that occupies that day."""
        return next((b for b in self.boxes if b.day == day and b.state in STANDING), None)

    def last_date(self) -> date | None:
        return max((box.day for box in self.boxes if box.day and box.state in DATED), default=None)


@dataclass(slots=True)
class PauseSpan:
    """Days without meals. `meals` has a bit for each meal, `last` is None while open-ended, `number` is the row's id."""

    number: int
    meals: int
    first: date
    last: date | None
    is_cancelled: bool = False  # as if it had never existed
    original_last: date | None = None
    original_is_over: bool = False

    def covers(self, meal: int, day: date) -> bool:
        """Return whether the meal is paused on that day."""
        if self.is_cancelled or not self.meals >> (meal - 1) & 1:
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
    is_past_cutoff: bool = False  # whether a change concerns a box that the kitchen counts on

    def boxes(self) -> Iterator[Box]:
        """Yield all boxes, meal by meal."""
        for track in self.tracks.values():
            yield from track.boxes

    def box(self, serving: int) -> Box:
        """Return the box with this serving's id; raises DomainError where the plan has none."""
        for box in self.boxes():
            if box.number == serving:
                return box
        raise DomainError("The plan has no such box.")

    def changed(self) -> list[Box]:
        """Return the boxes that differ from the stored ones, new ones included."""
        return [box for box in self.boxes() if box.is_changed]

    def is_paused_on(self, meal: int, day: date) -> bool:
        return any(pause.covers(meal, day) for pause in self.pauses)

    def paused_from(self, meal: int) -> date | None:
        """Return the first day of the meal's open-ended pause."""
        pauses = [a.first for a in self.pauses if a.is_open_ended and a.meals >> (meal - 1) & 1]
        return min(pauses, default=None)

    def is_free(self, track: Track, day: date) -> bool:
        """Return whether the track can have a box on that day, whatever its weekday."""
        return (
            track.on(day) is None
            and not self.calendar.is_closed(track.meal, day)
            and not self.is_paused_on(track.meal, day)
        )

    def unschedule(self, boxes: Iterable[Box]) -> list[Box]:
        """Take boxes off their days and hold them, so that none blocks another's day."""
        lifted = list(boxes)
        for box in lifted:
            box.day, box.state, box.is_exception = None, ServingState.HELD, False
        return lifted

    def reschedule_to_end(self, boxes: Iterable[Box]) -> None:
        """Move boxes after the last day of their track, never to an earlier day than their present one."""
        ends = {meal: track.last_date() for meal, track in self.tracks.items()}
        for box in self.unschedule(boxes):
            end = ends[box.meal]
            self.append([box], not_before=end and end + ONE_DAY)

    def append(self, boxes: Iterable[Box], *, not_before: date | None = None) -> None:
        """Schedule boxes in this order, each on the first free service day after its track's last one.

        None comes before `not_before`. A box that finds no day before an open-ended pause is held.
        """
        for box in boxes:
            track = self.tracks[box.meal]
            paused = self.paused_from(box.meal)
            last = track.last_date()
            begin = max(
                day
                for day in (last and last + ONE_DAY, not_before, self.calendar.first_open(box.meal))
                if day
            )
            for day in self.calendar.service_days(box.meal, track.weekdays, begin):
                if paused and day >= paused:
                    break
                if self.is_free(track, day):
                    box.day, box.state, box.is_exception = day, ServingState.PLANNED, False
                    break

    def add_box(self, track: Track, box_contents: int, replacement_for: int | None = None) -> None:
        """Append a new box to a track, with the next number."""
        seq = max((box.seq for box in track.boxes), default=0) + 1
        box = Box(0, track.meal, seq, None, ServingState.HELD, box_contents, replacement_for)
        track.boxes.append(box)
        self.append([box])

    def require_open(self, box: Box) -> None:
        """Raise DomainError where the box's cut-off has passed."""
        if box.day and not self.calendar.is_open(box.meal, box.day):
            raise DomainError(
                f"The cut-off for {meal_of(box)} on {format_day(box.day)} has passed: it can be "
                "charged as delivered and replaced, but no longer moved.",
                "dates",
            )

    def is_on_its_weekday(self, box: Box) -> bool:
        return box.day is not None and bool(weekday_bit(box.day) & self.tracks[box.meal].weekdays)


def meal_of(box: Box) -> str:
    """Format as "lunch"."""
    return str(Meal(box.meal).label).lower()


def format_day(day: date) -> str:
    """Format as "Wed 9 Dec"."""
    return f"{day:%a} {day.day} {day:%b}"


def meal_bits(meals: Collection[int]) -> int:
    """Meals as one number: breakfast 1, lunch 2, dinner 4."""
    return sum(1 << (meal - 1) for meal in set(meals))


def state_label(box: Box) -> str:
    """Format as "planned" or "not delivered"."""
    return str(ServingState(box.state).label).lower()


def describe_box(box: Box) -> str:
    """Format as "Wed 9 Dec"; the meal and number of a box that has no day."""
    return format_day(box.day) if box.day else f"{Meal(box.meal).label} {box.seq}"
