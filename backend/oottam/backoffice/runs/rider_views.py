"""A rider's own runs: the list of today, and one of them, stop by stop."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.db.models import Count, Q
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone

from oottam.accounts.roles import Permission, permissions_of
from oottam.backoffice.layout.decorators import (
    BACKOFFICE_ROOT,
    SAFE_METHODS,
    StaffRequest,
    public_page,
    staff_action,
    staff_page,
    wants_json,
)
from oottam.backoffice.runs import island
from oottam.backoffice.runs.presenters import StopView, reason_options, stop_views
from oottam.billing import balances
from oottam.core import staff_assets
from oottam.core.errors import DomainError
from oottam.delivery.models import Run
from oottam.delivery.runs import runs_of
from oottam.delivery.services import cash, take_over
from oottam.delivery.services.cash import RiderDay, rider_days, undoable_cash
from oottam.delivery.services.history import History, history_of, record_boxes, was_rider
from oottam.plans.models import Meal
from oottam.requests.models import Request


@staff_page(Permission.DELIVER)
def show_all(request: StaffRequest) -> HttpResponse:
    """Today's, in the order of the day."""
    now = timezone.now()
    own, others = take_over.runs_of_today(request.user, now)
    return render(
        request,
        "backoffice/runs/own.html",
        {
            "title": "My runs",
            "account": request.user.get_username(),
            "rows": [(run, Meal(run.meal).label, found) for run, found in own],
            "others": [(each, Meal(each.meal).label) for each in others],
            "take_overs": [
                (each, Meal(meal).label)
                for meal, each in take_over.take_overs_of(request.user, now)
            ],
            "money": _own_money(request),
            "fresh": undoable_cash(request.user, now),
        },
    )


def _own_money(request: StaffRequest) -> RiderDay | None:
    """What they took today; None for nothing."""
    today = timezone.localdate()
    return next(iter(rider_days(today, today, rider=request.user)), None)


@staff_action(Permission.DELIVER)
def ask_for(request: StaffRequest, run: int) -> HttpResponse:
    """To take over a run of another rider."""
    return _decide(
        request,
        lambda **by: take_over.request_take_over(run_id=run, **by),
        "Requested. Call the desk or its rider: the run is yours once they accept.",
    )


@staff_action(Permission.DELIVER)
def agree(request: StaffRequest, number: int) -> HttpResponse:
    """Another rider takes a run over."""
    return _decide(
        request,
        lambda **by: take_over.accept_take_over(number=number, **by),
        "The run has a new rider.",
    )


@staff_action(Permission.DELIVER)
def refuse(request: StaffRequest, number: int) -> HttpResponse:
    """It stays where it is."""
    return _decide(
        request,
        lambda **by: take_over.refuse_take_over(number=number, **by),
        "The run keeps its rider.",
    )


def _decide(request: StaffRequest, doing: Callable[..., Any], said: str) -> HttpResponse:
    """Leads the desk back to the runs of the meal, a rider to their own."""
    back = redirect("backoffice:own-runs")
    try:
        asked = doing(actor=request.user, now=timezone.now())
    except DomainError as error:
        messages.error(request, str(error))
    else:
        messages.success(request, said)
        if asked and Permission.WORK_REQUESTS in permissions_of(request.user):
            back = redirect("backoffice:runs", asked.run.date, asked.run.meal)
    return back


@staff_page(Permission.DELIVER)
def show(request: StaffRequest, run: int) -> HttpResponse:
    """The next stop large, all others below; to its rider on its day, and to the desk. A phone asks for it as JSON."""
    ridden = allowed_run(request, run)
    as_of = timezone.now()
    listed = _stops(ridden)
    if wants_json(request):
        return JsonResponse(island.data(ridden, listed, as_of, request.user.get_username()))
    waiting = [stop for stop in listed if stop.state == "open"]
    return render(
        request,
        "backoffice/runs/run.html",
        {
            "title": f"{ridden.route.name}, {Meal(ridden.meal).label.lower()}",
            "run": ridden,
            "meal_name": Meal(ridden.meal).label,
            "next": waiting[0] if waiting else None,
            "waiting": waiting[1:],
            "over": [stop for stop in listed if stop.state != "open"],
            "stops": listed,
            "boxes": sum(len(stop.boxes) for stop in listed),
            "as_of": as_of,
            "reasons": reason_options(),
            "take_overs": ridden.open_take_overs,  # type: ignore[attr-defined]
            "is_desk": Permission.WORK_REQUESTS in permissions_of(request.user),
            "data": island.data(ridden, listed, as_of, request.user.get_username()),
        },
    )


def _stops(ridden: Run) -> list[StopView]:
    """Four queries."""
    found = runs_of(ridden.date, ridden.meal)
    # What a rider is shown is what a tap may speak of.
    record_boxes(found, timezone.now())
    of_route = found.of_route(ridden.route_id)
    carried = {"plan__all_servings__date": ridden.date, "plan__all_servings__meal": ridden.meal}
    owed = balances.owed(Request.objects.filter(**carried).distinct())
    return stop_views(
        of_route.stops if of_route else (),
        found.results,
        owed,
        received=cash.received_on(ridden),
    )


@public_page(methods=SAFE_METHODS)
def worker(request: HttpRequest) -> HttpResponseBase:
    """The script by which a run that was opened once opens without network; it holds nothing of anybody."""
    code = staff_assets.content("run/worker.ts")
    answer = HttpResponse(code, content_type="text/javascript; charset=utf-8")
    # It hears of somebody who logs out, too: what it keeps goes then.
    answer["Service-Worker-Allowed"] = BACKOFFICE_ROOT
    return answer


def allowed_run(request: StaffRequest, run: int, *, also_former: bool = False) -> Run:
    """The run, where this person may see it; a page that is not there otherwise.

    `also_former`: somebody who lost it to a colleague may still send what was tapped before.
    """
    asked = Count("take_overs", filter=Q(take_overs__decided_at=None))
    runs = Run.objects.select_related("route", "rider").annotate(open_take_overs=asked)
    found = runs.filter(pk=run).first()
    if found is None:
        raise Http404
    # What is queued on a phone may come after midnight, or after the run was given to somebody else.
    if not may_see(request, found) and not (also_former and was_rider(found, request.user)):
        raise Http404
    return found


def may_see(request: StaffRequest, run: Run) -> bool:
    """Whether its page opens: to the desk, and on its day to its rider."""
    if Permission.WORK_REQUESTS in permissions_of(request.user):
        return True
    return run.rider_id == request.user.pk and run.date == timezone.localdate()


def rider_history(request: StaffRequest, run: Run) -> History | None:
    """What this person's taps on the run are measured by; None for the desk, which speaks of all boxes."""
    if Permission.WORK_REQUESTS in permissions_of(request.user):
        return None
    return history_of(run, request.user, timezone.now())
