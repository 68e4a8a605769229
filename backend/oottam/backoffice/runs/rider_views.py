"""A rider's runs: today's list, and the page of one, stop by stop."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

from django.contrib import messages
from django.db.models import Count, Q
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone

from oottam.accounts.roles import Permission, permissions_of
from oottam.backoffice.runs.presenters import StopView, reason_options, stop_views
from oottam.backoffice.shared.decorators import (
    BACKOFFICE_ROOT,
    SAFE_METHODS,
    StaffRequest,
    public_page,
    staff_action,
    staff_page,
    wants_json,
)
from oottam.backoffice.shared.errors import errors_as_messages
from oottam.billing import balances
from oottam.core import page_assets
from oottam.core.clock import clock_time
from oottam.core.direction import isolated_values
from oottam.delivery.models import Reason, Run
from oottam.delivery.runs import runs_of
from oottam.delivery.services import cash, take_over
from oottam.delivery.services.cash import rider_days, undoable_cash
from oottam.delivery.services.history import History, history_of, record_boxes, was_rider
from oottam.requests.models import Request
from oottam.schedule.models import Meal


def island_data(
    run: Run, stops: Sequence[StopView], as_of: datetime, account: str
) -> dict[str, Any]:
    """Return JSON; amounts in paise, states "open", "delivered" and "failed". `as_of` is before the stops were read."""
    return {
        "run": run.pk,
        "account": account,
        "asOf": milliseconds(as_of),
        "day": run.date.isoformat(),
        "takeOvers": run.open_take_overs,  # type: ignore[attr-defined]
        "ownRuns": reverse("backoffice:own-runs"),
        "taps": reverse("backoffice:run-record-taps", args=[run.pk]),
        "worker": reverse("backoffice:run-worker"),
        "scope": BACKOFFICE_ROOT,
        "reasons": [[code, str(label)] for code, label in Reason.choices],
        "stops": isolated_values([_stop(stop) for stop in stops]),
    }


def milliseconds(moment: datetime) -> int:
    """Return the epoch's milliseconds, by which a phone compares versions."""
    return int(moment.timestamp() * 1000)


def _stop(stop: StopView) -> dict[str, Any]:
    return {
        "number": stop.number,
        "name": stop.name,
        "caller": stop.caller,
        "phone": "" if stop.caller else stop.phone,  # as it was typed
        "address": " ".join(part for part in (stop.address, stop.pin) if part),
        "locality": stop.locality,
        "map": stop.map_address if stop.address else "",
        "hint": stop.hint,
        "time": clock_time(stop.delivery_time) if stop.delivery_time else "",
        "debts": [list(debt) for debt in stop.debts],
        "received": [list(payment) for payment in stop.received],
        "boxes": [
            {
                "serving": box.serving_id,
                "reference": box.reference,
                "portions": box.portions,
                "state": box.state,
                "key": box.result.key if box.result else "",
                "why": box.reason,
            }
            for box in stop.boxes
        ],
    }


@staff_page(Permission.DELIVER)
def list_view(request: StaffRequest) -> HttpResponse:
    """List the rider's runs of today, in the order of the day."""
    now, today = timezone.now(), timezone.localdate()
    own, others = take_over.runs_of_today(request.user, now)
    return render(
        request,
        "backoffice/runs/rider_runs.html",
        {
            "title": "My runs",
            "account": request.user.get_username(),
            "rows": [(run, Meal(run.meal).label, found) for run, found in own],
            "others": [(other, Meal(other.meal).label) for other in others],
            "take_overs": [
                (other_run, Meal(meal).label)
                for meal, other_run in take_over.take_overs_of(request.user, now)
            ],
            "money": next(iter(rider_days(today, today, rider=request.user)), None),
            "fresh": undoable_cash(request.user, now),
        },
    )


@staff_action(Permission.DELIVER)
def request_take_over(request: StaffRequest, run_id: int) -> HttpResponse:
    """Request to take over another rider's run."""
    message = "Requested. Call the desk or its rider: the run is yours once they accept."
    return _decide(request, take_over.request_take_over, message, run_id=run_id)


@staff_action(Permission.DELIVER)
def agree(request: StaffRequest, number: int) -> HttpResponse:
    """Accept a take-over."""
    return _decide(request, take_over.accept_take_over, "The run has a new rider.", number=number)


