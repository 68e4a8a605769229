"""A rider's request to take over another rider's run. Until it is accepted they see its name and size alone."""

from dataclasses import dataclass
from datetime import date, datetime

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from oottam.accounts.roles import Permission, permissions_of
from oottam.audit.log import record
from oottam.core.errors import DomainError
from oottam.delivery.models import Run, TakeOver
from oottam.delivery.progress import Progress, progress
from oottam.delivery.runs import OpenTakeOver
from oottam.delivery.services.riders import assign

NO_RUN = "This run does not exist today."
ALREADY_DECIDED = "This has been decided or withdrawn since."


@dataclass(frozen=True, slots=True)
class OtherRun:
    """A run that is not the rider's. `take_over` is the id of their open request.

    `run_id` is None where no rider was assigned: only the desk can then assign it.
    """

    run_id: int | None
    meal: int
    name: str
    stops: int
    has_rider: bool
    take_over: int | None


def runs_of_today(rider: User, now: datetime) -> tuple[list[tuple[Run, Progress]], list[OtherRun]]:
    """Return the rider's runs with progress, and the visible part of other runs; a constant number of queries."""
    today = timezone.localdate(now)
    runs = {
        (run.meal, run.route_id): run
        for run in Run.objects.filter(date=today)
        .select_related("route")
        .order_by("meal", "route__position")
    }
    request = dict(open_take_overs(today).filter(rider=rider).values_list("run_id", "pk"))
    progress_by_route = {(each.meal, each.route): each for each in progress(today)}
    own_runs: list[tuple[Run, Progress]] = []
    for key, run in runs.items():
        nothing = Progress(*key, run.route.name, "", stops=0, open=0, failed=0, boxes=0)
        if run.rider_id == rider.pk:
            own_runs.append((run, progress_by_route.pop(key, nothing)))
    others = [
        OtherRun(
            run_id=run.pk if run else None,
            meal=route_progress.meal,
            name=route_progress.name,
            stops=route_progress.stops,
            has_rider=bool(route_progress.rider),
            take_over=request.get(run.pk) if run else None,
        )
        for key, route_progress in progress_by_route.items()
        if route_progress.route and route_progress.open
        for run in [runs.get((route_progress.meal, route_progress.route))]
    ]
    return own_runs, others


def open_take_overs(day: date) -> QuerySet[TakeOver]:
    return TakeOver.objects.filter(run__date=day, decided_at=None)


def take_overs_of(rider: User, now: datetime) -> list[tuple[int, OpenTakeOver]]:
    """Return open requests for the rider's runs of today, with the meal; one query."""
    queryset = open_take_overs(timezone.localdate(now)).filter(run__rider=rider)
    rows = queryset.values_list("run__meal", "pk", "rider__username", "run__route__name")
    return [(meal, OpenTakeOver(number, who, name)) for meal, number, who, name in rows]


def request_take_over(*, run_id: int, actor: User, now: datetime) -> None:
    """Request a run, once. Raises DomainError."""
    with transaction.atomic():
        run = Run.objects.select_for_update(of=("self",)).select_related("route")
        wanted = run.filter(pk=run_id, date=timezone.localdate(now)).first()
        if wanted is None:
            raise DomainError(NO_RUN)
        if wanted.rider_id == actor.pk:
            raise DomainError("This run is already yours.")
        request, is_new = TakeOver.objects.get_or_create(
            run=wanted, rider=actor, decided_at=None, defaults={"asked_at": now}
        )
        if is_new:
            _record("run.take-over", request, actor, now)


def accept_take_over(*, number: int, actor: User, now: datetime) -> TakeOver:
    """Assign the run to the requester. For the desk and the run's rider. Raises DomainError."""
    with transaction.atomic():
        request = _open(number, now)
        if not _may_decide(request, actor):
            raise DomainError(NO_RUN)
        run = request.run
        assign(
            day=run.date, meal=run.meal, route_id=run.route_id, rider=request.rider, actor=actor,
            now=now,
        )  # fmt: skip
        _decide(request, actor, now, is_agreed=True)
        _record("run.agree", request, actor, now)
    return request


def refuse_take_over(*, number: int, actor: User, now: datetime) -> TakeOver:
    """Decline or withdraw a request. For the desk, the run's rider and the requester. Raises DomainError."""
    with transaction.atomic():
        request = _open(number, now)
        is_own = request.rider_id == actor.pk
        if not is_own and not _may_decide(request, actor):
            raise DomainError(NO_RUN)
        _decide(request, actor, now, is_agreed=False)
        if is_own:
            _record("run.withdraw", request, actor, now)
        else:
            _record("run.refuse", request, actor, now)
    return request


def _open(number: int, now: datetime) -> TakeOver:
    take_over = TakeOver.objects.filter(pk=number, run__date=timezone.localdate(now)).first()
    if take_over is None:
        raise DomainError(NO_RUN)
    # Serialises decisions about a run.
    run = Run.objects.select_for_update().get(pk=take_over.run_id)
    request = TakeOver.objects.select_related("run__route", "rider").get(pk=number)
    if request.decided_at is not None or run.rider_id == request.rider_id:
        raise DomainError(ALREADY_DECIDED)
    return request


def _may_decide(request: TakeOver, actor: User) -> bool:
    """Return whether the actor may accept. Requesters never may, so that a second person knows."""
    if request.rider_id == actor.pk:
        return False
    return request.run.rider_id == actor.pk or Permission.WORK_REQUESTS in permissions_of(actor)


def _decide(request: TakeOver, actor: User, now: datetime, *, is_agreed: bool) -> None:
    request.decided_at, request.decided_by, request.is_agreed = now, actor, is_agreed
    request.save(update_fields=["decided_at", "decided_by", "is_agreed"])


def _record(action: str, request: TakeOver, actor: User, now: datetime) -> None:
    run = request.run
    data = {"route": run.route.name, "meal": run.meal, "rider": request.rider_id}
    record(action=action, actor=actor, at=now, day=run.date, data=data)
