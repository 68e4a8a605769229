"""Who had a run, and which boxes were on it, at the time of an event: an event counts by that, however late it arrives."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.contrib.auth.models import User
from django.utils import timezone

from oottam.core.days import end_of_day, shift, start_of_day
from oottam.core.errors import DomainError
from oottam.delivery.models import Run, RunAssignment, RunServing
from oottam.delivery.runs import Period, Runs, runs_of
from oottam.delivery.stops import Stop
from oottam.requests.models import Request
from oottam.schedule.choices import ON_THE_DAY
from oottam.schedule.models import Serving

MAX_KEY_LENGTH = 64  # characters


def require_key(key: str) -> None:
    """Raise DomainError without a key, or for one that is too long."""
    if not key or len(key) > MAX_KEY_LENGTH:
        raise DomainError("This tap has no key.")


MAX_AGE = timedelta(days=7)  # how long after its day an event is accepted
NIGHT = timedelta(hours=6)  # a run may last this long past midnight
CLOCK_TOLERANCE = timedelta(minutes=2)  # difference of clocks at a handover
MAX_CLOCK_ERROR = timedelta(hours=1)  # larger errors are rejected
DAY_OVER = "This day is over, or still to come."
NOT_THEIRS = "This run was not yours when you tapped."
OTHER_RUN = "The desk had given this box to another run."
NOT_ON_RUN = "This box is not on this run."

ALWAYS: Period = (None, None)


@dataclass(frozen=True, slots=True)
class History:
    """What one rider may report on a run. `boxes` are periods by serving; `elsewhere` were only on other runs."""

    day: date
    periods: Sequence[Period]
    boxes: Mapping[int, Period]
    elsewhere: frozenset[int]
    is_recorded: bool

    def moment(self, tapped_at: datetime | None, now: datetime) -> datetime:
        """Return the time of the event. Raises DomainError for an impossible clock, and outside the run's day.

        Phones that opened the run before 0.4.0 send no time for cash and undo: then it is the last moment at which
        the rider had the run.
        """
        require_week(self.day, now)
        zone = timezone.get_default_timezone()
        over = end_of_day(self.day, zone) + NIGHT
        if tapped_at is None:
            ends = [until for _, until in self.periods]
            had = now if None in ends else max(filter(None, ends), default=now)
            return min(had, now, over)
        if not start_of_day(self.day, zone) - MAX_CLOCK_ERROR <= tapped_at <= now + MAX_CLOCK_ERROR:
            phone_date = f"{tapped_at.day} {tapped_at:%b} {tapped_at.year}"
            raise DomainError(f"The clock of this phone was wrong: it said {phone_date}.")
        if tapped_at > over:
            raise DomainError("This run was over when you tapped.")
        return min(tapped_at, now)

    def rejection_reason(self, servings: Sequence[int], at: datetime) -> str:
        """Explain why an event of that moment does not count; "" where it counts for one of these boxes.

        Raises DomainError for boxes that never were on the run.
        """
        box_periods = [self.boxes[serving] for serving in servings if serving in self.boxes]
        if not box_periods and (self.is_recorded or self.elsewhere.issuperset(servings)):
            raise DomainError(NOT_ON_RUN)
        if not any(_holds(period, at) for period in self.periods):
            return NOT_THEIRS
        if box_periods and not any(_holds(period, at) for period in box_periods):
            return OTHER_RUN
        return ""


def _holds(period: Period, at: datetime) -> bool:
    since, until = period
    return (since is None or since - CLOCK_TOLERANCE <= at) and (until is None or at <= until)


def require_week(day: date, now: datetime) -> None:
    """Raise DomainError more than a week after the day, and before it."""
    if not day <= timezone.localdate(now) <= shift(day, MAX_AGE):
        raise DomainError(DAY_OVER)


def was_rider(run: Run, user: User) -> bool:
    """Return whether the run is or was the user's."""
    return run.rider_id == user.pk or run.former_riders.filter(rider=user).exists()


def history_of(run: Run, rider: User, now: datetime) -> History:
    """Load the rider's history of the run, and record the boxes of today's runs. Three queries more than `runs_of`."""
    meal_runs = runs_of(run.date, run.meal)
    recorded = record_boxes(meal_runs, now)
    assignments = list(
        RunAssignment.objects.filter(run=run).values_list("rider_id", "since", "until")
    )
    periods = [(since, until) for who, since, until in assignments if who == rider.pk]
    boxes = {serving: period for (on, serving), period in recorded.items() if on == run.pk}
    elsewhere = {serving for on, serving in recorded if on != run.pk}
    for other in meal_runs.runs:
        servings = set(_servings(other.stops))
        if other.route != run.route_id:
            elsewhere |= servings
        else:
            # No run of the meal was opened on its day: only its present boxes are known.
            boxes |= dict.fromkeys(servings - boxes.keys() - elsewhere, ALWAYS)
    return History(
        run.date,
        # Riders from before 0.4.0 have no periods.
        periods or ([ALWAYS] if was_rider(run, rider) else []),
        boxes,
        frozenset(elsewhere - boxes.keys()),
        bool(assignments),
    )


def record_boxes(meal_runs: Runs, now: datetime) -> Mapping[tuple[int, int], Period]:
    """Record which boxes the runs of a meal carry from now on, if it is today's. No query without changes."""
    if meal_runs.day != timezone.localdate(now):
        return meal_runs.recorded
    periods = meal_runs.recorded
    carried = {
        (run.number, serving)
        for run in meal_runs.runs
        if run.number is not None
        for serving in _servings(run.stops)
    }
    changed: dict[tuple[int, int], Period] = {}
    for key, (since, until) in periods.items():
        if (until is None) != (key in carried):
            changed[key] = since, None if key in carried else now
    for (run, serving), (_, until) in changed.items():
        RunServing.objects.filter(run=run, serving=serving).update(until=until)
    # A box from another run is on this one since it left that.
    ends = {serving: until for (_, serving), (_, until) in {**periods, **changed}.items()}
    new: dict[tuple[int, int], Period] = {
        key: (ends.get(key[1]), None) for key in carried - periods.keys()
    }
    if new:
        # Concurrent readers find the same rows.
        RunServing.objects.bulk_create(
            [
                RunServing(run_id=run, serving_id=serving, since=since)
                for (run, serving), (since, _) in sorted(new.items())
            ],
            ignore_conflicts=True,
        )
    return {**periods, **changed, **new}


def record_boxes_of_today(now: datetime) -> None:
    """Record the boxes of all meals with runs today; called before and after stops change their route."""
    today = timezone.localdate(now)
    for meal in sorted(set(Run.objects.filter(date=today).values_list("meal", flat=True))):
        record_boxes(runs_of(today, meal), now)


def record_rider(run: Run, previous: User | None, now: datetime) -> None:
    """End the former rider's period and begin the new one's."""
    if previous is not None:
        assignment = RunAssignment.objects.filter(run=run, rider=previous, until=None)
        if not assignment.update(until=now):
            RunAssignment.objects.create(run=run, rider=previous, until=now)
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
    return [box.serving_id for stop in stops for box in stop.boxes]
