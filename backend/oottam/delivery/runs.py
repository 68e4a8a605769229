"""The runs of a meal: every box in one stop, every stop in one run or unplaced."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.db import connection
from django.utils import timezone

from oottam.core.db.cursor import read_snapshot
from oottam.core.fields import sql
from oottam.delivery.stops import Placed, PlaceKey, Stop, sorted_stops, stops_of
from oottam.kitchen.day import delivery_boxes
from oottam.kitchen.day.column_values import moment
from oottam.schedule.choices import ON_THE_DAY, Meal

LATE = timedelta(minutes=15)
# The hour in India until which a meal is the current one.
_DELIVERED_UNTIL = ((Meal.BREAKFAST, 11), (Meal.LUNCH, 16))

# Begin and end; None where unknown or not ended.
Period = tuple[datetime | None, datetime | None]

# Type, two numbers, rank, text, two times, and the outcome's columns. One query, by the page's query budget.
_RUN_DATA = f"""
SELECT 'route', r.id, r.position, CAST(NULL AS double precision), r.name,
  CAST(NULL AS timestamp with time zone), CAST(NULL AS timestamp with time zone), '', '', '', '', ''
FROM delivery_route r WHERE NOT r.is_closed
UNION ALL SELECT 'pin', p.route_id, 0, NULL, p.pin, NULL, NULL, '', '', '', '', ''
FROM delivery_routepin p JOIN delivery_route r ON r.id = p.route_id WHERE NOT r.is_closed
UNION ALL SELECT 'run', n.id, n.route_id, NULL, r.name, NULL, NULL, COALESCE(u.username, ''), '', '', '', ''
FROM delivery_run n JOIN delivery_route r ON r.id = n.route_id LEFT JOIN auth_user u ON u.id = n.rider_id
WHERE n.date = %(day)s AND n.meal = %(meal)s
UNION ALL SELECT 'place', c.plan_id, c.route_id, c.rank, c.hint, NULL, NULL, '', '', '', '', ''
FROM schedule_serving s JOIN delivery_place c ON c.plan_id = s.plan_id
WHERE s.date = %(day)s AND s.meal = %(meal)s AND s.state IN {sql(ON_THE_DAY)}
UNION ALL SELECT 'place', s.plan_id, o.route_id, o.rank, a.door_note, NULL, NULL, CAST(a.id AS text), '', '', '', ''
FROM schedule_serving s JOIN schedule_plan p ON p.id = s.plan_id
JOIN handling_lateraddress a ON a.request_id = p.request_id AND a.undone_at IS NULL
LEFT JOIN delivery_addressposition o ON o.address_id = a.id
WHERE s.date = %(day)s AND s.meal = %(meal)s AND s.state IN {sql(ON_THE_DAY)}
UNION ALL SELECT 'result', t.serving_id, 0, NULL, t.key, t.tapped_at, t.at, u.username, t.outcome, t.reason, t.words, t.decision
FROM schedule_serving s JOIN delivery_result t ON t.serving_id = s.id JOIN auth_user u ON u.id = t.by_id
WHERE s.date = %(day)s AND s.meal = %(meal)s AND t.stands
UNION ALL SELECT 'box', b.run_id, b.serving_id, NULL, '', b.since, b.until, '', '', '', '', ''
FROM delivery_runbox b JOIN delivery_run n ON n.id = b.run_id WHERE n.date = %(day)s AND n.meal = %(meal)s
UNION ALL SELECT 'take over', a.id, 0, NULL, r.name, NULL, NULL, u.username, '', '', '', ''
FROM delivery_takeover a JOIN delivery_run n ON n.id = a.run_id JOIN delivery_route r ON r.id = n.route_id
JOIN auth_user u ON u.id = a.rider_id WHERE n.date = %(day)s AND n.meal = %(meal)s AND a.decided_at IS NULL
"""  # noqa: S608 - constants


def meal_at(now: datetime) -> int:
    """Return the meal that is being delivered, or the next one."""
    hour = timezone.localtime(now).hour
    return next((meal.value for meal, until in _DELIVERED_UNTIL if hour < until), Meal.DINNER.value)


def is_late(tapped_at: datetime, arrived_at: datetime) -> bool:
    """Return whether an event took so long to arrive, as without network, that it is shown as late."""
    return arrived_at - tapped_at > LATE


@dataclass(frozen=True, slots=True)
class StopOutcome:
    """The outcome of a box that stands. `decision` is the desk's, "" before it."""

    key: str
    outcome: str
    reason: str
    words: str
    by: str
    at: datetime
    arrived_at: datetime
    decision: str

    @property
    def is_late(self) -> bool:
        return is_late(self.at, self.arrived_at)


