"""The kitchen's days of the sample shop: decisions, ticks, late changes, pauses, a closed day, an event to cook for."""

from collections.abc import Callable, Iterator
from datetime import date, datetime, time, timedelta
from itertools import cycle
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from oottam.core.errors import DomainError
from oottam.delivery.models import Decision, DeliveryOutcome, Outcome, Reason
from oottam.kitchen.day import MealSheet, day_view
from oottam.kitchen.services import choices, cooking, cutoff
from oottam.kitchen.services.cutoff import lock_schedules
from oottam.kitchen.services.dietary_acceptance import DayCheck, check_day
from oottam.plans.domain import actions
from oottam.plans.domain.calendar import Calendar
from oottam.plans.domain.dish_names import OrderedDish
from oottam.plans.models import CutoffSnapshot, Meal, MealPlan, PlanState, Serving, ServingState
from oottam.plans.services import action_runner, closed_days, day_closing, plan_actions
from oottam.plans.services.repository import calendar
from oottam.requests.models import Request, Status
from oottam.workflow.models import EventDetails
from oottam.workflow.services import details, event_details
from oottam.workflow.services.editing import Accepted

_NOTES = ("Little chilli, a child eats it", "No onion and garlic on Tuesdays", "Rice apart, please")
_FEAST = (("Sambar Brown Rice Bowl", 40), ("Curd Millet Bowl", 40), ("Chana Sundal", 60))
_BEFORE = timedelta(days=365)
_BROUGHT_BACK = 53  # one of so many boxes
_AHEAD = 40  # days in which a day that the shop is open is found


def run(now: datetime, colleague: User) -> None:
    """What happened in the kitchen by now, and what is known of the next days."""
    _tell_the_kitchen(now)
    day_closing.activate_due(now)
    # A server that ran beside an empty shop has settled its past already.
    day_closing.settle(now, since=timezone.localdate(now) - _BEFORE)
    _tell_of_doors(now, colleague)
    days = calendar(now)
    kitchen = _Kitchen(now, colleague, days)
    ahead = [day for day in _days(days) if days.is_open(Meal.BREAKFAST, day)]
    kitchen.agree_event(ahead[0])
    kitchen.note(ahead[0])
    kitchen.pause(ahead[0])
    kitchen.close(ahead[8])
    message = days.first_open(Meal.LUNCH) - timedelta(days=1)
    if message >= days.today:
        kitchen.work(message)
    kitchen.decide(ahead[0])


def _tell_the_kitchen(now: datetime) -> None:
    """It was told of the boxes that are there now: a server that ran beside an empty shop told it of none."""
    with transaction.atomic():
        lock_schedules()
        CutoffSnapshot.objects.all().delete()
        cutoff.take_due_snapshots(now)


def _tell_of_doors(now: datetime, colleague: User) -> None:
    """What riders brought back, and why, before this week; it was settled long ago."""
    week = timezone.localdate(now) - timedelta(days=7)
    over = Serving.objects.filter(date__lt=week, state=ServingState.DELIVERED, meal__lt=Meal.EVENT)
    reasons = cycle((Reason.NOBODY_HOME, Reason.NO_ANSWER, Reason.NOBODY_HOME, Reason.REFUSED))
    for number, serving in enumerate(over.order_by("date", "meal", "pk")):
        if number % _BROUGHT_BACK or serving.date is None:
            continue
        at = timezone.make_aware(datetime.combine(serving.date, time(13)))
        Serving.objects.filter(pk=serving.pk).update(state=ServingState.FAILED)
        DeliveryOutcome.objects.create(
            serving=serving, key=f"sample-{serving.pk}", outcome=Outcome.FAILED,
            reason=next(reasons), tapped_at=at, by=colleague, at=at,
            decision=Decision.FORFEITED, decided_at=at, decided_by=colleague,
        )  # fmt: skip


def _days(days: Calendar) -> Iterator[date]:
    """Days of service from today on."""
    for number in range(_AHEAD):
        day = days.today + timedelta(days=number)
        if day.weekday() < 6:  # not on Sundays
            yield day


