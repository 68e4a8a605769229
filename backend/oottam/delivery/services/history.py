"""Whose run it was, and which boxes were on it, when something was tapped: by that it counts, however late it arrives."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.contrib.auth.models import User
from django.utils import timezone

from oottam.core.days import begin_of, end_of, shift
from oottam.core.errors import DomainError
from oottam.delivery.models import Run, RunAssignment, RunServing
from oottam.delivery.runs import Period, Runs, runs_of
from oottam.delivery.stops import Stop
from oottam.plans.models import Serving
from oottam.plans.models.choices import ON_THE_DAY
from oottam.requests.models import Request

MAX_KEY_LENGTH = 64  # characters


def require_key(key: str) -> None:
    """Raises DomainError for none, or one that is too long to be kept."""
    if not key or len(key) > MAX_KEY_LENGTH:
        raise DomainError("This tap has no key.")


MAX_AGE = timedelta(days=7)  # how long after its day a box may still be spoken of
NIGHT = timedelta(hours=6)  # for so long after midnight a run may still be under way
CLOCK_TOLERANCE = timedelta(minutes=2)  # by so much clocks differ at a handover
MAX_CLOCK_ERROR = timedelta(hours=1)  # by more than this no phone's clock is right
DAY_OVER = "This day is over, or still to come."
NOT_THEIRS = "This run was not yours when you tapped."
OTHER_RUN = "The desk had given this box to another run."
NOT_ON_RUN = "This box is not on this run."

ALWAYS: Period = (None, None)


@dataclass(frozen=True, slots=True)
class History:
    """What one rider may say of a run. `boxes` are by serving; `elsewhere` were on other runs of the meal alone."""

    day: date
    periods: Sequence[Period]
    boxes: Mapping[int, Period]
    elsewhere: frozenset[int]
    is_recorded: bool

    def moment(self, tapped_at: datetime | None, now: datetime) -> datetime:
        """When it was tapped. Raises DomainError for a clock that cannot be right, and outside the run's day.

        Phones that opened the run before 0.4.0 do not say when cash was taken or something was undone: the last moment
        at which the rider had the run.
        """
        require_week(self.day, now)
        zone = timezone.get_default_timezone()
        over = end_of(self.day, zone) + NIGHT
        if tapped_at is None:
            ends = [until for _, until in self.periods]
            had = now if None in ends else max(filter(None, ends), default=now)
            return min(had, now, over)
        if not begin_of(self.day, zone) - MAX_CLOCK_ERROR <= tapped_at <= now + MAX_CLOCK_ERROR:
            phone_date = f"{tapped_at.day} {tapped_at:%b} {tapped_at.year}"
            raise DomainError(f"The clock of this phone was wrong: it said {phone_date}.")
        if tapped_at > over:
            raise DomainError("This run was over when you tapped.")
        return min(tapped_at, now)

    def rejection_reason(self, servings: Sequence[int], at: datetime) -> str:
        """Why a tap of that moment changes nothing, a sentence; "" where it counts for one of these boxes.

        Raises DomainError for boxes that never were on the run.
        """
        known = [self.boxes[each] for each in servings if each in self.boxes]
        if not known and (self.is_recorded or self.elsewhere.issuperset(servings)):
            raise DomainError(NOT_ON_RUN)
        if not any(_holds(period, at) for period in self.periods):
            return NOT_THEIRS
        if known and not any(_holds(period, at) for period in known):
            return OTHER_RUN
        return ""


def _holds(period: Period, at: datetime) -> bool:
    since, until = period
    return (since is None or since - CLOCK_TOLERANCE <= at) and (until is None or at <= until)


def require_week(day: date, now: datetime) -> None:
    """Raises DomainError more than a week after the day, and before it."""
    if not day <= timezone.localdate(now) <= shift(day, MAX_AGE):
        raise DomainError(DAY_OVER)


def was_rider(run: Run, user: User) -> bool:
    """Whether it is or was theirs."""
    return run.rider_id == user.pk or run.former_riders.filter(rider=user).exists()


def history_of(run: Run, rider: User, now: datetime) -> History:
    """What the rider's taps on the run are measured by; records which boxes its day's runs carry. Three queries more."""
    found = runs_of(run.date, run.meal)
    recorded = record_boxes(found, now)
    given = list(RunAssignment.objects.filter(run=run).values_list("rider_id", "since", "until"))
    periods = [(since, until) for who, since, until in given if who == rider.pk]
    boxes = {serving: period for (on, serving), period in recorded.items() if on == run.pk}
    elsewhere = {serving for on, serving in recorded if on != run.pk}
    for other in found.runs:
        servings = set(_servings(other.stops))
        if other.route != run.route_id:
            elsewhere |= servings
        else:
            # Nobody had opened a run of the meal on its day: what it carries by now is all that is known.
            boxes |= dict.fromkeys(servings - boxes.keys() - elsewhere, ALWAYS)
    return History(
        run.date,
        # Of a rider from before 0.4.0 nobody knows from when to when.
        periods or ([ALWAYS] if was_rider(run, rider) else []),
        boxes,
        frozenset(elsewhere - boxes.keys()),
        bool(given),
    )


def record_boxes(found: Runs, now: datetime) -> Mapping[tuple[int, int], Period]:
    """Which boxes the runs of a meal carry, from now on where it is today's. No query where nothing has changed."""
    if found.day != timezone.localdate(now):
        return found.recorded
    known = found.recorded
    carried = {
        (run.number, serving)
        for run in found.runs
        if run.number is not None
        for serving in _servings(run.stops)
    }
    changed: dict[tuple[int, int], Period] = {}
    for key, (since, until) in known.items():
        if (until is None) != (key in carried):
            changed[key] = since, None if key in carried else now
    for (run, serving), (_, until) in changed.items():
        RunServing.objects.filter(run=run, serving=serving).update(until=until)
    # A box of another run is on this one from when it left that.
    left = {serving: until for (_, serving), (_, until) in {**known, **changed}.items()}
    new: dict[tuple[int, int], Period] = {
        key: (left.get(key[1]), None) for key in carried - known.keys()
    }
    if new:
        # Two who look at once find the same ones.
        RunServing.objects.bulk_create(
            [
                RunServing(run_id=run, serving_id=serving, since=since)
                for (run, serving), (since, _) in sorted(new.items())
            ],
            ignore_conflicts=True,
        )
    return {**known, **changed, **new}


