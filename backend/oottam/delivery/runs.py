"""The runs of a meal: every box in one stop, every stop in one run or unplaced."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from django.db.models import FilteredRelation, Q
from django.utils import timezone

from oottam.core.db.cursor import read_snapshot
from oottam.delivery.models import DeliveryOutcome, Route, RunServing
from oottam.delivery.stops import Placed, PlaceKey, Stop, sorted_stops, stops_of
from oottam.kitchen.day import delivery_boxes
from oottam.schedule.choices import ON_THE_DAY, Meal
from oottam.schedule.models import Serving

LATE = timedelta(minutes=15)
# The hour in India until which a meal is the current one.
_DELIVERED_UNTIL = ((Meal.BREAKFAST, 11), (Meal.LUNCH, 16))

# Begin and end; None where unknown or not ended.
Period = tuple[datetime | None, datetime | None]


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


def runs_of(day: date, meal: int, *, with_outcomes: bool = True) -> Runs:
    """Read all boxes of the meal's sheet, in their runs; five queries, three without outcomes and periods."""
    with read_snapshot():
        boxes = delivery_boxes(day, meal)
        data = _run_data(day, meal, with_outcomes=with_outcomes)
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


def _run_data(day: date, meal: int, *, with_outcomes: bool) -> _RunData:
    """Four queries; two `with_outcomes` False, which leaves out outcomes and periods."""
    run_data = _RunData({}, {}, {}, {}, {}, {}, [])
    of_meal = {"date": day, "meal": meal}
    # Routes that were closed since, but have a run that day, are the last ones.
    routes = (
        Route.objects.annotate(
            run=FilteredRelation("runs", condition=Q(runs__date=day, runs__meal=meal))
        )
        .filter(Q(is_closed=False) | Q(run__isnull=False))
        .order_by("is_closed", "position", "pk", "run__take_overs")
    )
    open_take_overs = {}
    for route, name, pin, run, rider, take_over, decided_at, asking in routes.values_list(
        "pk", "name", "pins__pin", "run__pk", "run__rider__username",
        "run__take_overs", "run__take_overs__decided_at", "run__take_overs__rider__username",
    ):  # fmt: skip
        run_data.names[route] = name
        if pin:
            run_data.routes_by_pin[pin] = route
        if run:
            run_data.runs[route] = (run, rider or "")
        if take_over and decided_at is None:
            open_take_overs[take_over] = OpenTakeOver(take_over, asking, name)
    run_data.take_overs.extend(open_take_overs.values())
    run_data.places.update(_places(of_meal))
    if not with_outcomes:
        return run_data
    outcomes = DeliveryOutcome.objects.filter(serving__date=day, serving__meal=meal, stands=True)
    for tap in outcomes.select_related("by"):
        run_data.results[tap.serving_id] = StopOutcome(
            tap.key, tap.outcome, tap.reason, tap.words, tap.by.get_username(), tap.tapped_at, tap.at, tap.decision,
        )  # fmt: skip
    boxes = RunServing.objects.filter(run__date=day, run__meal=meal)
    for run, serving, since, until in boxes.values_list("run", "serving", "since", "until"):
        run_data.recorded[run, serving] = (since, until)
    return run_data


def _places(of_meal: dict[str, Any]) -> Iterator[tuple[PlaceKey, Placed]]:
    """Yield the stored positions of the meal's plans, and of all their later addresses; one query."""
    boxes = Serving.objects.filter(**of_meal, state__in=ON_THE_DAY).order_by()
    position, address = "plan__stop_position__", "plan__request__later_addresses__"
    for plan, has_position, route, rank, hint, later, undone_at, note, later_route, later_rank in boxes.values_list(
        "plan", f"{position}plan", f"{position}route", f"{position}rank", f"{position}hint",
        f"{address}pk", f"{address}undone_at", f"{address}door_note",
        f"{address}stop_position__route", f"{address}stop_position__rank",
    ):  # fmt: skip
        if has_position:
            yield (plan, None), Placed(route, rank, hint)
        if later and undone_at is None:
            yield (plan, later), Placed(later_route, later_rank, note)
