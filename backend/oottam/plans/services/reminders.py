"""Remind customers by mail: three days before a plan ends, how to order it again, and on the evening before it starts.

Each plan has each reminder once, whatever happens to its days later. An e-mail address gets at most one a day, and a
person none after opting out. Events have none: the desk agrees on everything with the host.
"""

import time
from collections.abc import Callable, Collection, Iterable, Sequence
from datetime import date, datetime, timedelta
from datetime import time as clock
from functools import partial

from django.db import transaction
from django.db.models import Exists, Max, OuterRef, Q, QuerySet, Value
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext as _

from oottam import catalogue
from oottam.api.mails import status_link
from oottam.core.clock import clock_time
from oottam.core.days import start_of_day
from oottam.core.db.pruning import never
from oottam.plans.services.customer_rules import current_rules
from oottam.requests.models import OPEN, Request, Status
from oottam.schedule.choices import ReminderKind
from oottam.schedule.domain.calendar import EVENT, ONE_DAY
from oottam.schedule.domain.plan_schedule import format_day
from oottam.schedule.lock import lock_schedules
from oottam.schedule.models import (
    Meal,
    MealPlan,
    PlanReminder,
    PlanState,
    ScheduleState,
    Serving,
    ServingState,
    Track,
)
from oottam.workflow.models import Message, ReorderLink, Template
from oottam.workflow.services.agreement import agreed_noun
from oottam.workflow.services.details import MEAL_KINDS, ORDERS, details_of
from oottam.workflow.services.duplicates import of_the_same_person
from oottam.workflow.services.meal_times import meal_times
from oottam.workflow.services.messages import queue_each, send_by_itself
from oottam.workflow.services.reminder_rules import (
    footer,
    is_hour_of_reminders,
    wants_reminders,
)
from oottam.workflow.services.reorder import offered_to_customer

DAYS_AHEAD = 3  # days before a plan's last one
MIN_DAYS = 6  # of a plan that is worth a reminder of its end
# IST. The undo window of what was confirmed until the usual cut-off, 18:00, is over by then.
EVENING = clock(18, 30)


def send(
    now: datetime,
    *,
    is_over: Callable[[], bool] = never,
    pause: Callable[[float], object] = time.sleep,
) -> int:
    """Queue the reminders of this hour, once a day each; return their number. Two queries where none is due.

    A server that was off sends renewals until the day before the plan's last, and nothing about a start that is over.
    """
    if not (is_hour_of_reminders(now) and catalogue.current().site.origin):  # nowhere to opt out
        return 0
    today, rules = timezone.localdate(now), current_rules()
    state = ScheduleState.objects.first() or ScheduleState()
    is_evening = timezone.localtime(now).time() >= EVENING
    sent = 0
    if rules.mails_start and is_evening and state.starts_sent_on != today:
        sent += _send_all(ReminderKind.START, now, is_over, pause)
    if rules.mails_renewal and state.renewals_sent_on != today and not is_over():
        sent += _send_all(ReminderKind.RENEWAL, now, is_over, pause)
    return sent


Plans = Collection[int] | None  # primary keys; None: all plans


def starting(tomorrow: date, plans: Plans = None) -> "QuerySet[MealPlan]":
    """Plans whose first box comes tomorrow, without a reminder of it."""
    earlier = Serving.objects.filter(plan=OuterRef("pk"), date__lt=tomorrow).exclude(
        state=ServingState.CANCELLED
    )
    boxes = _boxes(plans).filter(date=tomorrow, state=ServingState.PLANNED)
    return _reachable(boxes, ReminderKind.START).filter(~Exists(earlier))


def ending(today: date, plans: Plans = None) -> "QuerySet[MealPlan]":
    """Plans of MIN_DAYS or more whose last box comes within DAYS_AHEAD, without a reminder of it."""
    until = today + timedelta(days=DAYS_AHEAD)
    later = Serving.objects.filter(
        Q(date__gt=until, state=ServingState.PLANNED) | Q(state=ServingState.HELD),
        plan=OuterRef("pk"),
    )
    boxes = _boxes(plans).filter(date__range=(today + ONE_DAY, until), state=ServingState.PLANNED)
    long = Track.objects.filter(plan=OuterRef("pk"), servings__gte=MIN_DAYS)
    return _reachable(boxes, ReminderKind.RENEWAL).filter(Exists(long), ~Exists(later))


def _boxes(plans: Plans) -> "QuerySet[Serving]":
    return Serving.objects.all() if plans is None else Serving.objects.filter(plan__in=plans)


def _reachable(boxes: "QuerySet[Serving]", kind: ReminderKind) -> "QuerySet[MealPlan]":
    """Plans of customers with an address, with one of these boxes, and no reminder of this kind yet."""
    reminded = PlanReminder.objects.filter(plan=OuterRef("pk"), kind=kind)
    return (
        MealPlan.objects.filter(
            ~Exists(reminded),
            pk__in=boxes.exclude(meal=EVENT).values("plan"),
            request__status__in=(Status.CONFIRMED, Status.ACTIVE),
            request__erased_at=None,
        )
        .exclude(request__email="")
        .exclude(state=PlanState.CANCELLED)
        .select_related("request")
        .defer("request__body", "request__extra_fields")
        .order_by("pk")
    )


def _due(kind: ReminderKind, today: date, plans: Plans = None) -> "QuerySet[MealPlan]":
    if kind == ReminderKind.START:
        return starting(today + ONE_DAY, plans)
    return ending(today, plans)


