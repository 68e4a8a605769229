"""The route of a stop and its position on it, stored for all days of its plans at one address."""

from collections.abc import Sequence
from datetime import date, datetime
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q

from oottam.audit.log import record
from oottam.core.errors import DomainError
from oottam.delivery.models import AddressPosition, Route, StopPosition
from oottam.delivery.runs import runs_of
from oottam.delivery.services.history import record_boxes_of_today
from oottam.delivery.stops import Stop, move_in_order, ranks_for_order
from oottam.requests.models import Request
from oottam.schedule.choices import OVER
from oottam.workflow.models import LaterAddress
from oottam.workflow.services.editing import ERASED

MAX_HINT_LENGTH = 200  # characters


def place_stop(
    *, day: date, meal: int, stop: int, route_id: int, actor: User, now: datetime
) -> None:
    """Assign the stop to this route from now on, after stops of the same PIN code. Raises DomainError."""
    with transaction.atomic():
        route = _route(route_id)
        moved_stop = _stop(runs_of(day, meal).stops(), stop)
        record_boxes_of_today(now)
        _store(moved_stop, route=route, rank=None)
        record_boxes_of_today(now)
        _record("stop.place", moved_stop, actor, now, route=route.name)


def move_stop(*, day: date, meal: int, stop: int, to: int, actor: User, now: datetime) -> None:
    """Move the stop to position `to` of its route, counted from 0. Raises DomainError."""
    with transaction.atomic():
        route = _route_of(day, meal, stop)
        stops = _stops(day, meal, route)
        moved_stop = _stop(stops, stop)
        order = move_in_order(stops, stop, to)
        ranks = ranks_for_order(order, stop)
        if ranks is None:
            _renumber(route)
            order = move_in_order(_stops(day, meal, route), stop, to)
            ranks = ranks_for_order(order, stop) or {}
        by_number = {stop_position.number: stop_position for stop_position in order}
        for number, rank in ranks.items():
            _store(by_number[number], rank=rank)
        place = next(at for at, stop_position in enumerate(order) if stop_position.number == stop)
        _record("stop.move", moved_stop, actor, now, place=place + 1)


def set_hint(*, day: date, meal: int, stop: int, hint: str, actor: User, now: datetime) -> None:
    """Store a hint for the door, such as "ring twice"; "" deletes it. Raises DomainError."""
    hint = " ".join(hint.split())
    if len(hint) > MAX_HINT_LENGTH:
        raise DomainError(f"A door note can have at most {MAX_HINT_LENGTH} characters.", "hint")
    with transaction.atomic():
        moved_stop = _stop(runs_of(day, meal).stops(), stop)
        if (
            hint
            and Request.objects.filter(plan__in=moved_stop.plans).exclude(erased_at=None).exists()
        ):
            raise DomainError(ERASED, "hint")
        for plan, later_address in moved_stop.places:
            if later_address is None:
                StopPosition.objects.update_or_create(plan_id=plan, defaults={"hint": hint})
            else:
                LaterAddress.objects.filter(pk=later_address).update(door_note=hint)
        _record("stop.hint", moved_stop, actor, now)


def _store(stop: Stop, **values: Any) -> None:
    """Set route or rank of the stop's plans, or of the later addresses at which it is."""
    for plan, later_address in stop.places:
        if later_address is None:
            StopPosition.objects.update_or_create(plan_id=plan, defaults=values)
        else:
            AddressPosition.objects.update_or_create(address_id=later_address, defaults=values)


def _route(route_id: int) -> Route:
    """Lock the route: one writer at a time changes its positions."""
    route = Route.objects.select_for_update().filter(pk=route_id, is_closed=False).first()
    if route is None:
        raise DomainError("This route no longer exists.", "route")
    return route


def _route_of(day: date, meal: int, stop: int) -> int:
    route = _stop(runs_of(day, meal).stops(), stop).route
    if route is None:
        raise DomainError("It has no route yet.")
    return _route(route).pk


def _stops(day: date, meal: int, route: int) -> Sequence[Stop]:
    run = runs_of(day, meal).of_route(route)
    return run.stops if run else ()


def _stop(stops: Sequence[Stop], number: int) -> Stop:
    for stop in stops:
        if stop.number == number:
            return stop
    raise DomainError("This stop no longer exists: its boxes have moved.")


def _renumber(route: int) -> None:
    """Renumber the ranks of all plans on the route with whole numbers, in the same order."""
    pins = list(Route.objects.get(pk=route).pins.values_list("pin", flat=True))
    of_plans = StopPosition.objects.exclude(plan__state__in=OVER).filter(
        Q(route=route) | Q(route=None, plan__request__fulfilment__pin__in=pins), rank__isnull=False
    )
    of_addresses = AddressPosition.objects.exclude(address__request__plan__state__in=OVER).filter(
        Q(route=route) | Q(route=None, address__pin__in=pins), rank__isnull=False
    )
    together: list[StopPosition | AddressPosition] = [*of_plans, *of_addresses]
    old_ranks = sorted({place.rank for place in together if place.rank is not None})
    spread = {rank: float(at) for at, rank in enumerate(old_ranks, start=1)}
    for place in together:
        place.rank = spread[place.rank] if place.rank is not None else None
    StopPosition.objects.bulk_update(of_plans, ["rank"], batch_size=500)
    AddressPosition.objects.bulk_update(of_addresses, ["rank"], batch_size=500)


def _record(action: str, stop: Stop, actor: User, now: datetime, **data: object) -> None:
    """Write an audit entry for each request of the stop."""
    for reference in stop.references:
        record(action=action, actor=actor, at=now, reference=reference, data=dict(data))
