"""The queries of the list of plans; their number does not grow with its rows."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from typing import Any

from django.db.models import Count, Exists, Max, Min, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Lower
from django.utils import timezone

from oottam.backoffice.plans.filters import (
    CANCELLED,
    CHANGED,
    CLASHING,
    DISHES,
    ENDED,
    ENDING,
    PAUSED,
    STARTING,
    TIMES,
    TO_CALL,
    TO_REPLACE,
    PlanFilter,
)
from oottam.backoffice.plans.timeline import monday_of
from oottam.backoffice.shared.queries import first_page
from oottam.backoffice.shared.search import (
    Requests,
    is_name,
    newest_first,
    newest_since,
    search,
)
from oottam.kitchen.services.box_contents import without_dishes
from oottam.kitchen.services.running_clashes import clashes_in_running_plans
from oottam.plans.services import change_receipts
from oottam.plans.services.reminders import DAYS_AHEAD
from oottam.requests.models import Kind, Request, Status
from oottam.schedule.choices import DATED, ON_THE_DAY, ONGOING, ReminderKind
from oottam.schedule.models import (
    CustomerRules,
    Meal,
    MealPlan,
    PlanReminder,
    PlanState,
    Serving,
    ServingState,
    Track,
)
from oottam.workflow.models import MealTime

PER_PAGE = 50
REPLACE_WITHIN = timedelta(days=30)  # an older box is not replaced any more
# A request from so long before the plan's last week follows on it.
REORDER_WITHIN = timedelta(days=14)
_MEALS = (Kind.VEG, Kind.NONVEG, Kind.TRAY, Kind.COMBO, Kind.SUBSCRIPTION)
_STATES = {PAUSED: PlanState.PAUSED, ENDED: PlanState.ENDED, CANCELLED: PlanState.CANCELLED}
_NOT_DELIVERED = (ServingState.FAILED, ServingState.FORFEITED)


@dataclass(slots=True)
class PlanRow:
    """A plan as the list shows it."""

    plan: MealPlan
    meals: list[str] = field(default_factory=list)
    next_day: date | None = None
    last_day: date | None = None
    held: int = 0
    to_replace: int = 0


def page_of(filters: PlanFilter, today: date) -> tuple[list[PlanRow], int | None]:
    """Return one page, newest plans first, and the plan after which the next begins; `today` in India."""
    rows = _with_related(plans_of_list(filters, today))
    if filters.behind:
        rows = rows.filter(pk__lt=filters.behind)
    if is_name(filters.search_text) and not filters.behind:
        matches = search(
            Request.objects.filter(received_at__gte=newest_since()), filters.search_text, few=True
        )
        window = _with_related(plans_of_list(filters, today, matches))
        plans: Any = newest_first(rows, window, PER_PAGE + 1)
    else:
        plans = rows
    page, last = first_page(plans, PER_PAGE)
    return _rows(page, today), last and last.pk


def _with_related(plans: QuerySet[MealPlan]) -> QuerySet[MealPlan]:
    return plans.order_by("-pk").select_related("request").defer("request__body")


def plans_of_list(  # noqa: PLR0911 - one for each list
    filters: PlanFilter, today: date, matches: Requests | None = None
) -> QuerySet[MealPlan]:
    """Return the plans of a list, filtered by the search text, or by the requests in `matches`."""
    queryset = MealPlan.objects.all()
    if filters.search_text:
        if matches is None:
            matches = search(Request.objects.all(), filters.search_text)
        queryset = queryset.filter(request__in=matches.order_by())
    if filters.list_name in _STATES:
        return queryset.filter(state=_STATES[filters.list_name])
    if filters.list_name == CHANGED:
        return queryset.filter(pk__in=change_receipts.unseen_changes().values("plan"))
    if filters.list_name == TO_REPLACE:
        return queryset.filter(Exists(_without_replacement(today).filter(plan=OuterRef("pk"))))
    if filters.list_name == CLASHING:
        return queryset.filter(pk__in=[clash.plan for clash in clashes_in_running_plans(today)])
    if filters.list_name == TIMES:
        return queryset.filter(_lacks_times(), state__in=ONGOING)
    if filters.list_name == DISHES:
        return queryset.filter(pk__in=without_dishes(today).values("plan"), state__in=ONGOING)
    if filters.list_name == ENDING:
        return queryset.filter(_ending(today))
    if filters.list_name == TO_CALL:
        is_event = Q(request__kind=Kind.EVENT)
        return queryset.filter(
            _ending(today), ~_has_reordered(today), ~is_event, ~_will_be_reminded(today)
        )
    if filters.list_name == STARTING:
        monday = monday_of(today)
        before = Serving.objects.filter(plan=OuterRef("pk"), date__lt=monday, state__in=DATED)
        queryset = queryset.filter(_in_week(monday), ~Exists(before))
    # A search without a list finds plans in every state.
    if filters.search_text and not filters.list_name:
        return queryset
    return queryset.filter(state__in=ONGOING)


def to_call(today: date) -> QuerySet[MealPlan]:
    """Return the plans that end this week without a new order, with `last_day` and `is_reminded`, soonest first."""
    dated = Serving.objects.order_by().filter(plan=OuterRef("pk"), state__in=DATED)
    last = dated.values("plan").annotate(day=Max("date")).values("day")
    reminded = PlanReminder.objects.filter(plan=OuterRef("pk"), kind=ReminderKind.RENEWAL)
    queryset = plans_of_list(PlanFilter(TO_CALL), today).annotate(
        last_day=Subquery(last), is_reminded=Exists(reminded)
    )
    return queryset.order_by("last_day", "pk")


def _will_be_reminded(today: date) -> Q:
    """Match plans whose customer a mail will remind three days before the last box: until then nobody calls."""
    later = Serving.objects.filter(
        plan=OuterRef("pk"), date__gt=today + timedelta(days=DAYS_AHEAD), state__in=DATED
    )
    is_off = CustomerRules.objects.filter(mails_renewal=False)
    return Exists(later) & ~Exists(is_off) & ~Q(request__email="")


def _has_reordered(today: date) -> Q:
    """Match customers with a reorder, or a later request of the last weeks: three lookups by index."""
    since = timezone.make_aware(datetime.combine(monday_of(today) - REORDER_WITHIN, time.min))
    meals = Request.objects.order_by().filter(kind__in=_MEALS).exclude(status=Status.CANCELLED)
    later = meals.filter(received_at__gte=since, received_at__gt=OuterRef("request__received_at"))
    by_phone = later.filter(phone_normalised=OuterRef("request__phone_normalised"))
    by_mail = later.annotate(lowered_email=Lower("email")).filter(
        lowered_email=Lower(OuterRef("request__email"))
    )
    repeats = meals.filter(reorder_link__of=OuterRef("request"))
    return (
        Q(Exists(repeats))
        | Q(Exists(by_phone.exclude(phone_normalised="")))
        | Q(Exists(by_mail.exclude(email="")))
    )


def _in_week(monday: date) -> Q:
    """Match plans with a box in this week, read from the week's boxes rather than from every plan."""
    of_week = Serving.objects.order_by().filter(
        date__range=(monday, monday + timedelta(days=6)), state__in=ON_THE_DAY
    )
    return Q(pk__in=of_week.values("plan"))


