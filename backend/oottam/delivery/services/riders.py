"""Riders of runs."""

from datetime import date, datetime, timedelta

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils import timezone

from oottam.accounts.models import AccountRole
from oottam.accounts.roles import ROLE_PERMISSIONS, Permission, Role, permissions_of
from oottam.audit.log import record
from oottam.core.days import shift
from oottam.core.errors import DomainError
from oottam.delivery.models import FormerRider, Route, Run, TakeOver
from oottam.delivery.runs import runs_of
from oottam.delivery.services.history import record_rider

LOOK_BACK = timedelta(days=28)


def assign(
    *, day: date, meal: int, route_id: int, rider: User | None, actor: User, now: datetime
) -> Run:
    """Assign the run of a route and meal to a rider, or to none.

    Earlier events of the former rider still count. Raises DomainError for a past day, and for an account that may not
    deliver.
    """
    if day < timezone.localdate(now):
        raise DomainError("That day has passed.")
    if rider is not None and Permission.DELIVER not in permissions_of(rider):
        raise DomainError("This account is not a rider.", "rider")
    with transaction.atomic():
        route = Route.objects.select_for_update().filter(pk=route_id).first()
        if route is None:
            raise DomainError("This route no longer exists.", "route")
        run, _ = Run.objects.get_or_create(date=day, meal=meal, route=route)
        previous = run.rider
        if previous == rider:
            return run
        if previous is not None:
            FormerRider.objects.get_or_create(run=run, rider=previous)
        run.rider = rider
        run.save(update_fields=["rider"])
        record_rider(run, previous, now)
        take_overs = TakeOver.objects.filter(run=run, rider=rider, decided_at=None)
        take_overs.update(decided_at=now, decided_by=actor, is_agreed=True)
        data = {
            "route": route.name,
            "meal": meal,
            "rider": {"was": previous and previous.pk, "now": rider and rider.pk},
        }
        record(action="run.assign", actor=actor, at=now, day=day, data=data)
    return run


def riders() -> list[User]:
    """Return active accounts that may deliver, those with the rider's role first; one query."""
    carrying = [role for role, held in ROLE_PERMISSIONS.items() if Permission.DELIVER in held]
    is_rider = Exists(AccountRole.objects.filter(account=OuterRef("pk"), role=Role.RIDER))
    queryset = User.objects.filter(is_active=True, roles__role__in=carrying).distinct()
    return list(queryset.annotate(is_rider=is_rider).order_by("-is_rider", "username"))


def assign_usual(*, day: date, meal: int, actor: User, now: datetime) -> int:
    """Assign the usual rider to each of the meal's runs that has stops and no rider; return how many.

    Raises DomainError for a past day.
    """
    usual = usual_riders(day, meal)
    by_id = {rider.pk: rider for rider in riders()}
    assigned = 0
    with transaction.atomic():
        # A colleague's assignment has been made, or waits for these.
        list(Route.objects.select_for_update().filter(is_closed=False))
        for run in runs_of(day, meal).runs:
            rider = by_id.get(usual.get(run.route, 0))
            if rider is None or run.rider or not run.stops:
                continue
            assign(day=day, meal=meal, route_id=run.route, rider=rider, actor=actor, now=now)
            assigned += 1
    return assigned


def usual_riders(day: date, meal: int) -> dict[int, int]:
    """Return by route the rider to propose: its usual one, or the last at this meal within LOOK_BACK; two queries."""
    before = Run.objects.filter(
        date__lt=day, date__gte=shift(day, -LOOK_BACK), meal=meal, rider__is_active=True
    )
    rows = before.order_by("date").values_list("route_id", "rider_id")
    last = {route: rider for route, rider in rows if rider is not None}
    usual = Route.objects.filter(usual_rider__is_active=True).values_list("pk", "usual_rider_id")
    return last | {route: rider for route, rider in usual if rider is not None}