def _send_all(
    kind: ReminderKind, now: datetime, is_over: Callable[[], bool], pause: Callable[[float], object]
) -> int:
    today = timezone.localdate(now)
    groups = _by_mailbox(_due(kind, today))
    if kind == ReminderKind.RENEWAL and current_rules().mails_start:
        # Who has a reminder of a start this evening gets this one tomorrow.
        for mailbox in _by_mailbox(starting(today + ONE_DAY)):
            groups.pop(mailbox, None)
    sent = queue_each(groups.values(), partial(_remind, kind, now), is_over=is_over, pause=pause)
    if is_over():
        return sent
    name = "starts_sent_on" if kind == ReminderKind.START else "renewals_sent_on"
    with transaction.atomic():
        lock_schedules()
        ScheduleState.objects.update(**{name: today})
    return sent


def _by_mailbox(plans: Iterable[MealPlan]) -> dict[str, list[MealPlan]]:
    groups: dict[str, list[MealPlan]] = {}
    for plan in plans:
        groups.setdefault(plan.request.email.lower(), []).append(plan)
    return groups


def _remind(kind: ReminderKind, now: datetime, candidates: Sequence[MealPlan]) -> bool:
    """Remind one customer of these plans, unless something has changed, or they had a reminder today."""
    lock_schedules()
    today = timezone.localdate(now)
    plans = list(_due(kind, today, [plan.pk for plan in candidates]))
    if kind == ReminderKind.RENEWAL:
        plans = [plan for plan in plans if _is_worth_renewing(plan)][:1]  # has one link
    if not plans or not wants_reminders(plans[0].request) or _was_reminded(plans[0].request, today):
        return False
    write = _write_start if kind == ReminderKind.START else _write_renewal
    message = write(plans, now)
    if message is None:
        return False
    PlanReminder.objects.bulk_create(
        PlanReminder(plan=plan, kind=kind, at=now, message=message) for plan in plans
    )
    return True


def _is_worth_renewing(plan: MealPlan) -> bool:
    """Return whether it can be ordered again, and the customer has not sent another order since."""
    request = plan.request
    newer = of_the_same_person(request).filter(
        kind__in=MEAL_KINDS, status__in=OPEN, received_at__gt=request.received_at
    )
    return (
        offered_to_customer(request)
        and not ReorderLink.objects.filter(of=request).exists()
        and not newer.exists()
    )


def _was_reminded(request: Request, today: date) -> bool:
    """Return whether a reminder went to this address today."""
    midnight = start_of_day(today, timezone.get_default_timezone())
    # The database lower-cases both.
    reminded = PlanReminder.objects.annotate(mailbox=Lower("plan__request__email"))
    own = Q(at__gte=midnight, mailbox=Lower(Value(request.email)))
    return reminded.filter(own).exists()


def _write_renewal(plans: Sequence[MealPlan], now: datetime) -> Message | None:
    [plan] = plans
    request, site = plan.request, catalogue.current().site
    last = Serving.objects.filter(plan=plan, state=ServingState.PLANNED).aggregate(day=Max("date"))
    page = status_link(request)
    named = {
        "noun": agreed_noun(request),
        "reference": request.reference,
        "day": format_day(last["day"]),
    }
    return send_by_itself(
        request=request,
        template=Template.RENEWAL,
        subject=_("your %(noun)s ends on %(day)s") % named,
        paragraphs=[
            _("Your %(noun)s %(reference)s ends on %(day)s.") % named,
            (
                _("Would you like it again? This page shows it at today's prices and dishes:")
                if request.kind in ORDERS
                else _("Would you like it again? Ask for it here, with one tap:")
            )
            + (f"\n{page.url}/again/" if page else ""),
            _(
                "Nothing is ordered until you send it there. If it should be different, reply to this mail, or call us "
                "on %(phone)s."
            )
            % {"phone": site.contact.phone},
        ],
        now=now,
        footer=footer(request),
    )


def _write_start(plans: Sequence[MealPlan], now: datetime) -> Message | None:
    first, site = plans[0].request, catalogue.current().site
    tomorrow = timezone.localdate(now) + ONE_DAY
    return send_by_itself(
        request=first,
        template=Template.START,
        subject=_("your %(noun)s starts tomorrow, %(day)s")
        % {"noun": agreed_noun(first), "day": format_day(tomorrow)},
        paragraphs=[
            *(_describe_start(plan.request, tomorrow) for plan in plans),
            _("If something is not right, reply to this mail, or call us on %(phone)s.")
            % {"phone": site.contact.phone},
        ],
        now=now,
        footer=footer(first),
    )


def _describe_start(request: Request, tomorrow: date) -> str:
    """Say that it starts, when the meals of that day come, and where all days are."""
    boxes = Serving.objects.filter(plan__request=request, date=tomorrow, state=ServingState.PLANNED)
    times = {each.meal: each.time for each in meal_times(details_of(request))}
    meals = [
        _describe_meal(meal, times.get(meal))
        for meal in boxes.order_by("meal").values_list("meal", flat=True)
    ]
    page = status_link(request)
    starts = _("Your %(noun)s %(reference)s starts tomorrow, %(day)s.") % {
        "noun": agreed_noun(request),
        "reference": request.reference,
        "day": format_day(tomorrow),
    }
    return "\n".join(
        [
            starts,
            *meals,
            *([f"{page.text}: {page.url}"] if page else []),
        ]
    )


def _describe_meal(meal: int, at: clock | None) -> str:
    label = str(Meal(meal).label)
    return _("%(meal)s, about %(time)s") % {"meal": label, "time": clock_time(at)} if at else label
