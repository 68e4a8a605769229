"""The queries of the inbox; their number does not grow with its rows."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
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
from oottam.backoffice.shared.queries import first_page
from oottam.backoffice.shared.search import (
    Requests,
    is_name,
    newest_first,
    newest_since,
    search,
)
from oottam.billing.balances import debts_of
from oottam.requests.models import CLOSED, Request, RequestFlag, Status
from oottam.workflow.models import Payment
from oottam.workflow.services.checklist import missing
from oottam.workflow.services.customer_answers import answered_names, unused_answers
from oottam.workflow.services.details import order_of
from oottam.workflow.services.duplicates import nearest_duplicates

PER_PAGE = 50
_TOGETHER = ("order", "combo", "subscription", "fulfilment", "event_details", "assignee")


def page_of(
    filters: InboxFilter, me: User, today: date
) -> tuple[list[dict[str, Any]], Cursor | None]:
    """Return one page, and the cursor of the next; `today` in India."""
    rows: Any = _with_related(_in_order(_filtered(filters, me, today), filters))
    if is_name(filters.search_text) and not filters.longest_first and not filters.behind:
        few = _with_related(_in_order(_filtered(filters, me, today, few=True), filters))
        window = few.filter(received_at__gte=newest_since())
        rows = newest_first(rows, window, PER_PAGE + 1)
    page_requests, last = first_page(rows, PER_PAGE)
    # The checklist reads which meals are ordered.
    with_checklist = [request for request in page_requests if request.status == Status.NEW]
    below = ("meal_times", "combo__slots", "subscription__meals", "customer_answers")
    prefetch_related_objects(with_checklist, *below)
    duplicates = nearest_duplicates(
        request for request in page_requests if request.closed_at is None
    )
    debts = debts_of(page_requests) if filters.owes else {}
    return [
        _row(request, duplicates.get(request.pk), debts.get(request.pk))
        for request in page_requests
    ], last and Cursor(last.received_at, last.pk)


def _with_related(requests: "Requests") -> "Requests":
    rows = requests.select_related(*_TOGETHER).defer("body", "extra_fields")
    return rows.prefetch_related("flags", "slots")


def unordered(filters: InboxFilter, me: User, today: date) -> "Requests":
    """Return the requests of a list, to be counted."""
    return _filtered(filters, me, today).order_by()


def counts_of(lists: Mapping[str, "QuerySet[Any, Any]"]) -> dict[str, Coalesce]:
    """Return a count per list as expressions to annotate another row with: one statement counts them all."""
    return {name: _count(requests) for name, requests in lists.items()}


def _count(requests: "QuerySet[Any, Any]") -> Coalesce:
    together = requests.order_by().annotate(all=Value(1)).values("all")
    return Coalesce(Subquery(together.annotate(count=Count("pk")).values("count")), 0)


def count_lists(lists: Sequence[InboxFilter], me: User, today: date) -> dict[InboxFilter, int]:
    """Count the requests of each list by one query."""
    named = {f"list_{at}": unordered(each, me, today) for at, each in enumerate(lists)}
    counts = dict[str, Any](User.objects.order_by().values(**counts_of(named)).get(pk=me.pk))
    return dict(zip(lists, counts.values(), strict=True))


def all_of(filters: InboxFilter, me: User, today: date) -> "Requests":
    """Return every request of a list, without pagination."""
    return _in_order(_filtered(filters, me, today), replace(filters, behind=None))


def count_new_since(cursor: Cursor) -> int:
    """Count new requests after the cursor, at most 100."""
    newer = Request.objects.filter(status=Status.NEW, received_at__gte=cursor.received_at)
    return len(newer.exclude(pk=cursor.id).order_by()[:100].values_list("pk"))


def newest() -> Cursor | None:
    last = Request.objects.order_by("-received_at").values_list("received_at", "pk").first()
    return Cursor(*last) if last else None


def colleagues() -> list[User]:
    """Return the accounts to which a request can be assigned, by name."""
    open_accounts = User.objects.filter(is_active=True, roles__role__in=("owner", "desk"))
    return list(open_accounts.distinct().order_by("username"))


def _filtered(filters: InboxFilter, me: User, today: date, *, few: bool = False) -> "Requests":
    queryset = Request.objects.all()
    if filters.status != ALL:  # open and closed requests have an index each
        queryset = queryset.filter(closed_at__isnull=filters.status not in CLOSED)
    if filters.status == TODAY:
        midnight = timezone.make_aware(datetime.combine(today, time.min))
        queryset = queryset.filter(Q(received_at__gte=midnight) | Q(follow_up_on__lte=today))
    elif filters.status not in (ALL, OPEN):
        queryset = queryset.filter(status=filters.status)
    if filters.kind:
        queryset = queryset.filter(kind=filters.kind)
    if filters.flag:
        flags = RequestFlag.objects.filter(request=OuterRef("pk"))
        named = flags if filters.flag == ANY_FLAG else flags.filter(flag=filters.flag)
        queryset = queryset.filter(Exists(named))
    if filters.assignee == NOBODY:
        queryset = queryset.filter(assignee=None)
    elif filters.assignee:
        queryset = queryset.filter(
            assignee=me.pk if filters.assignee == MINE else int(filters.assignee)
        )
    if filters.due:
        queryset = queryset.filter(follow_up_on__lte=today)
    if filters.answered:
        queryset = queryset.filter(unused_answers(), status=Status.NEW)
    if filters.owes:
        queryset = queryset.filter(debt__isnull=False)
    if filters.paid_on:
        paid = Payment.objects.filter(paid_on=filters.paid_on, undone_at=None)
        queryset = queryset.filter(pk__in=paid.order_by().values("request"))
    return search(queryset, filters.search_text, few=few) if filters.search_text else queryset


def _in_order(requests: "Requests", filters: InboxFilter) -> "Requests":
    behind = filters.behind
    if filters.longest_first:
        requests = requests.order_by("received_at", "pk")
        return requests.filter(_after(behind)) if behind else requests
    requests = requests.order_by("-received_at", "-pk")
    return requests.filter(_before(behind)) if behind else requests


def _before(cursor: Cursor) -> Q:
    at = cursor.received_at
    return Q(received_at__lte=at) & (Q(received_at__lt=at) | Q(pk__lt=cursor.id))


def _after(cursor: Cursor) -> Q:
    at = cursor.received_at
    return Q(received_at__gte=at) & (Q(received_at__gt=at) | Q(pk__gt=cursor.id))


def _row(request: Request, duplicate: str | None, owed: int | None) -> dict[str, Any]:
    """Return a row of the list: amounts in paise, None where nothing was ordered or is due."""
    ordered = order_of(request)
    is_new = request.status == Status.NEW
    answers = list(request.customer_answers.all()) if is_new else []
    answered = answered_names(answers)
    unanswered = (item for item in missing(request) if item.field not in answered)
    return {
        "request": request,
        "total": ordered.total_paise if ordered else None,
        "owed": owed,
        "missing": list(unanswered) if is_new else (),
        "answered_at": answers[-1].at if answers else None,
        "flags": request.flag_labels(),
        "duplicate": duplicate,
    }
