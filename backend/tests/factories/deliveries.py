"""Stops, routes, runs and delivery events for tests."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import count
from typing import Any
from uuid import uuid4

from django.contrib.auth.models import User

from oottam.delivery.models import Outcome, Route, Run
from oottam.delivery.runs import Runs, runs_of
from oottam.delivery.services import outcomes, riders, routes
from oottam.delivery.services.outcomes import DeliveryEvent, RecordResult
from oottam.schedule.models import Meal, MealPlan, Serving
from tests.factories.kitchen import MONDAY, Boxes

LUNCH = Meal.LUNCH
NOON = datetime.fromisoformat("2026-12-07T12:30:00+05:30")  # on Monday
TUESDAY_NOON = NOON + timedelta(days=1)
_numbers = count(1)


@dataclass
class DeliveryPlans:
    """Creates plans for Monday's lunch, each at its own address."""

    boxes: Boxes

    def add(self, name: str = "Asha", *, days: int = 1, **stop: Any) -> MealPlan:
        """Create a plan from Monday on; `stop` may have phone, address, pin and meal."""
        at = next(_numbers)
        meal = stop.pop("meal", LUNCH)
        plan = self.boxes.plan(
            ["Rice"],
            [MONDAY + timedelta(days=ahead) for ahead in range(days)],
            name=name,
            meal=meal,
        )
        phone = stop.pop("phone", f"+9198400{at:05}")
        fulfilment = plan.request.fulfilment
        fulfilment.address, fulfilment.pin = (
            stop.pop("address", f"{at} Beach Road"),
            stop.pop("pin", "600090"),
        )
        fulfilment.save()
        plan.request.phone = plan.request.phone_normalised = phone
        plan.request.save()
        return plan


def make_route(name: str, *pins: str, actor: User) -> Route:
    """Create a route with these PIN codes."""
    return routes.add_route(name=name, pins=pins, actor=actor, now=NOON)


def make_run(route: Route, by: User | None, *, actor: User) -> Run:
    """Assign Monday's lunch on the route to the rider."""
    return riders.assign(day=MONDAY, meal=LUNCH, route_id=route.pk, rider=by, actor=actor, now=NOON)


def names(found: Runs) -> dict[str, list[str]]:
    """Return customers' names by route; "" has the unplaced stops."""
    by_route = {each.name: [stop.first.person.name for stop in each.stops] for each in found.runs}
    return {"": [stop.first.person.name for stop in found.unplaced], **by_route}


def seen() -> Runs:
    """Return the runs of Monday's lunch."""
    return runs_of(MONDAY, LUNCH)


def serving(plan: MealPlan, seq: int = 1) -> Serving:
    """Read the plan's serving from the database."""
    return Serving.objects.get(plan=plan, seq=seq, replacement_for=None)


def make_delivery_event(
    plan: MealPlan, outcome: Outcome = Outcome.DELIVERED, **more: Any
) -> DeliveryEvent:
    """Return a rider's tap for the plan's serving."""
    given: dict[str, Any] = {
        "key": uuid4().hex,
        "serving_id": serving(plan).pk,
        "outcome": outcome,
        "tapped_at": NOON,
        "reason": "nobody-home" if outcome == Outcome.FAILED else "",
    }
    return DeliveryEvent(**{**given, **more})


def record_event(tapped: DeliveryEvent, actor: User, now: datetime = NOON) -> RecordResult:
    """Submit the tap to the server."""
    return outcomes.record_outcome(event=tapped, day=MONDAY, meal=LUNCH, actor=actor, now=now)


def make_failed_delivery(plan: MealPlan, actor: User, now: datetime = NOON) -> DeliveryEvent:
    """Record that the plan's serving of Monday failed."""
    tapped = make_delivery_event(plan, Outcome.FAILED)
    record_event(tapped, actor, now)
    return tapped
