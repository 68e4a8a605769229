"""Confirmed plans for tests of schedules, and queries on them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, time
from typing import Any

from django.contrib.auth.models import User

from oottam.delivery.models import Route, RoutePin
from oottam.kitchen.services.dietary_checks import FoodCheck, check_dishes, check_request
from oottam.plans.services import action_runner
from oottam.plans.services.plan_actions import ChangeBox
from oottam.requests.models import Kind, Request
from oottam.schedule.domain.actions import Skip
from oottam.schedule.models import Meal, MealPlan, ScheduleState, Serving, ServingState
from oottam.workflow.services.details import details_of, save_details
from oottam.workflow.services.editing import AcceptedWarnings
from oottam.workflow.services.event_details import save_event
from oottam.workflow.services.transitions import confirm
from tests.api_client import stored
from tests.conftest import Send
from tests.factories.requests import BODIES, PATHS

FRIDAY = datetime.fromisoformat("2026-12-04T10:00:00+05:30")  # all of next week is open
BREAKFAST, LUNCH, DINNER = Meal.BREAKFAST, Meal.LUNCH, Meal.DINNER


def at(written: str) -> datetime:
    """Parse an Indian time of December 2026, such as "4 10:00"."""
    number, clock = written.split()
    return datetime.fromisoformat(f"2026-12-{int(number):02} {clock}+05:30")


def day(number: int, month: int = 12) -> date:
    """Return a day of December 2026, or of another month of that season."""
    return date(2026 if month > 6 else 2027, month, number)


def let_count_as_delivered() -> None:
    """Let past boxes without a result count as delivered, and give those of PIN 600090 a route."""
    ScheduleState.objects.update_or_create(defaults={"counts_as_delivered": True})
    RoutePin.objects.create(pin="600090", route=Route.objects.create(name="Beach", position=1))


def sections(*meals: str) -> dict[str, bool]:
    """Return meal sections as forms send them."""
    return {meal: meal in meals for meal in ("breakfast", "lunch", "dinner")}


@dataclass
class Planner:
    """Sends orders and confirms them as one staff account."""

    send: Send
    actor: User
    now: datetime = FRIDAY

    def asked(
        self, kind: Kind = Kind.VEG, *, fulfilment: Mapping[str, Any] = {}, **body: Any
    ) -> Request:
        """Send an order and complete its fulfilment details."""
        request = stored(self.send, PATHS[kind], {**BODIES[kind], **body})
        given: dict[str, Any] = {
            "start_date": day(7),
            "meal_times": dict.fromkeys((1, 2, 3), time(12, 30)),
            "address": "12 Beach Road, Besant Nagar, Chennai 600 090",
            "zone_ok": True,
            "diet": "any" if kind == Kind.NONVEG else "veg",
            "allergens": [],
        }
        if kind == Kind.SUBSCRIPTION:
            given |= {"days": 6, "agreed_paise": 900_00}
        if kind == Kind.EVENT:
            save_event(
                **self.current(request),
                date=day(12),
                time=time(19),
                guests=20,
                venue="At home",
                diet="any",
                allergens=[],
            )
            save_details(**self.current(request), agreed_paise=18_000_00)
        else:
            save_details(**self.current(request), **{**given, **fulfilment})
        return Request.objects.get(pk=request.pk)

    def plan(
        self, kind: Kind = Kind.VEG, *, fulfilment: Mapping[str, Any] = {}, **body: Any
    ) -> MealPlan:
        """Send, complete and confirm an order; return its plan."""
        return self.confirm(self.asked(kind, fulfilment=fulfilment, **body))

    def lunches(self, days: int = 6, start: date | None = None) -> MealPlan:
        """Return a plan of lunches, by default from Mon 7 Dec."""
        fulfilment = {"start_date": start} if start else {}
        return self.plan(fulfilment=fulfilment, date=days, sections=sections("lunch"))

    def confirm(self, request: Request) -> MealPlan:
        """Confirm the request with all warnings accepted; return its plan."""
        confirm(
            **self.current(request),
            accepted=accept_warnings(check_request(Request.objects.get(pk=request.pk), date.min)),
        )
        return MealPlan.objects.get(request=request)

    def current(self, request: Request) -> dict[str, Any]:
        version = Request.objects.values_list("version", flat=True).get(pk=request.pk)
        return {
            "reference": request.reference,
            "version": version,
            "actor": self.actor,
            "now": self.now,
        }

    def do(
        self,
        plan: MealPlan,
        action: action_runner.Action,
        now: datetime | None = None,
        reason: str = "Asked",
    ) -> action_runner.ActionResult:
        """Execute the action on the plan's current version."""
        version = MealPlan.objects.values_list("version", flat=True).get(pk=plan.pk)
        return action_runner.execute(
            plan_id=plan.pk,
            version=version,
            action=action,
            reason=reason,
            actor=self.actor,
            now=now or self.now,
            accepted=accept_warnings(dietary_check_of(action, plan)),
        )


def dietary_check_of(action: action_runner.Action, plan: MealPlan) -> FoodCheck | None:
    """Return the dietary check of an action's new dishes."""
    if not isinstance(action, ChangeBox):
        return None
    request = Request.objects.get(plan=plan)
    is_event = request.kind == Kind.EVENT
    return check_dishes(action.dishes, details_of(request), is_event=is_event, first=date.min)


def accept_warnings(found: FoodCheck | None) -> AcceptedWarnings:
    """Accept all warnings of the check."""
    seen = found.seen if found else ""
    return AcceptedWarnings(seen, clash=True, reason="Agreed", not_known=True)


def dates(plan: MealPlan, meal: int = LUNCH) -> list[date]:
    """Return the dates of planned, delivered and failed servings."""
    found = Serving.objects.filter(plan=plan, meal=meal, state__in=(1, 2, 3)).order_by("date")
    return [each for each in found.values_list("date", flat=True) if each]


def held(plan: MealPlan) -> int:
    """Return the number of held servings."""
    return Serving.objects.filter(plan=plan, state=ServingState.HELD).count()


def on(plan: MealPlan, number: int, meal: int = LUNCH) -> int:
    """Return the primary key of the serving on that day of December."""
    return Serving.objects.get(plan=plan, meal=meal, date=day(number), state__in=(1, 2, 3, 4)).pk


def skip(plan: MealPlan, days: Iterable[date], meals: Iterable[int]) -> Skip:
    """Return the action that skips the planned servings of these meals on these days."""
    found = Serving.objects.filter(plan=plan, date__in=days, meal__in=meals)
    return Skip(list(found.filter(state=ServingState.PLANNED).values_list("pk", flat=True)))


def make_combo_plan(planner: Planner, **weeks: list[str]) -> MealPlan:
    """Return a combo plan of these lunches; six dinners reach the minimum order."""
    every = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
    chosen = {
        f"week{week}": {
            "breakfast": [],
            "lunch": weeks.get(f"week{week}", []),
            "dinner": every if week == 1 else [],
        }
        for week in range(1, 5)
    }
    return planner.plan(Kind.COMBO, selectedItems=chosen)
