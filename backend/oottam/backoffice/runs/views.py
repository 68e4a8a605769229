"""The runs of a meal, for the desk: planning, and progress while they are on the road."""

from collections.abc import Iterable
from datetime import date
from typing import Any

from django.contrib.auth.models import User
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from oottam.accounts.roles import Permission, permissions_of
from oottam.backoffice.runs.forms import AssignForm
from oottam.backoffice.runs.presenters import StopView, reason_options, stop_views
from oottam.backoffice.runs.stop_selection import (
    MAX_FOUND,
    NO_ROUTE,
    parts_of,
    search_stops,
    selected_part,
    stop_address,
)
from oottam.backoffice.shared.decorators import StaffRequest, staff_page
from oottam.backoffice.shared.search import clean_search
from oottam.backoffice.templatetags.staff import indian_time
from oottam.core.clock import clock_time
from oottam.core.direction import escape, isolated_text
from oottam.delivery.runs import RunOfDay, Runs, meal_at, runs_of
from oottam.delivery.services.riders import riders, usual_riders
from oottam.schedule.domain.calendar import ONE_DAY
from oottam.schedule.models import Meal

_STATES = {
    "open": "",
    "failed": '<span class="status cancelled">Not delivered</span>',
    "delivered": '<span class="status">Delivered</span>',
}


def stop_lines(stops: Iterable[StopView]) -> SafeString:
    """Render the stops in order, with a box to tick at each door that is still open."""
    plans = reverse("backoffice:plans")
    return SafeString("".join([_line(stop, plans) for stop in stops]))


def _line(stop: StopView, plans: str) -> str:
    at = (
        f' <span class="stop-time">{clock_time(stop.delivery_time)}</span>'
        if stop.delivery_time
        else ""
    )
    pin = f' <span class="hint">{escape(stop.pin)}</span>' if stop.pin else ""
    hint = f"<br><em>{escape(stop.hint)}</em>" if stop.hint else ""
    several = len(stop.boxes) > 1
    whys = "".join(
        f'<br><span class="why-not">{f"{box.reference}: " if several else ""}{escape(box.reason)}</span>'
        for box in stop.boxes
        if box.reason
    )
    boxes = "<br>".join(
        f'<a href="{plans}{box.reference}/">{box.reference}</a>'
        + (f' <span class="hint">{box.count}</span>' if box.count else "")
        for box in stop.boxes
    )
    return f"""<li class="stop {stop.state}" id="stop-{stop.number}"><div class="stop-line"><span class="stop-place">{stop.place + 1}</span>
<div class="stop-who"><strong>{escape(stop.name)}</strong>{at}<br>{escape(stop.address) or "No address."}{pin}{hint}{whys}</div>
<div class="stop-boxes">{boxes}</div><p class="stop-state">{_state(stop, several=several)}</p></div></li>
"""


def _state(stop: StopView, *, several: bool) -> str:
    if stop.state == "open":
        return f"<strong>{len(stop.boxes)} boxes</strong>" if several else ""
    last = stop.last
    if last is None:
        return _STATES[stop.state]
    late = f", arrived {indian_time(last.arrived_at)}" if last.is_late else ""
    return (
        f'{_STATES[stop.state]} <span class="hint">{escape(last.by)}, '
        f"{clock_time(timezone.localtime(last.at))}{late}</span>"
    )


_AT_A_STOP = ("place", "move", "hint", "record-outcome", "undo")  # actions on a stop


@staff_page(Permission.DELIVER)
def today(request: StaffRequest) -> HttpResponse:
    """Redirect the desk to the current meal, a rider to their own runs."""
    if Permission.WORK_REQUESTS not in permissions_of(request.user):
        return redirect("backoffice:own-runs")
    now = timezone.now()
    return redirect("backoffice:runs", timezone.localdate(now), meal_at(now))


