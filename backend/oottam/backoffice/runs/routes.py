"""The routes: their names, their order, and the PIN codes whose boxes go by them."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from oottam.accounts.roles import Permission
from oottam.backoffice.layout.decorators import StaffRequest, staff_action, staff_page
from oottam.backoffice.runs.forms import RouteForm
from oottam.core.errors import DomainError
from oottam.delivery.models import Route
from oottam.delivery.services import routes


@staff_page(Permission.WORK_REQUESTS)
def show(request: StaffRequest) -> HttpResponse:
    """All of them; whoever manages the shop changes them here."""
    return _page(request, RouteForm())


@staff_action(Permission.MANAGE)
def add(request: StaffRequest) -> HttpResponse:
    """A new one."""
    form = RouteForm(request.POST)
    if form.is_valid():
        try:
            routes.add_route(
                name=form.cleaned_data["name"],
                pins=form.cleaned_data["pins"],
                actor=request.user,
                now=timezone.now(),
            )
        except DomainError as error:
            form.refuse(error)
        else:
            messages.success(request, "Route added.")
            return redirect("backoffice:routes")
    return _page(request, form)


@staff_action(Permission.MANAGE)
def change(request: StaffRequest, route: int) -> HttpResponse:
    """Its name and PIN codes."""
    form = RouteForm(request.POST, row=str(route))
    if form.is_valid():
        try:
            routes.change_route(
                route_id=route,
                name=form.cleaned_data["name"],
                pins=form.cleaned_data["pins"],
                actor=request.user,
                now=timezone.now(),
            )
        except DomainError as error:
            form.refuse(error)
        else:
            messages.success(request, "Saved.")
            return redirect("backoffice:routes")
    return _page(request, RouteForm(), {route: form})


@staff_action(Permission.MANAGE)
def move(request: StaffRequest, route: int) -> HttpResponse:
    """One place up or down."""
    return _do(request, routes.move_route, route, "", up=request.POST.get("do") == "up")


@staff_action(Permission.MANAGE)
def close(request: StaffRequest, route: int) -> HttpResponse:
    """It is ridden no more."""
    said = "Closed. Its stops now need another route."
    return _do(request, routes.close_route, route, said)


@staff_action(Permission.MANAGE)
def open_again(request: StaffRequest, route: int) -> HttpResponse:
    """It is ridden again."""
    return _do(request, routes.reopen_route, route, "Reopened. Enter its PIN codes.")


def _do(request: StaffRequest, doing: Any, route: int, said: str, **more: Any) -> HttpResponse:
    try:
        doing(route_id=route, actor=request.user, now=timezone.now(), **more)
    except DomainError as error:
        messages.error(request, str(error))
    else:
        if said:
            messages.success(request, said)
    return redirect("backoffice:routes")


def _page(
    request: StaffRequest, form: RouteForm, bound: dict[int, RouteForm] | None = None
) -> HttpResponse:
    """With the forms that were sent and refused, which stay open."""
    bound = bound or {}
    ridden: list[Any] = []
    closed: list[Any] = []
    for route in Route.objects.prefetch_related("pins"):
        pins = [f"{each.pin[:3]} {each.pin[3:]}" for each in route.pins.all()]
        known = {"name": route.name, "pins": ", ".join(pins)}
        row = (route, pins, bound.get(route.pk) or RouteForm(row=str(route.pk), initial=known))
        (closed if route.is_closed else ridden).append(row)
    wrong = next((each for each in (form, *bound.values()) if each.is_bound and each.errors), None)
    status = 422 if wrong else 200
    shown = {
        "title": "Routes",
        "rows": ridden,
        "closed": closed,
        "form": form,
        "open_routes": set(bound),
        "wrong": wrong,
    }
    return render(request, "backoffice/runs/routes.html", shown, status=status)
