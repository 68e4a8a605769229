"""The routes: names, order, and the PIN codes that they deliver to."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from oottam.accounts.roles import Permission
from oottam.backoffice.runs.forms import RouteForm, RuleForm
from oottam.backoffice.shared.decorators import StaffRequest, staff_action, staff_page
from oottam.backoffice.shared.errors import errors_as_messages
from oottam.delivery.models import Route
from oottam.delivery.services import routes
from oottam.delivery.services.riders import riders
from oottam.plans.services.day_closing import counts_as_delivered


@staff_page(Permission.WORK_REQUESTS)
def list_view(request: StaffRequest) -> HttpResponse:
    """List the routes; managers change them here."""
    return _render(request, RouteForm(riders=riders()))


@staff_action(Permission.MANAGE)
def add(request: StaffRequest) -> HttpResponse:
    form = RouteForm(request.POST, riders=riders())
    if form.is_valid():
        with form.shows_errors():
            routes.add_route(**form.cleaned_data, actor=request.user, now=timezone.now())
            messages.success(request, "Route added.")
            return redirect("backoffice:routes")
    return _render(request, form)


@staff_action(Permission.MANAGE)
def change(request: StaffRequest, route_id: int) -> HttpResponse:
    """Change a route's name and PIN codes."""
    form = RouteForm(request.POST, row=str(route_id), riders=riders())
    if form.is_valid():
        with form.shows_errors():
            routes.change_route(
                route_id=route_id, **form.cleaned_data, actor=request.user, now=timezone.now()
            )
            messages.success(request, "Saved.")
            return redirect("backoffice:routes")
    return _render(request, RouteForm(riders=riders()), {route_id: form})


@staff_action(Permission.MANAGE)
def move(request: StaffRequest, route_id: int) -> HttpResponse:
    """Move a route one place up or down."""
    return _apply(request, routes.move_route, route_id, "", up=request.POST.get("do") == "up")


@staff_action(Permission.MANAGE)
def close(request: StaffRequest, route_id: int) -> HttpResponse:
    message = "Closed. Its stops now need another route."
    return _apply(request, routes.close_route, route_id, message)


@staff_action(Permission.MANAGE)
def reopen(request: StaffRequest, route_id: int) -> HttpResponse:
    return _apply(request, routes.reopen_route, route_id, "Reopened. Enter its PIN codes.")


def _apply(
    request: StaffRequest, action: Any, route_id: int, message: str, **kwargs: Any
) -> HttpResponse:
    with errors_as_messages(request):
        action(route_id=route_id, actor=request.user, now=timezone.now(), **kwargs)
        if message:
            messages.success(request, message)
    return redirect("backoffice:routes")


def _render(
    request: StaffRequest, form: RouteForm, bound: dict[int, RouteForm] | None = None
) -> HttpResponse:
    """Render the list, with the forms that were posted and refused open."""
    bound = bound or {}
    open_routes: list[Any] = []
    closed: list[Any] = []
    available = riders()
    for route in Route.objects.select_related("usual_rider").prefetch_related("pins"):
        pins = [f"{pin.pin[:3]} {pin.pin[3:]}" for pin in route.pins.all()]
        known = {
            "name": route.name,
            "pins": ", ".join(pins),
            "usual_rider": str(route.usual_rider_id or ""),
        }
        unbound = RouteForm(row=str(route.pk), initial=known, riders=available)
        row = (route, pins, bound.get(route.pk) or unbound)
        (closed if route.is_closed else open_routes).append(row)
    invalid_form = next(
        (each for each in (form, *bound.values()) if each.is_bound and each.errors), None
    )
    status = 422 if invalid_form else 200
    context = {
        "title": "Routes",
        "rows": open_routes,
        "closed": closed,
        "rule": RuleForm(initial={"counts": "yes" if counts_as_delivered() else "no"}),
        "form": form,
        "open_routes": set(bound),
        "invalid_form": invalid_form,
    }
    return render(request, "backoffice/runs/routes.html", context, status=status)