def record_boxes_of_today(now: datetime) -> None:
    """Of every meal that somebody carries today: stops are about to change their route, or have done so."""
    today = timezone.localdate(now)
    for meal in sorted(set(Run.objects.filter(date=today).values_list("meal", flat=True))):
        record_boxes(runs_of(today, meal), now)


def record_rider(run: Run, was: User | None, now: datetime) -> None:
    """The run's rider is another one from now on, or nobody."""
    if was is not None:
        ended = RunAssignment.objects.filter(run=run, rider=was, until=None)
        if not ended.update(until=now):
            RunAssignment.objects.create(run=run, rider=was, until=now)
    if run.rider is not None:
        before = RunAssignment.objects.filter(run=run).exists()
        RunAssignment.objects.create(run=run, rider=run.rider, since=now if before else None)


def servings_of(request: Request, run: Run) -> list[int]:
    """The request's boxes that were on the run, or are of its meal."""
    of_request = Serving.objects.filter(plan__request=request)
    on_run = of_request.filter(run_boxes__run=run)
    of_meal = of_request.filter(date=run.date, meal=run.meal, state__in=ON_THE_DAY)
    return sorted({*on_run.values_list("pk", flat=True), *of_meal.values_list("pk", flat=True)})


def _servings(stops: Sequence[Stop]) -> list[int]:
    return [box.serving for stop in stops for box in stop.boxes]