@staff_action(Permission.DELIVER)
def refuse(request: StaffRequest, number: int) -> HttpResponse:
    """Decline a take-over."""
    return _decide(request, take_over.refuse_take_over, "The run keeps its rider.", number=number)


def _decide(
    request: StaffRequest, action: Callable[..., Any], message: str, **which: int
) -> HttpResponse:
    """Redirect the desk to the runs of the meal, a rider to their own."""
    back = redirect("backoffice:own-runs")
    with errors_as_messages(request):
        decided = action(actor=request.user, now=timezone.now(), **which)
        messages.success(request, message)
        if decided and Permission.WORK_REQUESTS in permissions_of(request.user):
            back = redirect("backoffice:runs", decided.run.date, decided.run.meal)
    return back


@staff_page(Permission.DELIVER)
def detail(request: StaffRequest, run_id: int) -> HttpResponse:
    """Show the next stop and all others, to the run's rider on its day and to the desk; a phone requests JSON."""
    run = load_allowed_run(request, run_id)
    as_of = timezone.now()
    stops = _stops(run)
    if wants_json(request):
        return JsonResponse(island_data(run, stops, as_of, request.user.get_username()))
    waiting = [stop for stop in stops if stop.state == "open"]
    return render(
        request,
        "backoffice/runs/run.html",
        {
            "title": f"{run.route.name}, {Meal(run.meal).label.lower()}",
            "run": run,
            "meal_name": Meal(run.meal).label,
            "next": waiting[0] if waiting else None,
            "waiting": waiting[1:],
            "over": [stop for stop in stops if stop.state != "open"],
            "stops": stops,
            "boxes": sum(len(stop.boxes) for stop in stops),
            "as_of": as_of,
            "reasons": reason_options(),
            "take_overs": run.open_take_overs,  # type: ignore[attr-defined]
            "is_desk": Permission.WORK_REQUESTS in permissions_of(request.user),
            "data": island_data(run, stops, as_of, request.user.get_username()),
        },
    )


def _stops(run: Run) -> list[StopView]:
    """Run eight queries."""
    day_runs = runs_of(run.date, run.meal)
    # A rider may record outcomes of the boxes that the page shows.
    record_boxes(day_runs, timezone.now())
    of_route = day_runs.of_route(run.route_id)
    carried = {"plan__all_servings__date": run.date, "plan__all_servings__meal": run.meal}
    owed = balances.owed(Request.objects.filter(**carried).distinct())
    return stop_views(
        of_route.stops if of_route else (),
        day_runs.results,
        owed,
        received=cash.received_on(run),
    )


@public_page(methods=SAFE_METHODS)
def worker(request: HttpRequest) -> HttpResponseBase:
    """Serve the service worker, by which a run that was opened once opens without network; it has no personal data."""
    code = page_assets.content("backoffice/run/worker.ts")
    response = HttpResponse(code, content_type="text/javascript; charset=utf-8")
    # The scope includes the log-out, when the worker deletes what it stores.
    response["Service-Worker-Allowed"] = BACKOFFICE_ROOT
    return response


def load_allowed_run(request: StaffRequest, run_id: int, *, also_former: bool = False) -> Run:
    """Load the run; raises Http404 where this user may not see it.

    `also_former`: a former rider of the run may still send earlier taps.
    """
    open_take_overs = Count("take_overs", filter=Q(take_overs__decided_at=None))
    runs = Run.objects.select_related("route", "rider").annotate(open_take_overs=open_take_overs)
    run = get_object_or_404(runs, pk=run_id)
    # A phone's queued taps may arrive after midnight, or after the run got another rider.
    if not may_see(request, run) and not (also_former and was_rider(run, request.user)):
        raise Http404
    return run


def may_see(request: StaffRequest, run: Run) -> bool:
    """Return whether the user is of the desk, or the run's rider on its day."""
    if Permission.WORK_REQUESTS in permissions_of(request.user):
        return True
    return run.rider_id == request.user.pk and run.date == timezone.localdate()


def rider_history(request: StaffRequest, run: Run) -> History | None:
    """Return what limits this rider's taps on the run; None for the desk, which may record any box."""
    if Permission.WORK_REQUESTS in permissions_of(request.user):
        return None
    return history_of(run, request.user, timezone.now())