class _Kitchen:
    """What one colleague says of the days."""

    def __init__(self, now: datetime, colleague: User, days: Calendar) -> None:
        self._now = now
        self._colleague = colleague
        self._days = days

    def agree_event(self, day: date) -> None:
        """One that was confirmed is on this day, with its dishes."""
        held = Request.objects.filter(kind="event", status=Status.CONFIRMED)
        request = held.filter(plan__all_servings__state=ServingState.PLANNED).order_by("pk").first()
        if request is None:
            return
        given = EventDetails.objects.get(request=request)
        event_details.save_event(
            reference=request.reference,
            version=request.version,
            actor=self._colleague,
            now=self._now,
            date=day,
            time=time(19),
            guests=40,
            venue=given.venue,
        )
        box = Serving.objects.filter(plan__request=request).get(state=ServingState.PLANNED)
        dishes = [OrderedDish("veg", name, quantity=quantity) for name, quantity in _FEAST]
        self._do(box.plan_id, plan_actions.ChangeBox(dishes, servings=[box.pk]), "Agreed by phone")

    def note(self, day: date) -> None:
        """What the kitchen is asked for some of those who get a box."""
        for serving, text in zip(self._boxes(day, Meal.LUNCH), _NOTES, strict=False):
            request = serving.plan.request
            details.save_details(
                reference=request.reference,
                version=request.version,
                actor=self._colleague,
                now=self._now,
                kitchen_note=text,
            )

    def pause(self, day: date) -> None:
        """One without an end, one for a week; a third skips a day."""
        later = day + timedelta(days=4)
        plans = MealPlan.objects.filter(
            state=PlanState.RUNNING, all_servings__date__gt=later, all_servings__meal=Meal.DINNER
        )
        first, second, third = plans.distinct().order_by("-pk")[:3]
        meals = [Meal.DINNER]
        self._do(first.pk, actions.Pause(later, None, meals), "Away, will call")
        week = later + timedelta(days=6)
        self._do(second.pk, actions.Pause(later, week, meals), "Visits her parents")
        dates = third.all_servings.filter(date__gt=later, meal=Meal.DINNER).order_by("date")
        skipped = actions.Skip(
            [day for day in dates.values_list("date", flat=True)[:1] if day], meals
        )
        self._do(third.pk, skipped, "A wedding")

    def close(self, day: date) -> None:
        """Nothing is cooked for plans."""
        closed_days.close_day(
            day=day, meal=0, reason="Temple festival", actor=self._colleague, now=self._now
        )

    def work(self, day: date) -> None:
        """A day that the kitchen was told of: some of it is cooked, and somebody fell ill too late."""
        self.decide(day)
        sheet = day_view(day).meal(Meal.LUNCH)
        for dish in sheet.dishes[:3] if sheet else ():
            self._decide(cooking.cook, day, Meal.LUNCH, item=dish.item)
        boxes = list(self._boxes(day, Meal.LUNCH)[:2])
        for serving in boxes[:1]:
            action = actions.Forfeit(serving.pk, replace_box=True)
            self._do(serving.plan_id, action, "Fell ill in the night")
        for serving in boxes[1:]:
            line = [OrderedDish("veg", "Curd Millet Bowl")]
            self._do(
                serving.plan_id,
                plan_actions.ChangeBox(line, servings=[serving.pk]),
                "Upset stomach",
            )

    def decide(self, day: date) -> None:
        """Of the lunch's alternatives one is chosen, and one dish is not to be had."""
        sheet = day_view(day).meal(Meal.LUNCH)
        if sheet is None:
            return
        for open_one in sheet.to_choose[:1]:
            chosen = open_one.options[-1].item
            found = check_day(day, Meal.LUNCH, open_one.item, chosen=chosen)
            self._decide(
                choices.choose,
                day,
                Meal.LUNCH,
                item=open_one.item,
                chosen=chosen,
                accepted=_agreed(found),
            )
        self._replace(day, sheet)

    def _replace(self, day: date, sheet: MealSheet) -> None:
        plain = [dish for dish in sheet.dishes if dish.mark == "veg" and not dish.by_default]
        if len(plain) < 2:
            return
        gone, instead = plain[-1], plain[0]
        found = check_day(day, Meal.LUNCH, gone.item, instead=instead.item)
        choices.substitute(
            accepted=_agreed(found),
            day=day,
            meal=Meal.LUNCH,
            item=gone.item,
            instead=instead.item,
            reason="Sold out at the market",
            actor=self._colleague,
            now=self._now,
        )

    def _boxes(self, day: date, meal: Meal) -> "QuerySet[Serving, Serving]":
        found = Serving.objects.filter(date=day, meal=meal, state=ServingState.PLANNED)
        return found.select_related("plan__request").order_by("pk")

    def _decide(self, decide: Callable[..., None], day: date, meal: Meal, **given: Any) -> None:
        decide(day=day, meal=meal, actor=self._colleague, now=self._now, **given)

    def _do(self, plan: int, action: action_runner.Action, reason: str) -> None:
        version = MealPlan.objects.values_list("version", flat=True).get(pk=plan)
        try:
            action_runner.execute(
                plan_id=plan, version=version, action=action, reason=reason,
                actor=self._colleague, now=self._now,
            )  # fmt: skip
        except DomainError:
            return  # what is not possible at this hour does not happen


def _agreed(found: DayCheck) -> Accepted:
    return Accepted(
        found.seen, clash=True, reason="Packed apart from the rest", not_known=True, left_out=True
    )
