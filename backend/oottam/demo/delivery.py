"""Demo deliveries: routes, riders, runs in progress, and a failed delivery."""

from collections.abc import Sequence
from datetime import date, datetime, time, timedelta

from django.contrib.auth.models import User
from django.utils import timezone

from oottam.accounts.roles import Role
from oottam.billing import balances
from oottam.delivery.models import Outcome, Reason, Run
from oottam.delivery.runs import RunOfDay, meal_at, runs_of
from oottam.delivery.services import cash, ordering, outcomes
from oottam.delivery.services.outcomes import DeliveryEvent
from oottam.delivery.services.riders import assign
from oottam.delivery.services.routes import add_route
from oottam.delivery.stops import Stop
from oottam.demo.desk import create_account
from oottam.requests.models import Request
from oottam.schedule.choices import PLAN_MEALS
from oottam.schedule.models import Meal

RIDERS = ("sample-murugan", "sample-selvi")
# One demo PIN code is on no route, so its stops are unplaced.
ROUTES = (
    ("Besant Nagar and Thiruvanmiyur", ("600090", "600041")),
    ("Adyar and Kotturpuram", ("600020", "600085")),
    ("Mylapore and Alwarpet", ("600004", "600018", "600028")),
)
_HINTS = (
    "Blue gate opposite the temple tank, the bell is weak",
    "Third floor, no lift: call first, she comes down",
    "Leave it with the watchman after one",
)
_FAILURE = Reason.NOBODY_HOME, "Rang twice, waited ten minutes"
_STOP_INTERVAL = timedelta(minutes=7)  # between two stops
_CASH_PAISE = 500_00


def simulate(now: datetime, staff: User) -> None:
    """Record the riders' work of today until `now`, or of yesterday if today has no deliveries."""
    routes = [add_route(name=name, pins=pins, actor=staff, now=now) for name, pins in ROUTES]
    riders = [create_account(name, Role.RIDER) for name in RIDERS]
    today = timezone.localdate(now)
    is_today = any(runs_of(today, meal).stops() for meal in PLAN_MEALS)
    day = today if is_today else today - timedelta(days=1)
    at = now if is_today else timezone.make_aware(datetime.combine(day, time(13, 30)))
    for meal in PLAN_MEALS:
        for route, rider in zip(routes, riders, strict=False):  # the last route has no rider yet
            assign(day=day, meal=meal, route_id=route.pk, rider=rider, actor=staff, now=at)
    _add_hints(day, staff, now)
    for meal in (meal for meal in PLAN_MEALS if meal <= meal_at(at)):
        for run_of_day, rider in zip(runs_of(day, meal).runs, riders, strict=False):
            _deliver(run_of_day, day, meal, rider, now, is_over=meal < meal_at(at))


def _add_hints(day: date, staff: User, now: datetime) -> None:
    stops = [stop for run_of_day in runs_of(day, Meal.LUNCH).runs for stop in run_of_day.stops]
    for stop, hint in zip(stops[::2], _HINTS, strict=False):
        ordering.set_hint(
            day=day, meal=Meal.LUNCH, stop=stop.number, hint=hint, actor=staff, now=now
        )


def _deliver(
    run_of_day: RunOfDay, day: date, meal: int, rider: User, now: datetime, *, is_over: bool
) -> None:
    """Deliver all stops of a finished run, half of one in progress; there the second stop fails."""
    stops = run_of_day.stops if is_over else run_of_day.stops[: (len(run_of_day.stops) + 1) // 2]
    for index, stop in enumerate(stops):
        tapped_at = now - (len(stops) - index) * _STOP_INTERVAL
        has_failed = index == 1 and not is_over
        for event in _delivery_events(stop, tapped_at, has_failed=has_failed):
            outcomes.record_outcome(event=event, day=day, meal=meal, actor=rider, now=now)
        if not has_failed and not is_over:
            _collect_cash(run_of_day, stop, rider, now)


def _delivery_events(
    stop: Stop, tapped_at: datetime, *, has_failed: bool
) -> Sequence[DeliveryEvent]:
    reason, words = _FAILURE if has_failed else ("", "")
    outcome = Outcome.FAILED if has_failed else Outcome.DELIVERED
    return [
        DeliveryEvent(
            key=f"sample-{box.serving_id}",
            serving_id=box.serving_id,
            outcome=outcome,
            tapped_at=tapped_at,
            reason=reason,
            words=words,
        )
        for box in stop.boxes
    ]


def _collect_cash(run_of_day: RunOfDay, stop: Stop, rider: User, now: datetime) -> None:
    """Collect a part of the balance from the first customer at the stop who owes that much."""
    owed = balances.owed(Request.objects.filter(reference__in=stop.references))
    reference = next((each for each, paise in owed.items() if paise >= _CASH_PAISE), None)
    if reference is not None and run_of_day.number is not None:
        run = Run.objects.get(pk=run_of_day.number)
        key = f"sample-cash-{stop.number}"
        cash.record_cash(
            run=run, reference=reference, paise=_CASH_PAISE, key=key, actor=rider, now=now
        )
