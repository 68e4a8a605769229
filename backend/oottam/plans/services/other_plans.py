"""A customer's other plans, whose boxes may come on the same days."""

from collections.abc import Iterable
from datetime import date

from django.db.models import Max, Q
from django.utils.translation import gettext as _

from oottam.plans.services.action_runner import MovedServing
from oottam.requests.models import Request
from oottam.schedule.choices import ONGOING
from oottam.schedule.domain.calendar import EVENT
from oottam.schedule.domain.plan_schedule import format_day
from oottam.schedule.models import Meal, Serving, ServingState
from oottam.workflow.services.duplicates import of_the_same_person


def last_box_of_another(request: Request) -> tuple[str, date] | None:
    """Return reference and last day of the person's running plan that ends last; None without one. One query."""
    plans = of_the_same_person(request).filter(plan__state__in=ONGOING)
    found = (
        Serving.objects.filter(plan__request__in=plans.order_by(), state=ServingState.PLANNED)
        .exclude(meal=EVENT)
        .values("plan__request__reference")
        .annotate(last=Max("date"))
        .order_by("-last")
        .first()
    )
    return (found["plan__request__reference"], found["last"]) if found and found["last"] else None


def describe_overlaps(request: Request, moved: Iterable[MovedServing]) -> list[str]:
    """Say which moved boxes would come beside one of another plan of the person; one query, none without moves."""
    to_come = Q()
    for each in moved:
        if each.to_date and each.to_date != each.from_date and each.state == ServingState.PLANNED:
            to_come |= Q(meal=each.meal, date=each.to_date)
    if not to_come:
        return []
    plans = of_the_same_person(request).filter(plan__state__in=ONGOING)
    boxes = Serving.objects.filter(
        to_come, plan__request__in=plans.order_by(), state=ServingState.PLANNED
    )
    return [
        _("On %(day)s a %(meal)s of %(reference)s comes, too.")
        % {"day": format_day(day), "meal": str(Meal(meal).label).lower(), "reference": reference}
        for day, meal, reference in boxes.order_by("date", "meal").values_list(
            "date", "meal", "plan__request__reference"
        )
        if day
    ]
