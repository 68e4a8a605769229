"""Progress of all runs of a day, counted as `runs_of` counts them, without a stop's details."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from typing import Any, NamedTuple

from django.db import connection

from oottam.core.db.cursor import read_snapshot
from oottam.core.fields import sql
from oottam.delivery.stops import stop_key
from oottam.kitchen.day.column_values import LATER_ADDRESS
from oottam.schedule.choices import ON_THE_DAY, ServingState
from oottam.schedule.domain.calendar import EVENT

# An event is delivered to its venue.
_BOXES = f"""
SELECT s.meal, s.plan_id, s.state, r.phone_normalised, COALESCE(NULLIF(e.venue, ''), a.address, f.address),
  COALESCE(a.pin, f.pin), CASE WHEN a.id IS NULL THEN c.route_id ELSE o.route_id END, s.id
FROM schedule_serving s
JOIN schedule_plan p ON p.id = s.plan_id
JOIN requests_request r ON r.id = p.request_id
LEFT JOIN handling_facts f ON f.request_id = r.id
LEFT JOIN handling_eventdetails e ON e.request_id = r.id AND s.meal = {EVENT}
{LATER_ADDRESS}LEFT JOIN delivery_place c ON c.plan_id = s.plan_id
LEFT JOIN delivery_addressposition o ON o.address_id = a.id
WHERE s.date = %s AND s.state IN {sql(ON_THE_DAY)}
ORDER BY s.meal, r.reference, s.id
"""  # noqa: S608 - constants

_AROUND = """
SELECT 'route', r.id, r.position, r.name, '' FROM delivery_route r WHERE NOT r.is_closed
UNION ALL SELECT 'pin', p.route_id, 0, p.pin, ''
FROM delivery_routepin p JOIN delivery_route r ON r.id = p.route_id WHERE NOT r.is_closed
UNION ALL SELECT 'run', n.route_id, n.meal, r.name, COALESCE(u.username, '')
FROM delivery_run n JOIN delivery_route r ON r.id = n.route_id LEFT JOIN auth_user u ON u.id = n.rider_id
WHERE n.date = %s
"""


@dataclass(frozen=True, slots=True)
class Progress:
    """A meal's stops on one route, with `open` and `failed` ones; `route` is None without a route."""

    meal: int
    route: int | None
    name: str
    rider: str
    stops: int
    open: int
    failed: int
    boxes: int


@dataclass(frozen=True, slots=True)
class _RouteData:
    names: Mapping[int, str]
    places: Mapping[int, int]
    pins: Mapping[str, int]
    riders: Mapping[tuple[int, int], str]


def progress(day: date) -> list[Progress]:
    """Return those with boxes, by meal and the routes' order, stops without a route first. Two queries."""
    doors, data = _load(day)
    result: list[Progress] = []
    for meal, of_meal in groupby(doors, key=lambda door: door[0]):
        result += _of_meal(meal, [together for _, together in of_meal], data)
    return result


def places_of_boxes(day: date) -> dict[int, tuple[str, str]]:
    """Map the day's boxes to the names of their route and its rider, "" for none. Two queries."""
    doors, data = _load(day)
    result: dict[int, tuple[str, str]] = {}
    for meal, together in doors:
        route = _route(meal, together, data)
        place = (data.names[route], data.riders.get((meal, route), "")) if route else ("", "")
        result |= {box.serving_id: place for box in together}
    return result


def _load(day: date) -> "tuple[list[tuple[int, list[_Box]]], _RouteData]":
    """Read the boxes of each door, in the order of meals, and the routes."""
    with read_snapshot(), connection.cursor() as cursor:
        cursor.execute(_BOXES, [day.weekday(), day])
        boxes = cursor.fetchall()
        cursor.execute(_AROUND, [day])
        data = _load_routes(cursor.fetchall())
    doors: dict[tuple[int, str, str], list[_Box]] = {}
    for meal, plan, state, caller, address, pin, chosen, serving_id in boxes:
        key = (meal, *stop_key(plan, caller or "", address or ""))
        doors.setdefault(key, []).append(_Box(serving_id, state, pin or "", chosen))
    return [(meal, together) for (meal, _, _), together in doors.items()], data


class _Box(NamedTuple):
    """`chosen` is the route that the desk chose."""

    serving_id: int
    state: int
    pin: str
    chosen: int | None


def _load_routes(rows: Iterable[tuple[Any, ...]]) -> _RouteData:
    names, places, pins, riders = dict[int, str](), dict[int, int](), dict[str, int](), {}
    closed = dict[int, str]()
    for what, route, number, word, rider in rows:
        match what:
            case "route":
                names[route], places[route] = word, number
            case "pin":
                pins[word] = route
            case "run":
                riders[number, route] = rider
                closed[route] = word
    return _RouteData({**closed, **names}, places, pins, riders)


def _of_meal(meal: int, doors: Iterable[Sequence[_Box]], data: _RouteData) -> list[Progress]:
    counted: dict[int | None, list[int]] = {}
    for together in doors:
        sums = counted.setdefault(_route(meal, together, data), [0, 0, 0, 0])
        states = {box.state for box in together}
        sums[0] += 1
        sums[1] += ServingState.PLANNED in states
        sums[2] += ServingState.FAILED in states
        sums[3] += len(together)
    rows = [
        Progress(
            meal,
            route,
            data.names[route] if route else "",
            data.riders.get((meal, route), "") if route else "",
            *sums,
        )
        for route, sums in counted.items()
    ]
    rows.sort(key=lambda row: (row.route is not None, data.places.get(row.route or 0, 0)))
    return rows


def _route(meal: int, together: Iterable[_Box], data: _RouteData) -> int | None:
    """Return the chosen route, or that of the PIN code; a closed one only where it has a run that day."""
    chosen = next((box.chosen for box in together if box.chosen is not None), None)
    by_pin = next((data.pins[box.pin] for box in together if box.pin in data.pins), None)
    route = by_pin if chosen is None else chosen
    is_known = route in data.places or (meal, route) in data.riders
    return route if is_known else None