def _ending(today: date) -> Q:
    """Match plans whose last box is this week's, and none is held; a plan that ended on Tuesday ends this week."""
    monday = monday_of(today)
    servings = Serving.objects.filter(plan=OuterRef("pk"))
    later = servings.filter(date__gt=monday + timedelta(days=6), state__in=DATED)
    is_held = servings.filter(state=ServingState.HELD)
    over = ~Exists(later) & ~Exists(is_held) & ~Q(state=PlanState.CANCELLED)
    return _in_week(monday) & over


def _lacks_times() -> Q:
    """Match plans with a meal whose delivery time is not agreed, read from those times, which are few."""
    has_meal = Track.objects.filter(
        plan__request=OuterRef("request"), meal=OuterRef("meal"), servings__gt=0
    )
    times = MealTime.objects.order_by().filter(Exists(has_meal), is_settled=False)
    return Q(request__in=times.values("request"))


def _without_replacement(today: date) -> QuerySet[Serving]:
    again = Serving.objects.filter(replacement_for=OuterRef("pk")).exclude(
        state=ServingState.CANCELLED
    )
    return Serving.objects.filter(
        ~Exists(again.filter(plan=OuterRef("plan"))),  # by the plan's index
        state__in=_NOT_DELIVERED,
        date__gte=today - REPLACE_WITHIN,
    ).exclude(plan__state=PlanState.CANCELLED)


def _rows(plans: Sequence[MealPlan], today: date) -> list[PlanRow]:
    rows = {plan.pk: PlanRow(plan) for plan in plans}
    tracks = Track.objects.filter(plan__in=plans, servings__gt=0).exclude(meal=Meal.EVENT)
    for track in tracks.order_by("plan", "meal"):
        rows[track.plan_id].meals.append(f"{Meal(track.meal).label} {track.servings}")
    boxes = Serving.objects.filter(plan__in=plans).order_by().values("plan_id")
    for plan, next_day, last_day, held in boxes.annotate(
        next_day=Min("date", filter=Q(state=ServingState.PLANNED, date__gte=today)),
        last_day=Max("date", filter=Q(state__in=DATED)),
        held=Count("pk", filter=Q(state=ServingState.HELD)),
    ).values_list("plan_id", "next_day", "last_day", "held"):
        row = rows[plan]
        row.next_day, row.last_day, row.held = next_day, last_day, held
    waiting = _without_replacement(today).filter(plan__in=plans)
    for plan in waiting.values_list("plan_id", flat=True):
        rows[plan].to_replace += 1
    return list(rows.values())