@staff_page(Permission.WORK_REQUESTS)
def detail(request: StaffRequest, day: date, meal: int) -> HttpResponse:
    """Show the runs of the meal with the stops of one of them, or those without a route."""
    meal_runs = runs_of(day, meal)
    search_text = clean_search(request.GET.get("q", ""))
    hits = search_stops(meal_runs, search_text)
    if len(hits) == 1:
        [(stop, _, _)] = hits
        return redirect(reverse("backoffice:runs", args=[day, meal]) + stop_address(stop.number))
    parts = parts_of(meal_runs)
    here = selected_part(parts, request.GET)
    at = parts.index(here) if here else 0
    available, usual = riders(), usual_riders(day, meal)
    runs = [_run_context(run, available, usual) for run in meal_runs.runs]
    routes = [(run.route, run.name) for run in meal_runs.runs]
    return render(
        request,
        "backoffice/runs/runs.html",
        {
            **_header(day, meal, meal_runs),
            "before": day - ONE_DAY if day > date.min else None,
            "after": day + ONE_DAY if day < date.max else None,
            "is_over": day < timezone.localdate(),
            "take_overs": [(take_over, Meal(meal).label) for take_over in meal_runs.take_overs],
            "unplaced": len(meal_runs.unplaced),
            "first_unplaced": meal_runs.unplaced[:MAX_FOUND],
            "runs": runs,
            "usual_count": sum(run["is_proposed"] for run in runs),
            "here": here,
            "stops": stop_views(here.stops, meal_runs.results, first=here.first) if here else [],
            "earlier": parts[at - 1] if at else None,
            "later": parts[at + 1] if at + 1 < len(parts) else None,
            "routes": routes,
            "to": {
                name.replace("-", "_"): reverse(f"backoffice:stop-{name}", args=[day, meal])
                for name in _AT_A_STOP
            },
            "plans": reverse("backoffice:plans"),
            "options": _options(routes, here.route if here else None),
            "reasons": reason_options(),
            "search_text": search_text,
            "hits": hits[:MAX_FOUND],
            "more_hits": max(0, len(hits) - MAX_FOUND),
        },
    )


@staff_page(Permission.WORK_REQUESTS)
def paper(request: StaffRequest, day: date, meal: int) -> HttpResponse:
    """Render every stop of the meal, run by run, for printing."""
    meal_runs = runs_of(day, meal)
    every = [(0, NO_ROUTE, "", meal_runs.unplaced)]
    every += [(run.route, run.name, run.rider, run.stops) for run in meal_runs.runs]
    lines = [
        (route, name, rider, len(stops), stop_lines(stop_views(stops, meal_runs.results)))
        for route, name, rider, stops in every
        if stops
    ]
    return render(
        request,
        "backoffice/runs/printed_stops.html",
        {**_header(day, meal, meal_runs), "sheets": lines},
    )


def _header(day: date, meal: int, meal_runs: Runs) -> dict[str, Any]:
    stops = meal_runs.stops()
    return {
        "title": f"Runs, {Meal(meal).label.lower()} of {day:%a} {day.day} {day:%b}",
        "day": day,
        "meal": meal,
        "meal_name": Meal(meal).label,
        "meals": [(each.value, each.label) for each in Meal],
        "is_today": day == timezone.localdate(),
        "boxes": sum(len(stop.boxes) for stop in stops),
        "doors": len(stops),
        "as_of": timezone.now(),
    }


def _run_context(run: RunOfDay, available: list[User], usual: dict[int, int]) -> dict[str, Any]:
    """Build the template's data of one run."""
    now = next((one.pk for one in available if one.get_username() == run.rider), None)
    usual_rider = usual.get(run.route)
    proposed = now or next((one.pk for one in available if one.pk == usual_rider), None)
    form = AssignForm(
        riders=available,
        row=str(run.route),
        initial={"route": run.route, "rider": str(proposed or "")},
    )
    return {
        "run": run,
        "form": form,
        "is_proposed": not run.rider and proposed is not None and bool(run.stops),
    }


def _options(routes: list[tuple[int, str]], here: int | None) -> SafeString:
    """Render the routes as options, once for all stops of the page."""
    return format_html_join(
        "",
        '<option value="{}"{}>{}</option>',
        (
            (each, SafeString(" selected") if each == here else "", isolated_text(name))
            for each, name in routes
        ),
    )
