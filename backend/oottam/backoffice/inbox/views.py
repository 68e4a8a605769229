"""The inbox's pages: the list, its export, the poll for new requests, and bulk actions."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.models import User
from django.http import HttpResponse, JsonResponse, QueryDict, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone

from oottam.accounts import saved_filters
from oottam.accounts.roles import Permission, permissions_of
from oottam.backoffice import jobs
from oottam.backoffice.generated_files import respond
from oottam.backoffice.inbox import exports, filters, named_filters, queries
from oottam.backoffice.request.text import describe_due_mails
from oottam.backoffice.shared.decorators import StaffRequest, staff_action, staff_page
from oottam.backoffice.shared.queries import parse_pk
from oottam.backoffice.shared.redirects import safe_redirect
from oottam.backoffice.shared.spreadsheets import CSV_TYPE, XLSX_TYPE
from oottam.billing.balances import outstanding
from oottam.billing.revenue import ByMethod, received
from oottam.core.errors import DomainError, NotFoundError, StaleError
from oottam.outbox.transport import is_smtp_configured
from oottam.requests.models import Flag, Kind, Status
from oottam.workflow.services.export_audit import record_export
from oottam.workflow.services.messages import confirmation_due
from oottam.workflow.services.transitions import assign, confirm

MAX_AT_ONCE = queries.PER_PAGE
MAX_QUERY_LENGTH = 1000  # characters
LAST_LIST = "requests_list"  # cookie: query string of the last named list
REMEMBERED = timedelta(days=365)


@staff_page(Permission.WORK_REQUESTS)
def inbox(request: StaffRequest) -> HttpResponse:
    """Show the list in the address; the last named list where the address has none."""
    last = request.COOKIES.get(LAST_LIST, "")[:MAX_QUERY_LENGTH]
    if not request.GET and last:
        return redirect(reverse("backoffice:inbox") + named_filters.filter_of(last).address())
    return inbox_page(request, filters.parse_filters(request.GET))


def inbox_page(
    request: StaffRequest,
    inbox_filter: filters.InboxFilter,
    invalid_name: dict[str, str] | None = None,
) -> HttpResponse:
    """Render a list; with an invalid name for it, as it was typed (422)."""
    me = request.user
    saved = saved_filters.list_filters(me)
    today = timezone.localdate()
    counts = queries.count_lists([each for _, each in named_filters.DAILY], me, today)
    lists, to_save = (
        named_filters.named(inbox_filter, saved, counts),
        named_filters.without_search(inbox_filter),
    )
    rows, behind = queries.page_of(inbox_filter, me, today)
    newest = queries.newest() if inbox_filter.behind is None else None
    context = {
        "title": "Requests",
        "filters": inbox_filter,
        "rows": rows,
        "next": inbox_filter.address(behind=behind) if behind else "",
        "outstanding": outstanding(queries.unordered(inbox_filter, me, today))
        if inbox_filter.owes
        else None,
        "received": _received(inbox_filter, request) if inbox_filter.paid_on else (),
        "without_day": inbox_filter.address(paid=""),
        "views": lists,
        "saved": saved,
        "can_save": to_save not in [view for _, view in named_filters.SHARED]
        and to_save not in [named_filters.filter_of(view.query) for view in saved],
        "to_save": to_save.address().removeprefix("?"),
        "invalid_name": invalid_name,
        "longest_name": saved_filters.MAX_NAME_LENGTH,
        "kinds": Kind.choices,
        "flags": Flag.choices,
        "statuses": [
            (filters.TODAY, "Today"),
            (filters.OPEN, "Open"),
            *Status.choices,
            (filters.ALL, "All"),
        ],
        "colleagues": queries.colleagues(),
        "poll_address": newest.poll_address if newest else "",
        "here": reverse("backoffice:inbox") + inbox_filter.address(behind=inbox_filter.behind),
        "query": inbox_filter.address().removeprefix("?"),
        "mails_by_default": is_smtp_configured(),
    }
    response = render(
        request, "backoffice/inbox/inbox.html", context, status=422 if invalid_name else 200
    )
    if not invalid_name and any(view["here"] for view in lists):
        _remember(response, request, inbox_filter.address().removeprefix("?"))
    return response


def _remember(response: HttpResponse, request: StaffRequest, query: str) -> None:
    """Set the cookie of the last named list on this device."""
    if request.COOKIES.get(LAST_LIST) != query:
        response.set_cookie(
            LAST_LIST,
            query,
            max_age=REMEMBERED,
            path=reverse("backoffice:inbox"),
            secure=settings.SESSION_COOKIE_SECURE,
            httponly=True,
            samesite="Lax",
        )


def _received(inbox_filter: filters.InboxFilter, request: StaffRequest) -> list[ByMethod]:
    """Return the payments of the list's day, for users who may see revenue."""
    is_whole = inbox_filter == filters.InboxFilter(status=filters.ALL, paid_on=inbox_filter.paid_on)
    may_know = Permission.SEE_REVENUE in permissions_of(request.user)
    day = inbox_filter.paid_on
    return received(day, day) if day and is_whole and may_know else []