@dataclass(frozen=True, slots=True)
class OpenTakeOver:
    """A rider's open request for a route's run."""

    number: int
    rider: str
    route: str


@dataclass(frozen=True, slots=True)
class RunOfDay:
    """A route with its stops of the meal. `number` and `rider` are None and "" until the run has a rider."""

    route: int
    name: str
    number: int | None
    rider: str
    stops: tuple[Stop, ...]

    @property
    def boxes(self) -> int:
        return sum(len(stop.boxes) for stop in self.stops)

    @property
    def open_stops(self) -> int:
        """The number of stops with a box to come."""
        return sum(stop.is_open for stop in self.stops)

    @property
    def failed_stops(self) -> int:
        """The number of stops with an undelivered box."""
        return sum(stop.has_failed for stop in self.stops)


@dataclass(frozen=True, slots=True)
class Runs:
    """A meal's runs in the routes' order, and stops without a route, which the desk has to place.

    `results` are by serving; `recorded` are the periods by (run, serving).
    """

    day: date
    meal: int
    unplaced: tuple[Stop, ...]
    runs: tuple[RunOfDay, ...]
    results: Mapping[int, StopOutcome]
    recorded: Mapping[tuple[int, int], Period]
    take_overs: tuple[OpenTakeOver, ...] = ()

    def of_route(self, route: int) -> RunOfDay | None:
        return next((run for run in self.runs if run.route == route), None)

    def stops(self) -> tuple[Stop, ...]:
        return (*self.unplaced, *(stop for run in self.runs for stop in run.stops))


def runs_of(day: date, meal: int) -> Runs:
    """Read all boxes of the meal's sheet, in their runs; two queries."""
    with read_snapshot():
        boxes = delivery_boxes(day, meal)
        data = _run_data(day, meal)
    stops = stops_of(boxes, data.places, data.routes_by_pin)
    by_route: dict[int, list[Stop]] = {route: [] for route in data.names}
    unplaced: list[Stop] = []
    for stop in stops:
        together = unplaced if stop.route is None else by_route.get(stop.route, unplaced)
        together.append(stop)
    runs = []
    for route, name in data.names.items():
        number, rider = data.runs.get(route, (None, ""))
        runs.append(RunOfDay(route, name, number, rider, sorted_stops(by_route[route])))
    return Runs(
        day,
        meal,
        sorted_stops(unplaced),
        tuple(runs),
        data.results,
        data.recorded,
        tuple(data.take_overs),
    )


@dataclass(frozen=True, slots=True)
class _RunData:
    """Data of a meal's runs, besides the boxes."""

    names: dict[int, str]
    routes_by_pin: dict[str, int]
    runs: dict[int, tuple[int, str]]
    places: dict[PlaceKey, Placed]
    results: dict[int, StopOutcome]
    recorded: dict[tuple[int, int], Period]
    take_overs: list[OpenTakeOver]


def _run_data(day: date, meal: int) -> _RunData:
    with connection.cursor() as cursor:
        cursor.execute(_RUN_DATA, {"day": day, "meal": meal})
        rows = cursor.fetchall()
    routes = sorted((row[2], row[1], row[4]) for row in rows if row[0] == "route")
    run_data = _RunData({number: name for _, number, name in routes}, {}, {}, {}, {}, {}, [])
    for what, one, other, rank, word, at, arrived, by, *rest in rows:
        match what:
            case "pin":
                run_data.routes_by_pin[word] = one
            case "run":
                run_data.runs[other] = (one, by)
                run_data.names.setdefault(other, word)  # has a run that day, and was closed since
            case "place":
                run_data.places[one, int(by) if by else None] = Placed(other, rank, word)
            case "take over":
                run_data.take_overs.append(OpenTakeOver(one, by, word))
            case "box":
                run_data.recorded[one, other] = (at and moment(at), arrived and moment(arrived))
            case "result":
                outcome, reason, words, decision = rest
                run_data.results[one] = StopOutcome(
                    word, outcome, reason, words, by, moment(at), moment(arrived), decision
                )
    return run_data
