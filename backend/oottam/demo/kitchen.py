"""Demo kitchen days: choices, cooked dishes, late changes, pauses, a closed day, an event."""

from collections.abc import Callable
from datetime import date, datetime, time, timedelta
from itertools import cycle
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from oottam.core.days import WHOLE_DAY
from oottam.core.errors import DomainError
from oottam.delivery.models import Decision, DeliveryOutcome, Outcome, Reason
from oottam.kitchen.day import MealSheet, day_view
from oottam.kitchen.services import choices, cooking, cutoff
from oottam.kitchen.services.dietary_acceptance import DayCheck, check_day
from oottam.plans.services import action_runner, closed_days, day_closing, plan_actions
from oottam.plans.services.repository import load_calendar
from oottam.requests.models import Request, Status
from oottam.schedule.domain import actions
from oottam.schedule.domain.calendar import Calendar
from oottam.schedule.domain.dish_names import OrderedDish
from oottam.schedule.lock import lock_schedules
from oottam.schedule.models import CutoffSnapshot, Meal, MealPlan, PlanState, Serving, ServingState
from oottam.workflow.models import EventDetails
from oottam.workflow.services import details, event_details
from oottam.workflow.services.editing import AcceptedWarnings

_NOTES = ("Little chilli, a child eats it", "No onion and garlic on Tuesdays", "Rice apart, please")
_EVENT_DISHES = (("Sambar Brown Rice Bowl", 40), ("Curd Millet Bowl", 40), ("Chana Sundal", 60))
_CLOSING_PERIOD = timedelta(days=365)
_FAILED_EVERY = 53  # one box in 53 fails
_UNTICKED = 3  # boxes of yesterday
_SEARCH_DAYS = 40  # days searched for open ones


def simulate(now: datetime, staff: User) -> None:
    """Simulate the kitchen's work until `now`, and changes of the next days."""
    _take_snapshots(now)
    day_closing.activate_due(now)
    _record_deliveries(timezone.localdate(now) - timedelta(days=1))
    # A server beside the empty shop may have closed the past days already.
    day_closing.settle(now, since=timezone.localdate(now) - _CLOSING_PERIOD)
    _record_failed_deliveries(now, staff)
    calendar = load_calendar(now)
    kitchen = _KitchenStaff(now, staff, calendar)
    days = (calendar.today + timedelta(days=number) for number in range(_SEARCH_DAYS))
    # Not on Sundays.
    ahead = [day for day in days if day.weekday() < 6 and calendar.is_open(Meal.BREAKFAST, day)]
    kitchen.schedule_event(ahead[0])
    kitchen.add_notes(ahead[0])
    kitchen.pause_plans(ahead[0])
    kitchen.close_day(ahead[8])
    cut_off_day = calendar.first_open(Meal.LUNCH) - timedelta(days=1)
    if cut_off_day >= calendar.today:
        kitchen.work_lunch(cut_off_day)
    kitchen.choose_dishes(ahead[0])


def _take_snapshots(now: datetime) -> None:
    """Take cut-off snapshots again: those that a running server took of the empty shop have no boxes."""
    with transaction.atomic():
        lock_schedules()
        CutoffSnapshot.objects.all().delete()
        cutoff.take_due_snapshots(now)


def _record_deliveries(yesterday: date) -> None:
    """Deliver the boxes of past days, except for some of yesterday, which nobody has ticked."""
    past = Serving.objects.filter(date__lte=yesterday, state=ServingState.PLANNED)
    unticked = past.filter(date=yesterday).order_by("-pk").values_list("pk", flat=True)
    past.exclude(pk__in=list(unticked[:_UNTICKED])).update(state=ServingState.DELIVERED)


def _record_failed_deliveries(now: datetime, staff: User) -> None:
    """Mark some boxes before this week as failed and forfeited."""
    week = timezone.localdate(now) - timedelta(days=7)
    over = Serving.objects.filter(date__lt=week, state=ServingState.DELIVERED, meal__lt=Meal.EVENT)
    reasons = cycle((Reason.NOBODY_HOME, Reason.NO_ANSWER, Reason.NOBODY_HOME, Reason.REFUSED))
    for number, serving in enumerate(over.order_by("date", "meal", "pk")):
        if number % _FAILED_EVERY or serving.date is None:
            continue
        at = timezone.make_aware(datetime.combine(serving.date, time(13)))
        Serving.objects.filter(pk=serving.pk).update(state=ServingState.FAILED)
        DeliveryOutcome.objects.create(
            serving=serving, key=f"sample-{serving.pk}", outcome=Outcome.FAILED,
            reason=next(reasons), tapped_at=at, by=staff, at=at,
            decision=Decision.FORFEITED, decided_at=at, decided_by=staff,
        )  # fmt: skip


