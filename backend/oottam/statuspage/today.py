"""What comes today: the meals of a running plan, as far as the kitchen and the run's taps know it.

Names no rider, no address and no phone number.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, time

from django.db.models import Case, Exists, F, FilteredRelation, OuterRef, Q, Subquery, When
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from oottam.core.clock import clock_time
from oottam.core.days import WHOLE_DAY
from oottam.delivery.models import Decision, DeliveryOutcome
from oottam.delivery.runs import RunOfDay, meal_at, runs_of
from oottam.delivery.services.failure_notices import why_not_delivered
from oottam.requests.models import Request
from oottam.schedule.choices import ON_THE_DAY, Mark
from oottam.schedule.domain.plan_schedule import format_day
from oottam.schedule.models import Choice, Meal, Serving, ServingState, Substitution
from oottam.workflow.services.later_addresses import USUAL, stored_addresses


@dataclass(frozen=True, slots=True)
class TodayMeal:
    """A meal of today: "Lunch, about 12:30 pm", its dishes, and what is known of its way."""

    title: str
    dishes: tuple[str, ...]
    note: str


@dataclass(slots=True)
class _Box:
    serving_id: int
    state: int
    told_at: datetime | None
    decision: str
    reason: str
    comes_again: bool
    dishes: list[str]


def meals_of_today(
    request: Request, now: datetime, times: Mapping[int, time | None]
) -> list[TodayMeal]:
    """Return the meals that come, came or failed today, in order; `times` are the agreed ones by meal.

    Two queries; three more while a box of the current meal is to come.
    """
    current, today, stored = meal_at(now), timezone.localdate(now), stored_addresses(request)
    return [
        TodayMeal(
            _title(meal, box, times.get(meal)),
            tuple(box.dishes),
            _note(meal, box, now, current, stored.of_box(today, meal)),
        )
        for meal, box in _boxes(request, now).items()
    ]


def next_meal(request: Request, now: datetime) -> str:
    """Return the first meal of a later day as "lunch on Thu 17 Dec", "" where none has a day; one query."""
    later = Serving.objects.filter(
        plan__request=request, date__gt=timezone.localdate(now), state=ServingState.PLANNED
    )
    box = later.order_by("date", "meal").first()
    if box is None or box.date is None:
        return ""
    meal = str(Meal(box.meal).label).lower()
    return _("%(meal)s on %(day)s") % {"meal": meal, "day": format_day(box.date)}


def _boxes(request: Request, now: datetime) -> dict[int, _Box]:
    """Read today's boxes with their dishes and their outcome, by meal; one query."""
    again = DeliveryOutcome.objects.filter(serving=OuterRef("pk"), decision=Decision.AGAIN)
    rows = (
        Serving.objects.filter(
            plan__request=request, date=timezone.localdate(now), state__in=ON_THE_DAY
        )
        .annotate(
            outcome=FilteredRelation("outcomes", condition=Q(outcomes__stands=True)),
            cooked=_cooked(),
            comes_again=Exists(again),
        )
        .order_by("meal", "box_contents__lines__position")
        .values_list(
            "meal", "pk", "state", "outcome__tapped_at", "outcome__decision", "outcome__reason", "comes_again",
            Coalesce("cooked", "box_contents__lines__ordered_name"),
            F("box_contents__lines__quantity"),
        )
    )  # fmt: skip
    boxes: dict[int, _Box] = {}
    for meal, pk, state, told_at, decision, reason, comes_again, name, quantity in rows:
        box = boxes.setdefault(
            meal, _Box(pk, state, told_at, decision or "", reason or "", comes_again, [])
        )
        if name:
            box.dishes.append(f"{quantity} × {name}" if quantity > 1 else name)
    return boxes


def _cooked() -> Case:
    """Name what the kitchen decided on for the line's dish; null where nothing was decided.

    Who gets vegetarian dishes only gets no other, whatever was decided.
    """
    veg = _decided(Q(instead__mark=Mark.VEG), Q(chosen__mark=Mark.VEG))
    return Case(When(box_contents__lines__veg_only=True, then=veg), default=_decided(Q(), Q()))


def _decided(instead: Q, chosen: Q) -> Coalesce:
    """Name the substitute, else the alternative, among those that match."""
    line = {"item": OuterRef("box_contents__lines__item"), "date": OuterRef("date")}
    of_meal = Q(meal=WHOLE_DAY) | Q(meal=OuterRef("meal"))
    substitutes = Substitution.objects.filter(of_meal, instead, **line).order_by("-meal")
    choices = Choice.objects.filter(chosen, meal=OuterRef("meal"), **line)
    return Coalesce(
        Subquery(substitutes.values("instead__name")[:1]),
        Subquery(choices.values("chosen__name")[:1]),
    )


def _title(meal: int, box: _Box, at: time | None) -> str:
    label = str(Meal(meal).label)
    if box.state != ServingState.PLANNED or at is None:
        return label
    return _("%(meal)s, about %(time)s") % {"meal": label, "time": clock_time(at)}


def _note(meal: int, box: _Box, now: datetime, current: int, address: int) -> str:
    if box.state == ServingState.FAILED:
        return _failure(box)
    if box.state == ServingState.DELIVERED:
        at = box.told_at and clock_time(timezone.localtime(box.told_at))
        return _("Delivered at %(time)s.") % {"time": at} if at else _("Delivered.")
    place = _("To your usual address.") if address == USUAL else _("To your other address.")
    again = _("We try again today.") if box.comes_again else ""
    way = _on_its_way(meal, box, now) if meal == current else ""
    return " ".join(filter(None, [again, place, way]))


def _failure(box: _Box) -> str:
    """Say why, and what comes instead; one query."""
    why = why_not_delivered(box.reason)
    failed = f"{_('It could not be delivered')}{f' ({why})' if why else ''}:"
    if box.decision == Decision.FORFEITED:
        return _("%(failed)s it counts as delivered.") % {"failed": failed}
    again = Serving.objects.filter(replacement_for=box.serving_id)
    instead = again.exclude(state=ServingState.CANCELLED).order_by("date").first()
    if instead is None:
        return _("%(failed)s we call you.") % {"failed": failed}
    if instead.date is None:
        return _("%(failed)s you get another one.") % {"failed": failed}
    return _("%(failed)s you get another one on %(day)s.") % {
        "failed": failed, "day": format_day(instead.date),
    }  # fmt: skip


def _on_its_way(meal: int, box: _Box, now: datetime) -> str:
    """Describe the run's progress once its rider has recorded a stop."""
    for run in runs_of(timezone.localdate(now), meal, with_outcomes=False).runs:
        for at, stop in enumerate(run.stops):
            if any(each.serving_id == box.serving_id for each in stop.boxes):
                return _stops_before(run, at)
    return ""


def _stops_before(run: RunOfDay, at: int) -> str:
    if run.open_stops == len(run.stops):
        return ""  # no tap yet
    before = sum(stop.is_open for stop in run.stops[:at])
    if not before:
        return _("You are the rider's next stop.")
    return ngettext(
        "The rider has %(stops)s stop before you.",
        "The rider has %(stops)s stops before you.",
        before,
    ) % {"stops": before}
