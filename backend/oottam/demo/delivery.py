"""The sample shop's boxes on their way: routes, riders, runs that are partly over, one box that did not arrive."""

from collections.abc import Iterator, Sequence
from datetime import date, datetime, time, timedelta

from django.contrib.auth.models import User
from django.utils import timezone

from oottam.accounts.models import AccountRole
from oottam.accounts.roles import Role
from oottam.backoffice.runs.views import meal_at
from oottam.billing import balances
from oottam.delivery.models import Outcome, Reason, Run
from oottam.delivery.runs import RunOfDay, runs_of
from oottam.delivery.services import cash, ordering, outcomes
from oottam.delivery.services.outcomes import DeliveryEvent
from oottam.delivery.services.riders import assign
from oottam.delivery.services.routes import add_route
from oottam.delivery.stops import Stop
from oottam.plans.models import Meal
from oottam.requests.models import Request

RIDERS = ("sample-murugan", "sample-selvi")
# One PIN code of the samples is on none: its stops wait for somebody to place them.
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
_FAILED = Reason.NOBODY_HOME, "Rang twice, waited ten minutes"
_EVERY = timedelta(minutes=7)  # from door to door
_CASH = 500_00


def run(now: datetime, colleague: User) -> None:
    """What riders did by now, today, or on the day before where nothing is carried today."""
    routes = [add_route(name=name, pins=pins, actor=colleague, now=now) for name, pins in ROUTES]
    riders = [_rider(name) for name in RIDERS]
    today = timezone.localdate(now)
    is_today = any(runs_of(today, meal).stops() for meal in _MEALS)
    day = today if is_today else today - timedelta(days=1)
    at = now if is_today else timezone.make_aware(datetime.combine(day, time(13, 30)))
    for meal in _MEALS:
        for route, rider in zip(routes, riders, strict=False):  # the last one waits for its rider
            assign(day=day, meal=meal, route_id=route.pk, rider=rider, actor=colleague, now=at)
    _say_hints(day, colleague, now)
    for meal, is_over in _carried(at):
        for ridden, rider in zip(runs_of(day, meal).runs, riders, strict=False):
            _ride(ridden, day, meal, rider, now, is_over=is_over)


_MEALS = (Meal.BREAKFAST, Meal.LUNCH, Meal.DINNER)


def _rider(name: str) -> User:
    """An account that nobody can log in with."""
    account, is_new = User.objects.get_or_create(username=name)
    if is_new:
        account.set_unusable_password()
        account.save()
        AccountRole.objects.create(account=account, role=Role.RIDER)
    return account


def _carried(at: datetime) -> Iterator[tuple[Meal, bool]]:
    """The meals that have gone out by then, and whether they are over."""
    for meal in _MEALS:
        if meal <= meal_at(at):
            yield meal, meal < meal_at(at)


def _say_hints(day: date, colleague: User, now: datetime) -> None:
    stops = [stop for ridden in runs_of(day, Meal.LUNCH).runs for stop in ridden.stops]
    for stop, hint in zip(stops[::2], _HINTS, strict=False):
        ordering.set_hint(
            day=day, meal=Meal.LUNCH, stop=stop.number, hint=hint, actor=colleague, now=now
        )


def _ride(
    ridden: RunOfDay, day: date, meal: int, rider: User, now: datetime, *, is_over: bool
) -> None:
    """All doors, or the first half of them; of a run that is under way, nobody was at home at the second one."""
    stops = ridden.stops if is_over else ridden.stops[: (len(ridden.stops) + 1) // 2]
    for at, stop in enumerate(stops):
        tapped_at = now - (len(stops) - at) * _EVERY
        has_failed = at == 1 and not is_over
        for tap in _taps(stop, tapped_at, has_failed=has_failed):
            outcomes.record_outcome(tap=tap, day=day, meal=meal, actor=rider, now=now)
        if not has_failed and not is_over:
            _take_cash(ridden, stop, rider, now)


def _taps(stop: Stop, tapped_at: datetime, *, has_failed: bool) -> Sequence[DeliveryEvent]:
    reason, words = _FAILED if has_failed else ("", "")
    outcome = Outcome.FAILED if has_failed else Outcome.DELIVERED
    return [
        DeliveryEvent(
            key=f"sample-{box.serving}",
            serving=box.serving,
            outcome=outcome,
            tapped_at=tapped_at,
            reason=reason,
            words=words,
        )
        for box in stop.boxes
    ]


def _take_cash(ridden: RunOfDay, stop: Stop, rider: User, now: datetime) -> None:
    """Whoever owes something gives a part of it at the door."""
    owed = balances.owed(Request.objects.filter(reference__in=stop.references))
    reference = next((each for each, paise in owed.items() if paise >= _CASH), None)
    if reference is not None and ridden.number is not None:
        run = Run.objects.get(pk=ridden.number)
        key = f"sample-cash-{stop.number}"
        cash.record_cash(run=run, reference=reference, paise=_CASH, key=key, actor=rider, now=now)
