"""A meal of a day on its way: every box in one stop, every stop in one run or waiting for somebody to place it."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.db import connection

from oottam.core.fields import sql
from oottam.delivery.stops import Placed, Stop, sorted_stops, stops_of
from oottam.kitchen.day import boxes_to_carry
from oottam.kitchen.day.column_values import moment
from oottam.kitchen.day.snapshot import read_snapshot
from oottam.plans.models.choices import ON_THE_DAY

LATE = timedelta(minutes=15)

# From when to when; None where it is not known, or has not ended.
Period = tuple[datetime | None, datetime | None]

# What it is, two numbers, a rank, a word, two moments, and of results all that was said. One query: the page has few to spend.
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
UNION ALL SELECT 'result', t.serving_id, 0, NULL, t.key, t.tapped_at, t.at, u.username, t.outcome, t.reason, t.words, t.decision
FROM schedule_serving s JOIN delivery_result t ON t.serving_id = s.id JOIN auth_user u ON u.id = t.by_id
WHERE s.date = %(day)s AND s.meal = %(meal)s AND t.stands
UNION ALL SELECT 'box', b.run_id, b.serving_id, NULL, '', b.since, b.until, '', '', '', '', ''
FROM delivery_runbox b JOIN delivery_run n ON n.id = b.run_id WHERE n.date = %(day)s AND n.meal = %(meal)s
UNION ALL SELECT 'take over', a.id, 0, NULL, r.name, NULL, NULL, u.username, '', '', '', ''
FROM delivery_takeover a JOIN delivery_run n ON n.id = a.run_id JOIN delivery_route r ON r.id = n.route_id
JOIN auth_user u ON u.id = a.rider_id WHERE n.date = %(day)s AND n.meal = %(meal)s AND a.decided_at IS NULL
"""  # noqa: S608 - constants


def is_late(tapped_at: datetime, arrived_at: datetime) -> bool:
    """Whether a tap was so long on its way, as without network, that it is shown as late."""
    return arrived_at - tapped_at > LATE


@dataclass(frozen=True, slots=True)
class StopOutcome:
    """What somebody said became of a box. `decision` is the desk's, "" while none was made."""

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
        """Whether it was long on its way, as without network."""
        return is_late(self.at, self.arrived_at)


@dataclass(frozen=True, slots=True)
class OpenTakeOver:
    """A rider asks for the run of a route."""

    number: int
    rider: str
    route: str


@dataclass(frozen=True, slots=True)
class RunOfDay:
    """A route with its stops of the meal; `number` and `rider` are of the run, None and "" until it has a rider."""

    route: int
    name: str
    number: int | None
    rider: str
    stops: tuple[Stop, ...]

    @property
    def boxes(self) -> int:
        """How many it carries."""
        return sum(len(stop.boxes) for stop in self.stops)

    @property
    def open_stops(self) -> int:
        """At how many doors something is still to come."""
        return sum(stop.is_open for stop in self.stops)

    @property
    def failed_stops(self) -> int:
        """At how many doors something did not arrive."""
        return sum(stop.has_failed for stop in self.stops)


@dataclass(frozen=True, slots=True)
class Runs:
    """A meal's runs by the routes' order, and the stops that are on none, which somebody has to place first.

    `results` are by serving, `recorded` by run and serving: which boxes have been on which run.
    """

    day: date
    meal: int
    unplaced: tuple[Stop, ...]
    runs: tuple[RunOfDay, ...]
    results: Mapping[int, StopOutcome]
    recorded: Mapping[tuple[int, int], Period]
    take_overs: tuple[OpenTakeOver, ...] = ()

    def of_route(self, route: int) -> RunOfDay | None:
        """The route's run."""
        return next((run for run in self.runs if run.route == route), None)

    def stops(self) -> tuple[Stop, ...]:
        """All of them."""
        return (*self.unplaced, *(stop for run in self.runs for stop in run.stops))


def runs_of(day: date, meal: int) -> Runs:
    """All boxes that stand on the sheet of the meal, in their runs; two queries."""
    with read_snapshot():
        boxes = boxes_to_carry(day, meal)
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
    """What is known beside the boxes."""

    names: dict[int, str]
    routes_by_pin: dict[str, int]
    runs: dict[int, tuple[int, str]]
    places: dict[int, Placed]
    results: dict[int, StopOutcome]
    recorded: dict[tuple[int, int], Period]
    take_overs: list[OpenTakeOver]


def _run_data(day: date, meal: int) -> _RunData:
    with connection.cursor() as cursor:
        cursor.execute(_RUN_DATA, {"day": day, "meal": meal})
        rows = cursor.fetchall()
    routes = sorted((row[2], row[1], row[4]) for row in rows if row[0] == "route")
    found = _RunData({number: name for _, number, name in routes}, {}, {}, {}, {}, {}, [])
    for what, one, other, rank, word, at, arrived, by, *rest in rows:
        match what:
            case "pin":
                found.routes_by_pin[word] = one
            case "run":
                found.runs[other] = (one, by)
                found.names.setdefault(other, word)  # ridden that day, and closed since
            case "place":
                found.places[one] = Placed(other, rank, word)
            case "take over":
                found.take_overs.append(OpenTakeOver(one, by, word))
            case "box":
                found.recorded[one, other] = (at and moment(at), arrived and moment(arrived))
            case "result":
                outcome, reason, words, decision = rest
                found.results[one] = StopOutcome(
                    word, outcome, reason, words, by, moment(at), moment(arrived), decision
                )
    return found
