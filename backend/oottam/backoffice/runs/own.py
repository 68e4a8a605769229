"""A rider's own runs: the list of today, and one of them, stop by stop."""

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from oottam.backoffice.frame.pages import StaffRequest, page
from oottam.backoffice.runs.shown import shown
from oottam.delivery.models import Reason, Run
from oottam.delivery.runs import runs_of
from oottam.handling.domain import money
from oottam.requests.models import Request
from oottam.schedule.models import Meal
from oottam.staff.roles import Permission, permissions_of


@page(Permission.DELIVER)
def show_all(request: StaffRequest) -> HttpResponse:
    """Today's, in the order of the day."""
    found = Run.objects.filter(rider=request.user, date=timezone.localdate())
    rows = []
    for run in found.select_related("route").order_by("meal", "route__position"):
        of_route = runs_of(run.date, run.meal).of_route(run.route_id)
        if of_route is not None:
            rows.append((run, Meal(run.meal).label, of_route))
    return render(request, "backoffice/runs/own.html", {"title": "My runs", "rows": rows})


@page(Permission.DELIVER)
def show(request: StaffRequest, run: int) -> HttpResponse:
    """The next stop large, all others below; to its rider on its day, and to the desk."""
    ridden = allowed_run(request, run)
    found = runs_of(ridden.date, ridden.meal)
    of_route = found.of_route(ridden.route_id)
    stops = of_route.stops if of_route else ()
    owed = money.owed(
        Request.objects.filter(
            plan__all_servings__date=ridden.date, plan__all_servings__meal=ridden.meal
        ).distinct()
    )
    listed = shown(stops, found.results, owed)
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
            "reasons": Reason.choices,
            "is_desk": Permission.WORK_REQUESTS in permissions_of(request.user),
        },
    )


def allowed_run(request: StaffRequest, run: int, *, also_former: bool = False) -> Run:
    """The run, where this person may see it; a page that is not there otherwise.

    `also_former`: somebody who lost it to a colleague may still send what was tapped before.
    """
    found = Run.objects.select_related("route", "rider").filter(pk=run).first()
    if found is None:
        raise Http404
    if Permission.WORK_REQUESTS in permissions_of(request.user):
        return found
    is_theirs = found.rider_id == request.user.pk and found.date == timezone.localdate()
    if not is_theirs and not (also_former and _had_it(found, request)):
        raise Http404
    return found


def _had_it(run: Run, request: StaffRequest) -> bool:
    """What is queued on a phone may come after midnight, or after the run was given to somebody else."""
    return run.rider_id == request.user.pk or run.former_riders.filter(rider=request.user).exists()
