"""The figures of Today; the number of queries does not grow with the shop."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, time, timedelta
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Count, QuerySet, Subquery, Window
from django.db.models.expressions import Combinable

from oottam.backoffice.calendar.entries import Entry
from oottam.backoffice.calendar.queries import agreed_dates
from oottam.backoffice.home.meals import DayOfMeals, days_of_meals
from oottam.backoffice.inbox import queries as inbox
from oottam.backoffice.inbox.filters import ALL, InboxFilter
from oottam.backoffice.plans import filters as plans
from oottam.backoffice.plans import list_queries
from oottam.billing import balances, refunds, revenue
from oottam.billing.balances import Outstanding
from oottam.billing.refunds import Credits
from oottam.billing.revenue import Received
from oottam.delivery.services import failures, no_result, take_over
from oottam.kitchen.services.running_clashes import clashes_in_running_plans
from oottam.plans.domain.calendar import ONE_DAY, Calendar
from oottam.plans.models import MealPlan, ScheduleLock
from oottam.requests.models import Kind, Request, Status

MAX_LISTED = 5  # plans to call about; all are in their list
DAYS_OF_REVENUE = 30
NEW = InboxFilter(status=Status.NEW, longest_first=True)
DUE = InboxFilter(due=True)
ANSWERED = InboxFilter(answered=True)
OWING = InboxFilter(status=ALL, owes=True)


@dataclass(frozen=True, slots=True)
class Backlog:
    """Counts of the desk's open work, and the longest waiting request."""

    new: int
    failed: int
    no_result: int
    # 1 while the owner has not said whether boxes without a result count as delivered
    rule_open: int
    due: int
    answered: int
    times: int
    dishes: int
    paused: int
    clashes: int
    take_overs: int
    take_over_meal: int | None  # of the first take-over
    longest: Request | None

    @property
    def is_empty(self) -> bool:
        """Whether there is no open work."""
        to_do = (self.new, self.failed, self.due, self.answered, self.times, self.dishes)
        return not any((*to_do, self.no_result, self.clashes, self.take_overs))


@dataclass(frozen=True, slots=True)
class KindRevenue:
    """One kind's booked revenue in DAYS_OF_REVENUE, in paise; `bar` is its bar's length, 0 to 100."""

    kind: Kind
    paise: int
    bar: int


@dataclass(frozen=True, slots=True)
class Revenue:
    """Payments of today, and booked revenue in DAYS_OF_REVENUE: total, by kind, by day (paise, bar 0 to 100)."""

    received_today: Sequence[Received]
    booked: int
    kinds: Sequence[KindRevenue]
    days: Sequence[tuple[date, int, int]]

    @property
    def received_paise(self) -> int:
        """The sum of today's payments."""
        return sum(each.paise for each in self.received_today)


@dataclass(frozen=True, slots=True)
class Figures:
    """All figures of Today. `revenue` is None for users who may not see it."""

    backlog: Backlog
    days: Sequence[DayOfMeals]
    to_call: Sequence[MealPlan]
    to_call_count: int
    agreed: Sequence[Entry]
    owed: Outstanding
    credits: Credits
    revenue: Revenue | None


def figures(me: User, calendar: Calendar, *, sees_revenue: bool) -> Figures:
    """Run twelve queries; two more for revenue, three more where a running plan has clashes."""
    today = calendar.today
    ending = list(
        list_queries.to_call(today)
        .select_related("request")
        .defer("request__body")
        .annotate(in_all=Window(Count("pk")))[:MAX_LISTED]
    )
    return Figures(
        backlog=_backlog(me, today),
        days=days_of_meals(calendar),
        to_call=ending,
        to_call_count=ending[0].in_all if ending else 0,
        agreed=sorted(agreed_dates(today, today + ONE_DAY), key=_moment),
        owed=balances.outstanding(),
        credits=refunds.credit_totals(),
        revenue=_revenue(today) if sees_revenue else None,
    )


def _backlog(me: User, today: date) -> Backlog:
    """Count with the lists' own filters: three queries, and three more where a running plan has clashes."""
    lists: dict[str, QuerySet[Any, Any]] = {
        "due": inbox.unordered(DUE, me, today),
        "answered": inbox.unordered(ANSWERED, me, today),
        "failed": failures.undecided(),
        "no_result": no_result.open_boxes(today),
        "rule_open": ScheduleLock.objects.filter(counts_as_delivered=None),
        "times": list_queries.plans_of_list(plans.PlanFilter(plans.TIMES), today),
        "dishes": list_queries.plans_of_list(plans.PlanFilter(plans.DISHES), today),
        "paused": list_queries.plans_of_list(plans.PlanFilter(plans.PAUSED), today),
        "take_overs": take_over.open_take_overs(today),
    }
    counts: dict[str, Combinable] = {**inbox.counts_of(lists)}
    meals = take_over.open_take_overs(today).order_by("run__meal").values("run__meal")
    counts["take_over_meal"] = Subquery(meals[:1])
    counted = dict[str, Any](User.objects.order_by().values(**counts).get(pk=me.pk))
    new = inbox.unordered(NEW, me, today).order_by("received_at", "pk")
    longest = (
        new.only("reference", "customer_name", "received_at")
        .annotate(in_all=Window(Count("pk")))
        .first()
    )
    clashes = len(clashes_in_running_plans(today))
    return Backlog(
        **counted, clashes=clashes, new=longest.in_all if longest else 0, longest=longest
    )


def _moment(entry: Entry) -> tuple[date, time]:
    return entry.day, entry.at or time.min


def _revenue(today: date) -> Revenue:
    first = today - timedelta(days=DAYS_OF_REVENUE - 1)
    booked = revenue.booked(first, today)
    by_kind, by_day = dict.fromkeys(Kind, 0), dict[date, int]()
    for row in booked:
        by_kind[row.kind] += row.paise
        by_day[row.day] = by_day.get(row.day, 0) + row.paise
    most = max([1, *by_kind.values()])
    span = [first + timedelta(days=at) for at in range(DAYS_OF_REVENUE)]
    highest = max([1, *by_day.values()])
    kinds = [
        KindRevenue(kind, paise, _bar(paise, most)) for kind, paise in by_kind.items() if paise
    ]
    return Revenue(
        received_today=revenue.received(today, today),
        booked=sum(by_kind.values()),
        kinds=sorted(kinds, key=lambda each: -each.paise),
        days=[(day, by_day.get(day, 0), _bar(by_day.get(day, 0), highest)) for day in span],
    )


def _bar(paise: int, most: int) -> int:
    return max(0, round(100 * paise / most))
