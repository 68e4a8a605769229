"""The home page of the back office."""

from collections.abc import Mapping, Sequence
from datetime import date, time, timedelta
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Count, QuerySet, Subquery, Window
from django.db.models.expressions import Combinable
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from oottam.accounts.roles import Permission, permissions_of
from oottam.backoffice.calendar import agreed_dates
from oottam.backoffice.inbox import queries as inbox
from oottam.backoffice.inbox.filters import ALL, InboxFilter
from oottam.backoffice.inbox.queries import newest
from oottam.backoffice.money import LOOK_BACK
from oottam.backoffice.plans import filters as plans
from oottam.backoffice.plans import list_queries
from oottam.backoffice.shared.decorators import BACKOFFICE_ROOT, StaffRequest, staff_page
from oottam.backoffice.shared.navigation import start_page
from oottam.billing import balances, refunds, revenue
from oottam.billing.models import LineState, StatementLine
from oottam.core.days import WHOLE_DAY
from oottam.delivery.progress import Progress, progress
from oottam.delivery.services import cash, failures, no_result, take_over
from oottam.kitchen.services.cutoff import cut_offs
from oottam.kitchen.services.dishes import without_recipe
from oottam.kitchen.services.running_clashes import clashes_in_running_plans
from oottam.outbox.models import OutboxEntry, State
from oottam.plans.services import change_receipts
from oottam.requests.models import Kind, Status
from oottam.schedule.choices import ON_THE_DAY
from oottam.schedule.domain.calendar import ONE_DAY, Calendar
from oottam.schedule.models import ClosedDay, Meal, ScheduleState, Serving, ServingState
from oottam.workflow.services import tickets


def days_of_meals(calendar: Calendar) -> list[dict[str, Any]]:
    """Return today and tomorrow, the current one first, whose boxes are delivered now, or next; four queries."""
    both = (calendar.today, calendar.today + ONE_DAY)
    counts: dict[tuple[date, int], dict[int, int]] = {}
    servings = Serving.objects.order_by().filter(date__in=both, state__in=ON_THE_DAY)
    for day, meal, state, count in servings.values_list("date", "meal", "state").annotate(
        count=Count("pk")
    ):
        counts.setdefault((day, meal), {})[state] = count
    closed: dict[date, dict[int, str]] = {}
    for closed_day in ClosedDay.objects.filter(date__in=both):
        closed.setdefault(closed_day.date, {})[closed_day.meal] = closed_day.reason
    on = _current_day(calendar, counts)
    runs = progress(on)
    return [
        {
            "day": day,
            "is_today": day == calendar.today,
            "is_current": day == on,
            "meals": [
                _meal(day, meal, counts[day, meal], calendar, runs if day == on else ())
                for meal in Meal
                if (day, meal) in counts
            ],
            # The reason, which may be "", where the whole day is closed, or some meals are.
            "closed_all_day": closed.get(day, {}).get(WHOLE_DAY),
            "closed_meals": [
                (str(Meal(meal).label), why)
                for meal, why in closed.get(day, {}).items()
                if meal != WHOLE_DAY
            ],
        }
        for day in sorted(both, key=lambda day: day != on)
    ]


def _current_day(calendar: Calendar, counts: Mapping[tuple[date, int], Mapping[int, int]]) -> date:
    """Return tomorrow, once a meal of it is past its cut-off and no box of today is to be delivered."""
    tomorrow = calendar.today + ONE_DAY
    is_past_cutoff = any(not calendar.is_open(meal, tomorrow) for meal in Meal)
    is_left = any(
        states.get(ServingState.PLANNED)
        for (day, _), states in counts.items()
        if day == calendar.today
    )
    return tomorrow if is_past_cutoff and not is_left else calendar.today


def _meal(
    day: date, meal: Meal, states: Mapping[int, int], calendar: Calendar, runs: Sequence[Progress]
) -> dict[str, Any]:
    """Return a meal with boxes. `changes_until` is its cut-off while that is to come; `settled` boxes have an outcome."""
    boxes, delivered = sum(states.values()), states.get(ServingState.DELIVERED, 0)
    failed = states.get(ServingState.FAILED, 0)
    return {
        "meal": meal.value,
        "name": str(meal.label),
        "boxes": boxes,
        "delivered": delivered,
        "failed": failed,
        "settled": delivered + failed,
        "to_go": boxes - delivered - failed,
        "changes_until": calendar.cut_off(meal, day) if calendar.is_open(meal, day) else None,
        "runs": [run for run in runs if run.meal == meal],
    }


MAX_LISTED = 5  # plans to call about; all are in their list
DAYS_OF_REVENUE = 30
NEW = InboxFilter(status=Status.NEW, longest_first=True)
DUE = InboxFilter(due=True)
ANSWERED = InboxFilter(answered=True)
OWING = InboxFilter(status=ALL, owes=True)
# Without the paused plans, which wait for their customers, and the rule, which is asked beside `no_result`.
_TO_DO = (
    "new", "failed", "due", "answered", "changed", "tickets", "times", "dishes", "no_result", "clashes", "take_overs",
    "mails", "to_match", "missing_cash",
)  # fmt: skip