@staff_page(Permission.EXPORT, methods=("POST",))
def export(request: StaffRequest) -> HttpResponseBase:
    """Export the whole list as a file, and log who did."""
    query = request.POST.get("query", "")[:MAX_QUERY_LENGTH]
    inbox_filter = filters.parse_filters(QueryDict(query))
    kind = "xlsx" if request.POST.get("as") == "xlsx" else "csv"
    today = timezone.localdate()
    requests = queries.all_of(inbox_filter, request.user, today)
    count = requests.count()
    record_export(
        actor=request.user, now=timezone.now(), query=inbox_filter.address(), count=count, file=kind
    )
    name = f"requests-{today:%Y-%m-%d}.{kind}"
    if kind == "xlsx":
        return respond(
            request,
            jobs.REQUESTS,
            {"query": query, "me": request.user.pk, "today": today.isoformat(), "count": count},
            title="The list of requests",
            name=name,
            media_type=XLSX_TYPE,
            back=reverse("backoffice:inbox") + inbox_filter.address(),
        )
    response = StreamingHttpResponse(exports.request_csv(requests), content_type=CSV_TYPE)
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


@staff_page(Permission.WORK_REQUESTS)
def poll_new_count(request: StaffRequest) -> HttpResponse:
    """Return the number of requests since the one in the address; 204 for none."""
    since = filters.parse_cursor(request.GET.get("since", ""))
    count = queries.count_new_since(since) if since else 0
    return JsonResponse({"count": count}) if count else HttpResponse(status=204)


@staff_action(Permission.WORK_REQUESTS)
def bulk_action(request: StaffRequest) -> HttpResponse:
    """Assign or confirm the selected requests one by one; refusals are shown, and do not stop the others."""
    selected = request.POST.getlist("request")[:MAX_AT_ONCE]
    action = request.POST.get("do", "")
    count, refused, due = 0, list[str](), list[datetime | None]()
    for seen in selected:
        reference, _, version = seen.partition(":")
        try:
            due.append(_apply(request, action, reference, parse_pk(version) or 0))
            count += 1
        except (DomainError, StaleError, NotFoundError) as error:
            refused.append(f"{reference}: {error}")
    if not selected:
        messages.warning(request, "Select requests first.")
    if count:
        word = {"assign": "assigned", "confirm": "confirmed"}[action]
        messages.success(request, f"{count} {word}. {_describe_mails(due)}".strip())
    for message in refused:
        messages.error(request, message)
    return redirect(safe_redirect(request.POST.get("here", ""), reverse("backoffice:inbox")))


def _describe_mails(due: Iterable[datetime | None]) -> str:
    """Describe when the customers' mails are sent; "" without mails."""
    mails = [moment for moment in due if moment]
    return describe_due_mails(max(mails), len(mails)) if mails else ""


def _apply(request: StaffRequest, action: str, reference: str, version: int) -> datetime | None:
    """Return when the customer's mail is sent; None without one."""
    me, now = request.user, timezone.now()
    if action == "confirm":
        mail = "mail" in request.POST
        confirmed = confirm(reference=reference, version=version, actor=me, now=now, mail=mail)
        return confirmation_due(confirmed, now)
    if action == "assign":
        assignee = _colleague(request.POST.get("assignee", ""))
        assign(reference=reference, version=version, actor=me, now=now, assignee=assignee)
        return None
    raise DomainError("Choose what to do.")


def _colleague(number: str) -> User | None:
    if not number:
        return None
    for colleague in queries.colleagues():
        if str(colleague.pk) == number:
            return colleague
    raise DomainError("This colleague no longer has an account.")
