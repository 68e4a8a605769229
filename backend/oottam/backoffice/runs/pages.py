"""The runs of a meal: what the desk plans, and sees while they are ridden."""

from datetime import date, datetime
from typing import Any

from django.contrib.auth.models import User
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from oottam.backoffice.frame.pages import StaffRequest, page
from oottam.backoffice.runs.forms import AssignForm
from oottam.backoffice.runs.shown import shown
from oottam.delivery.domain.riders import riders, usual_riders
from oottam.delivery.models import Reason
from oottam.delivery.runs import RunOfDay, Runs, runs_of
from oottam.schedule.days import ONE_DAY
from oottam.schedule.models import Meal
from oottam.staff.roles import Permission, permissions_of

# Until when a meal is the one that is being carried, by the hour in India.
_UNTIL = ((Meal.BREAKFAST, 11), (Meal.LUNCH, 16))


@page(Permission.DELIVER)
def today(request: StaffRequest) -> HttpResponse:
    """The desk is led to the meal that is being carried, a rider to the runs of their own."""
    if Permission.WORK_REQUESTS not in permissions_of(request.user):
        return redirect("backoffice:own-runs")
    now = timezone.now()
    return redirect("backoffice:runs", timezone.localdate(now), meal_at(now))


@page(Permission.WORK_REQUESTS)
def show(request: StaffRequest, day: date, meal: int) -> HttpResponse:
    """All stops of the meal: those that somebody has to place, and run by run."""
    found = runs_of(day, meal)
    carrying = riders()
    usual = usual_riders(day, meal)
    shown_runs = [_run(run, found, carrying, usual) for run in found.runs]
    is_over = day < timezone.localdate()
    return render(
        request,
        "backoffice/runs/runs.html",
        {
            "title": f"Runs, {Meal(meal).label.lower()} of {day:%a} {day.day} {day:%b}",
            "day": day,
            "meal": meal,
            "meal_name": Meal(meal).label,
            "meals": [(each.value, each.label) for each in Meal],
            "before": day - ONE_DAY if day > date.min else None,
            "after": day + ONE_DAY if day < date.max else None,
            "is_today": day == timezone.localdate(),
            "is_over": is_over,
            "unplaced": shown(found.unplaced, found.results),
            "take_overs": [(each, Meal(meal).label) for each in found.take_overs],
            "runs": shown_runs,
            "routes": [(run.route, run.name) for run in found.runs],
            "reasons": Reason.choices,
            "boxes": sum(len(stop.boxes) for stop in found.stops()),
            "stops": len(found.stops()),
            "as_of": timezone.now(),
        },
    )


def meal_at(now: datetime) -> int:
    """Which meal is on its way, or the next one."""
    hour = timezone.localtime(now).hour
    return next((meal.value for meal, until in _UNTIL if hour < until), Meal.DINNER.value)


def _run(run: RunOfDay, found: Runs, carrying: list[User], usual: dict[int, int]) -> dict[str, Any]:
    """What the template is told of one run."""
    now = next((one.pk for one in carrying if one.get_username() == run.rider), None)
    proposed = now or usual.get(run.route)
    form = AssignForm(
        riders=carrying,
        row=str(run.route),
        initial={"route": run.route, "rider": str(proposed or "")},
    )
    return {
        "run": run,
        "stops": shown(run.stops, found.results),
        "form": form,
        "is_proposed": not run.rider and proposed is not None and bool(run.stops),
    }