def figures(me: User, calendar: Calendar, *, sees_revenue: bool) -> dict[str, object]:
    """Run seventeen queries; two more for revenue, three more where a running plan has clashes.

    `revenue` is None for users who may not see it.
    """
    today = calendar.today
    ending = list(
        list_queries.to_call(today)
        .select_related("request")
        .defer("request__body")
        .annotate(in_all=Window(Count("pk")))[:MAX_LISTED]
    )
    return {
        "backlog": _backlog(me, today),
        "days": days_of_meals(calendar),
        "to_call": ending,
        "to_call_count": ending[0].in_all if ending else 0,
        "agreed": sorted(
            agreed_dates(today, today + ONE_DAY),
            key=lambda entry: (entry.day, entry.at or time.min),
        ),
        "owed": balances.outstanding(),
        "credits": refunds.credit_totals(),
        "revenue": _revenue(today) if sees_revenue else None,
    }


def _backlog(me: User, today: date) -> dict[str, Any]:
    """Count open work with the lists' own filters: eight queries, three more where a running plan has clashes, one more for customers' changes.

    `rule_open` is 1 while the owner has not said whether boxes without a result count as delivered; `take_over_meal` is
    that of the first take-over, `longest` the longest waiting request, `mails` those whose sending failed twice. `no_recipe` are dishes that menus name, `to_check`
    is 1 while nobody has said that the recipes are right.
    """
    lists: dict[str, QuerySet[Any, Any]] = {
        "due": inbox.unordered(DUE, me, today),
        "answered": inbox.unordered(ANSWERED, me, today),
        "failed": failures.undecided(),
        "no_result": no_result.open_boxes(today),
        "rule_open": ScheduleState.objects.filter(counts_as_delivered=None),
        "times": list_queries.plans_of_list(plans.PlanFilter(plans.TIMES), today),
        "dishes": list_queries.plans_of_list(plans.PlanFilter(plans.DISHES), today),
        "paused": list_queries.plans_of_list(plans.PlanFilter(plans.PAUSED), today),
        "take_overs": take_over.open_take_overs(today),
        "no_recipe": without_recipe(),
        # By the partial index of waiting ones.
        "mails": OutboxEntry.objects.filter(state=State.WAITING, attempts__gt=1),
        "to_match": StatementLine.objects.filter(state=LineState.OPEN),
        "to_check": ScheduleState.objects.filter(recipes_checked_at=None),
    }
    counts: dict[str, Combinable] = {**inbox.counts_of(lists)}
    meals = take_over.open_take_overs(today).order_by("run__meal").values("run__meal")
    counts["take_over_meal"] = Subquery(meals[:1])
    backlog = dict[str, Any](User.objects.order_by().values(**counts).get(pk=me.pk))
    new = inbox.unordered(NEW, me, today).order_by("received_at", "pk")
    longest = (
        new.only("reference", "customer_name", "received_at")
        .annotate(in_all=Window(Count("pk")))
        .first()
    )
    backlog["clashes"] = len(clashes_in_running_plans(today))
    backlog |= {"new": longest.in_all if longest else 0, "longest": longest}
    days = cash.rider_days(today - LOOK_BACK, today - ONE_DAY)
    backlog["missing_cash"] = sum(max(0, each.missing) for each in days)
    backlog["tickets"] = tickets.open_tickets()
    backlog["changes"], backlog["changed"] = change_receipts.newest_unseen(MAX_LISTED)
    backlog["is_empty"] = not any(backlog[name] for name in _TO_DO)
    return backlog


def _revenue(today: date) -> dict[str, object]:
    """Payments of today, and booked revenue in DAYS_OF_REVENUE: total, by kind, by day. Paise, and bars of 0 to 100."""
    first = today - timedelta(days=DAYS_OF_REVENUE - 1)
    booked = revenue.booked(first, today)
    by_kind, by_day = dict.fromkeys(Kind, 0), dict[date, int]()
    for row in booked:
        by_kind[row.kind] += row.paise
        by_day[row.day] = by_day.get(row.day, 0) + row.paise
    most = max([1, *by_kind.values()])
    span = [first + timedelta(days=at) for at in range(DAYS_OF_REVENUE)]
    highest = max([1, *by_day.values()])
    received = revenue.received(today, today)
    kinds = sorted(by_kind.items(), key=lambda kind: -kind[1])
    return {
        "received_today": received,
        "received_paise": sum(payment.paise for payment in received),
        "booked": sum(by_kind.values()),
        "kinds": [(kind, paise, _bar(paise, most)) for kind, paise in kinds if paise],
        "days": [(day, by_day.get(day, 0), _bar(by_day.get(day, 0), highest)) for day in span],
    }


def _bar(paise: int, most: int) -> int:
    return max(0, round(100 * paise / most))


@staff_page(Permission.OWN_ACCOUNT)
def today(request: StaffRequest) -> HttpResponse:
    """Show Today, or redirect to the user's first place; an account without roles gets an explanation."""
    permissions = permissions_of(request.user)
    if Permission.WORK_REQUESTS in permissions:
        return _render_today(request, sees_revenue=Permission.SEE_REVENUE in permissions)
    place = start_page(request.user)
    if place != BACKOFFICE_ROOT:
        return redirect(place)
    return render(request, "backoffice/home/no_roles.html", {"title": "Welcome"})


def _render_today(request: StaffRequest, *, sees_revenue: bool) -> HttpResponse:
    now = timezone.now()
    days = cut_offs(now)
    last = newest()
    context = {
        "title": "Today",
        "now": timezone.localtime(now),
        "today": days.today,
        "tomorrow": days.today + ONE_DAY,
        "is_first_day": last is None,
        "poll_address": last.poll_address if last else "",
        "figures": figures(request.user, days, sees_revenue=sees_revenue),
        "new_list": NEW.address(),
        "answered_list": ANSWERED.address(),
        "owing_list": OWING.address(),
    }
    return render(request, "backoffice/home/today.html", context)
