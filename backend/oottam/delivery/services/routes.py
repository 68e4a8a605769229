"""Routes and their PIN codes."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Max
from django.db.models.functions import Lower

from oottam.audit.log import record
from oottam.core.db.errors import raise_if_duplicate
from oottam.core.errors import DomainError
from oottam.delivery.models import AddressPosition, Route, RoutePin, StopPosition
from oottam.delivery.services.history import record_boxes_of_today
from oottam.workflow.services.details import plain_pin

MAX_NAME_LENGTH = 60  # characters
NAME_TAKEN = "There is already a route with this name."


def add_route(
    *,
    name: str,
    actor: User,
    now: datetime,
    pins: Sequence[str] = (),
    usual_rider: User | None = None,
) -> Route:
    """Create a route as the last one. Raises DomainError for a missing or taken name, or an invalid PIN code."""
    with transaction.atomic():
        name = _free_name(name)
        last = Route.objects.aggregate(last=Max("position"))["last"] or 0
        with raise_if_duplicate(DomainError(NAME_TAKEN, "name")):
            route = Route.objects.create(name=name, position=last + 1, usual_rider=usual_rider)
        record_boxes_of_today(now)
        new_pins = _set_pins(route, pins)
        record_boxes_of_today(now)
        _record("route.add", route, actor, now, pins=new_pins)
    return route


def change_route(
    *,
    route_id: int,
    name: str,
    pins: Sequence[str],
    actor: User,
    now: datetime,
    usual_rider: User | None = None,
) -> None:
    """Set name, PIN codes and usual rider, taking those codes from other routes. Raises DomainError.

    Ranks on a former route are cleared.
    """
    with transaction.atomic():
        route = _locked(route_id)
        old_name, route.name = route.name, _free_name(name, exclude=route)
        rider = {"was": route.usual_rider_id, "now": usual_rider and usual_rider.pk}
        route.usual_rider = usual_rider
        with raise_if_duplicate(DomainError(NAME_TAKEN, "name")):
            route.save(update_fields=["name", "usual_rider"])
        record_boxes_of_today(now)
        new_pins = _set_pins(route, pins)
        record_boxes_of_today(now)
        changed: dict[str, Any] = {"name": {"was": old_name, "now": name}, "pins": new_pins}
        if rider["was"] != rider["now"]:
            changed["usual_rider"] = rider
        _record("route.change", route, actor, now, **changed)


def move_route(*, route_id: int, up: bool, actor: User, now: datetime) -> None:
    """Move a route up or down by one; the ends stay."""
    with transaction.atomic():
        routes = list(Route.objects.select_for_update().filter(is_closed=False))
        at = next((at for at, route in enumerate(routes) if route.pk == route_id), None)
        if at is None:
            raise DomainError("This route no longer exists.")
        to = max(0, min(at - 1 if up else at + 1, len(routes) - 1))
        routes.insert(to, routes.pop(at))
        for position, route in enumerate(routes, start=1):
            route.position = position
        Route.objects.bulk_update(routes, ["position"])
        _record("route.move", routes[to], actor, now, up=up)


def close_route(*, route_id: int, actor: User, now: datetime) -> None:
    """Close a route: its PIN codes and stops lose their route."""
    with transaction.atomic():
        route = _locked(route_id)
        record_boxes_of_today(now)
        pins = list(RoutePin.objects.filter(route=route).values_list("pin", flat=True))
        RoutePin.objects.filter(route=route).delete()
        _clear_ranks(pins)
        StopPosition.objects.filter(route=route).update(route=None, rank=None)
        AddressPosition.objects.filter(route=route).update(route=None, rank=None)
        route.is_closed = True
        route.save(update_fields=["is_closed"])
        record_boxes_of_today(now)
        _record("route.close", route, actor, now, pins=pins)


def reopen_route(*, route_id: int, actor: User, now: datetime) -> None:
    """Reopen a route, without its former PIN codes."""
    with transaction.atomic():
        route = _locked(route_id)
        route.is_closed = False
        route.save(update_fields=["is_closed"])
        _record("route.reopen", route, actor, now)


def _locked(route_id: int) -> Route:
    route = Route.objects.select_for_update().filter(pk=route_id).first()
    if route is None:
        raise DomainError("This route no longer exists.")
    return route


def _free_name(name: str, exclude: Route | None = None) -> str:
    name = " ".join(name.split())
    if not name:
        raise DomainError("Enter a name for the route.", "name")
    if len(name) > MAX_NAME_LENGTH:
        raise DomainError(f"A name can have at most {MAX_NAME_LENGTH} characters.", "name")
    others = Route.objects.exclude(pk=exclude.pk) if exclude else Route.objects.all()
    if others.annotate(low=Lower("name")).filter(low=name.lower()).exists():
        raise DomainError(NAME_TAKEN, "name")
    return name


def _set_pins(route: Route, pins: Sequence[str]) -> list[str]:
    new_pins = list(dict.fromkeys(pin for pin in map(plain_pin, pins) if pin))
    before = dict(RoutePin.objects.filter(pin__in=new_pins).values_list("pin", "route_id"))
    removed = RoutePin.objects.filter(route=route).exclude(pin__in=new_pins)
    rerouted = [*removed.values_list("pin", flat=True)]
    removed.delete()
    rerouted += [pin for pin in new_pins if before.get(pin) != route.pk]
    for pin in new_pins:
        RoutePin.objects.update_or_create(pin=pin, defaults={"route": route})
    _clear_ranks(rerouted)
    return new_pins


def _clear_ranks(pins: Sequence[str]) -> None:
    StopPosition.objects.filter(route=None, plan__request__fulfilment__pin__in=pins).update(
        rank=None
    )
    AddressPosition.objects.filter(route=None, address__pin__in=pins).update(rank=None)


def _record(action: str, route: Route, actor: User, now: datetime, **data: Any) -> None:
    record(action=action, actor=actor, at=now, data={"route": route.name, **data})