class _KitchenStaff:
    """One staff member who works on the kitchen's days."""

    def __init__(self, now: datetime, staff: User, calendar: Calendar) -> None:
        self._now = now
        self._staff = staff
        self._days = calendar

    def schedule_event(self, day: date) -> None:
        """Move a confirmed event to this day, with its dishes."""
        confirmed = Request.objects.filter(kind="event", status=Status.CONFIRMED)
        request = (
            confirmed.filter(plan__all_servings__state=ServingState.PLANNED).order_by("pk").first()
        )
        if request is None:
            return
        stored = EventDetails.objects.get(request=request)
        event_details.save_event(
            reference=request.reference,
            version=request.version,
            actor=self._staff,
            now=self._now,
            date=day,
            time=time(19),
            guests=40,
            venue=stored.venue,
        )
        box = Serving.objects.filter(plan__request=request).get(state=ServingState.PLANNED)
        dishes = [OrderedDish("veg", name, quantity=quantity) for name, quantity in _EVENT_DISHES]
        self._execute(
            box.plan_id, plan_actions.ChangeBox(dishes, serving_ids=[box.pk]), "Agreed by phone"
        )

    def add_notes(self, day: date) -> None:
        """Add kitchen notes to some lunches of the day."""
        for serving, text in zip(self._boxes(day, Meal.LUNCH), _NOTES, strict=False):
            request = serving.plan.request
            details.save_details(
                reference=request.reference,
                version=request.version,
                actor=self._staff,
                now=self._now,
                kitchen_note=text,
            )

    def pause_plans(self, day: date) -> None:
        """Pause one plan without an end and one for a week; skip a day of a third."""
        later = day + timedelta(days=4)
        plans = MealPlan.objects.filter(
            state=PlanState.RUNNING, all_servings__date__gt=later, all_servings__meal=Meal.DINNER
        )
        first, second, third = plans.distinct().order_by("-pk")[:3]
        meals = [Meal.DINNER]
        self._execute(first.pk, actions.Pause(later, None, meals), "Away, will call")
        week = later + timedelta(days=6)
        self._execute(second.pk, actions.Pause(later, week, meals), "Visits her parents")
        dinners = third.all_servings.filter(date__gt=later, meal=Meal.DINNER).order_by("date")
        skipped = actions.Skip(list(dinners.values_list("pk", flat=True)[:1]))
        self._execute(third.pk, skipped, "A wedding")

    def close_day(self, day: date) -> None:
        """Close the day for all plans."""
        closed_days.close_day(
            day=day, meal=WHOLE_DAY, reason="Temple festival", actor=self._staff, now=self._now
        )

    def work_lunch(self, day: date) -> None:
        """Cook some dishes of a day after its cut-off; one customer cancels late, one changes a box."""
        self.choose_dishes(day)
        sheet = day_view(day).meal(Meal.LUNCH)
        for dish in sheet.dishes[:3] if sheet else ():
            self._call(cooking.cook, day, Meal.LUNCH, item=dish.item)
        boxes = list(self._boxes(day, Meal.LUNCH)[:2])
        for serving in boxes[:1]:
            action = actions.Forfeit(serving.pk, replace=True)
            self._execute(serving.plan_id, action, "Fell ill in the night")
        for serving in boxes[1:]:
            line = [OrderedDish("veg", "Curd Millet Bowl")]
            self._execute(
                serving.plan_id,
                plan_actions.ChangeBox(line, serving_ids=[serving.pk]),
                "Upset stomach",
            )

    def choose_dishes(self, day: date) -> None:
        """Choose one of the lunch's alternatives, and substitute one dish."""
        sheet = day_view(day).meal(Meal.LUNCH)
        if sheet is None:
            return
        for choice in sheet.to_choose[:1]:
            chosen = choice.options[-1].item
            check = check_day(day, Meal.LUNCH, choice.item, chosen=chosen)
            self._call(
                choices.choose,
                day,
                Meal.LUNCH,
                item=choice.item,
                chosen=chosen,
                accepted=_accept_all(check),
            )
        self._substitute(day, sheet)

    def _substitute(self, day: date, sheet: MealSheet) -> None:
        plain = [dish for dish in sheet.dishes if dish.mark == "veg" and not dish.by_default]
        if len(plain) < 2:
            return
        unavailable, instead = plain[-1], plain[0]
        check = check_day(day, Meal.LUNCH, unavailable.item, instead=instead.item)
        choices.substitute(
            accepted=_accept_all(check),
            day=day,
            meal=Meal.LUNCH,
            item=unavailable.item,
            instead=instead.item,
            reason="Sold out at the market",
            actor=self._staff,
            now=self._now,
        )

    def _boxes(self, day: date, meal: Meal) -> "QuerySet[Serving, Serving]":
        planned = Serving.objects.filter(date=day, meal=meal, state=ServingState.PLANNED)
        return planned.select_related("plan__request").order_by("pk")

    def _call(self, service: Callable[..., None], day: date, meal: Meal, **values: Any) -> None:
        service(day=day, meal=meal, actor=self._staff, now=self._now, **values)

    def _execute(self, plan: int, action: action_runner.Action, reason: str) -> None:
        version = MealPlan.objects.values_list("version", flat=True).get(pk=plan)
        try:
            action_runner.execute(
                plan_id=plan, version=version, action=action, reason=reason,
                actor=self._staff, now=self._now,
            )  # fmt: skip
        except DomainError:
            return  # not possible at this time of day


def _accept_all(check: DayCheck) -> AcceptedWarnings:
    return AcceptedWarnings(
        check.seen, clash=True, reason="Packed apart from the rest", not_known=True, left_out=True
    )
