"""Finds the requests of a list, a page at a time, by as many queries for fifty as for one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, time
from typing import Any

from django.contrib.auth.models import User
from django.db.models import (
    Count,
    Exists,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Value,
    prefetch_related_objects,
)
from django.db.models.functions import Coalesce
from django.utils import timezone

from oottam.backoffice.inbox.filters import (
    ALL,
    ANY_FLAG,
    MINE,
    NOBODY,
    OPEN,
    TODAY,
    Cursor,
    InboxFilter,
)
from oottam.backoffice.layout.search import (
    Requests,
    is_name,
    newest_first,
    newest_since,
    searched,
)
from oottam.billing.balances import debts_of
from oottam.requests.models import Request, RequestFlag, Status
from oottam.workflow.models import Payment
from oottam.workflow.services.checklist import Item, missing
from oottam.workflow.services.customer_answers import answered_names, unused_answers
from oottam.workflow.services.details import order_of
from oottam.workflow.services.duplicates import nearest_duplicates
from oottam.workflow.services.transitions import CLOSED

PER_PAGE = 50
_TOGETHER = ("order", "combo", "subscription", "fulfilment", "event_details", "assignee")


@dataclass(frozen=True, slots=True)
class Row:
    """A request as the list shows it. `total` in paise; None where nothing was ordered."""

    request: Request
    total: int | None
    owed: int | None  # in paise; None where nothing is, or nobody asked
    missing: list[Item]  # that neither the desk nor the customer has answered
    answered_at: datetime | None  # by the customer, of a new request
    flags: list[str]
    double: str | None  # the reference of a request that may be the same wish


@dataclass(frozen=True, slots=True)
class Page:
    """Some rows of a list, and where the next ones begin; None at the end."""

    rows: list[Row]
    next: Cursor | None


def page_of(asked: InboxFilter, me: User, today: date) -> Page:
    """The rows of one page; `today` in India."""
    rows = _with_related(_in_order(_found(asked, me, today), asked))
    if is_name(asked.words) and not asked.longest_first and not asked.behind:
        few = _with_related(_in_order(_found(asked, me, today, few=True), asked))
        window = few.filter(received_at__gte=newest_since())
        requests = newest_first(rows, window, PER_PAGE + 1)
    else:
        requests = list(rows[: PER_PAGE + 1])
    shown = requests[:PER_PAGE]
    # A checklist has to know which meals are ordered.
    asked_about = [request for request in shown if request.status == Status.NEW]
    below = ("meal_times", "combo__slots", "subscription__meals", "customer_answers")
    prefetch_related_objects(asked_about, *below)
    more = len(requests) > PER_PAGE
    doubles = nearest_duplicates(request for request in shown if request.closed_at is None)
    debts = debts_of(shown) if asked.owes else {}
    return Page(
        rows=[_row(request, doubles.get(request.pk), debts.get(request.pk)) for request in shown],
        next=Cursor(shown[-1].received_at, shown[-1].pk) if more else None,
    )


def _with_related(found: "Requests") -> "Requests":
    """With what a row says."""
    rows = found.select_related(*_TOGETHER).defer("body", "extra_fields")
    return rows.prefetch_related("flags", "slots")


def unordered(asked: InboxFilter, me: User, today: date) -> "Requests":
    """The requests of a list, for whoever counts them."""
    return _found(asked, me, today).order_by()


def counts_of(lists: Mapping[str, "QuerySet[Any, Any]"]) -> dict[str, Coalesce]:
    """How many rows each has, as columns beside a row that is there: all are counted by one statement."""
    return {name: _count(found) for name, found in lists.items()}


def _count(found: "QuerySet[Any, Any]") -> Coalesce:
    together = found.order_by().annotate(all=Value(1)).values("all")
    return Coalesce(Subquery(together.annotate(count=Count("pk")).values("count")), 0)


def counted(lists: Sequence[InboxFilter], me: User, today: date) -> dict[InboxFilter, int]:
    """How many requests each of these lists has; one query."""
    named = {f"list_{at}": unordered(each, me, today) for at, each in enumerate(lists)}
    found = dict[str, Any](User.objects.order_by().values(**counts_of(named)).get(pk=me.pk))
    return dict(zip(lists, found.values(), strict=True))


def all_of(asked: InboxFilter, me: User, today: date) -> "Requests":
    """Every request of a list, from its beginning, however many pages it has."""
    return _in_order(_found(asked, me, today), replace(asked, behind=None))


def count_new_since(cursor: Cursor) -> int:
    """How many requests came in after that one, at most 100 counted."""
    newer = Request.objects.filter(status=Status.NEW, received_at__gte=cursor.received_at)
    return len(newer.exclude(pk=cursor.id).order_by()[:100].values_list("pk"))


def newest() -> Cursor | None:
    """The request that came last."""
    last = Request.objects.order_by("-received_at").values_list("received_at", "pk").first()
    return Cursor(*last) if last else None


def colleagues() -> list[User]:
    """Those to whom a request can be given, by name."""
    open_accounts = User.objects.filter(is_active=True, roles__role__in=("owner", "desk"))
    return list(open_accounts.distinct().order_by("username"))


def _found(asked: InboxFilter, me: User, today: date, *, few: bool = False) -> "Requests":
    found = Request.objects.all()
    if asked.status != ALL:  # open ones and closed ones have an index each
        found = found.filter(closed_at__isnull=asked.status not in CLOSED)
    if asked.status == TODAY:
        midnight = timezone.make_aware(datetime.combine(today, time.min))
        found = found.filter(Q(received_at__gte=midnight) | Q(follow_up_on__lte=today))
    elif asked.status not in (ALL, OPEN):
        found = found.filter(status=asked.status)
    if asked.kind:
        found = found.filter(kind=asked.kind)
    if asked.flag:
        flags = RequestFlag.objects.filter(request=OuterRef("pk"))
        named = flags if asked.flag == ANY_FLAG else flags.filter(flag=asked.flag)
        found = found.filter(Exists(named))
    if asked.who == NOBODY:
        found = found.filter(assignee=None)
    elif asked.who:
        found = found.filter(assignee=me.pk if asked.who == MINE else int(asked.who))
    if asked.due:
        found = found.filter(follow_up_on__lte=today)
    if asked.answered:
        found = found.filter(unused_answers(), status=Status.NEW)
    if asked.owes:
        found = found.filter(debt__isnull=False)
    if asked.paid_on:
        paid = Payment.objects.filter(paid_on=asked.paid_on, undone_at=None)
        found = found.filter(pk__in=paid.order_by().values("request"))
    return searched(found, asked.words, few=few) if asked.words else found


def _in_order(found: "Requests", asked: InboxFilter) -> "Requests":
    behind = asked.behind
    if asked.longest_first:
        found = found.order_by("received_at", "pk")
        return found.filter(_after(behind)) if behind else found
    found = found.order_by("-received_at", "-pk")
    return found.filter(_before(behind)) if behind else found


def _before(cursor: Cursor) -> Q:
    at = cursor.received_at
    return Q(received_at__lte=at) & (Q(received_at__lt=at) | Q(pk__lt=cursor.id))


def _after(cursor: Cursor) -> Q:
    at = cursor.received_at
    return Q(received_at__gte=at) & (Q(received_at__gt=at) | Q(pk__gt=cursor.id))


def _row(request: Request, double: str | None, owed: int | None) -> Row:
    ordered = order_of(request)
    is_new = request.status == Status.NEW
    answers = list(request.customer_answers.all()) if is_new else []
    answered = answered_names(answers)
    return Row(
        request=request,
        total=ordered.total_paise if ordered else None,
        owed=owed,
        missing=[item for item in missing(request) if item.field not in answered] if is_new else [],
        answered_at=answers[-1].at if answers else None,
        flags=request.flag_labels(),
        double=double,
    )
