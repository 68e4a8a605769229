"""The inbox's pages: the list, the pulse that tells of new requests, and what is done with several at once."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from urllib.parse import urlencode

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.models import User
from django.http import HttpResponse, JsonResponse, QueryDict, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme

from oottam.accounts import saved_views
from oottam.accounts.roles import Permission, permissions_of
from oottam.backoffice import jobs
from oottam.backoffice.generated_files.views import respond
from oottam.backoffice.inbox import exports, filters, queries
from oottam.backoffice.inbox import saved_views as inbox_saved_views
from oottam.backoffice.layout.decorators import StaffRequest, staff_action, staff_page
from oottam.backoffice.layout.primary_keys import parse_pk
from oottam.backoffice.layout.spreadsheets import CSV_TYPE, XLSX_TYPE
from oottam.backoffice.request.sending import will_be_sent
from oottam.billing.balances import outstanding
from oottam.billing.revenue import Received, received
from oottam.core.errors import DomainError, StaleError
from oottam.outbox.transport import mails_reach_people
from oottam.requests.models import Flag, Kind, Status
from oottam.workflow.services.editing import UnknownRequestError
from oottam.workflow.services.export_audit import record_export
from oottam.workflow.services.messages import confirmation_due
from oottam.workflow.services.transitions import assign, confirm

MAX_AT_ONCE = queries.PER_PAGE
MAX_QUERY_LENGTH = 1000  # characters
LAST_LIST = "requests_list"  # cookie: the query string of the named list that was looked at last
REMEMBERED = timedelta(days=365)


@dataclass(frozen=True, slots=True)
class InvalidChoice:
    """A name that was typed, and what is wrong with it."""

    name: str
    sentence: str


@staff_page(Permission.WORK_REQUESTS)
def inbox(request: StaffRequest) -> HttpResponse:
    """The list that the address asks for; the one that was looked at last where it asks for none."""
    last = request.COOKIES.get(LAST_LIST, "")[:MAX_QUERY_LENGTH]
    if not request.GET and last:
        return redirect(reverse("backoffice:inbox") + inbox_saved_views.filter_of(last).address())
    return inbox_page(request, filters.parse_filters(request.GET))


def inbox_page(
    request: StaffRequest, asked: filters.InboxFilter, wrong: InvalidChoice | None = None
) -> HttpResponse:
    """A list; with a name for it that was refused, as it was typed (422)."""
    me = request.user
    own = saved_views.views_of(me)
    today = timezone.localdate()
    counts = queries.counted([each for _, each in inbox_saved_views.DAILY], me, today)
    lists, kept = inbox_saved_views.named(asked, own, counts), inbox_saved_views.kept_of(asked)
    found = queries.page_of(asked, me, today)
    newest = queries.newest() if asked.behind is None else None
    shown = {
        "title": "Requests",
        "asked": asked,
        "page": found,
        "next": asked.address(behind=found.next) if found.next else "",
        "outstanding": outstanding(queries.unordered(asked, me, today)) if asked.owes else None,
        "came": _came(asked, request) if asked.paid_on else (),
        "without_day": asked.address(paid=""),
        "views": lists,
        "own": own,
        "keeping": kept not in [view for _, view in inbox_saved_views.EVERYBODYS]
        and kept not in [inbox_saved_views.filter_of(view.query) for view in own],
        "kept": kept.address().removeprefix("?"),
        "wrong": wrong,
        "longest_name": saved_views.MAX_NAME_LENGTH,
        "kinds": Kind.choices,
        "flags": Flag.choices,
        "statuses": [
            (filters.TODAY, "Today"),
            (filters.OPEN, "Open"),
            *Status.choices,
            (filters.ALL, "All"),
        ],
        "colleagues": queries.colleagues(),
        "pulse": f"{reverse('backoffice:pulse')}?{urlencode({'since': newest})}" if newest else "",
        "here": reverse("backoffice:inbox") + asked.address(behind=asked.behind),
        "query": asked.address().removeprefix("?"),
        "mails_by_default": mails_reach_people(),
    }
    answer = render(request, "backoffice/inbox/inbox.html", shown, status=422 if wrong else 200)
    if not wrong and any(view.here for view in lists):
        _remember(answer, request, asked.address().removeprefix("?"))
    return answer


def _remember(answer: HttpResponse, request: StaffRequest, query: str) -> None:
    """The named list that was looked at last, on this device."""
    if request.COOKIES.get(LAST_LIST) != query:
        answer.set_cookie(
            LAST_LIST,
            query,
            max_age=REMEMBERED,
            path=reverse("backoffice:inbox"),
            secure=settings.SESSION_COOKIE_SECURE,
            httponly=True,
            samesite="Lax",
        )


def _came(asked: filters.InboxFilter, request: StaffRequest) -> list[Received]:
    """What came in all on the day of the list, for those who may know it."""
    is_whole = asked == filters.InboxFilter(status=filters.ALL, paid_on=asked.paid_on)
    may_know = Permission.SEE_REVENUE in permissions_of(request.user)
    day = asked.paid_on
    return received(day, day) if day and is_whole and may_know else []


@staff_page(Permission.EXPORT, methods=("POST",))
def export(request: StaffRequest) -> HttpResponseBase:
    """The list that the form names, whole, as a file; it is recorded who took it away."""
    query = request.POST.get("query", "")[:MAX_QUERY_LENGTH]
    asked = filters.parse_filters(QueryDict(query))
    kind = "xlsx" if request.POST.get("as") == "xlsx" else "csv"
    today = timezone.localdate()
    found = queries.all_of(asked, request.user, today)
    count = found.count()
    record_export(
        actor=request.user, now=timezone.now(), query=asked.address(), count=count, file=kind
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
            back=reverse("backoffice:inbox") + asked.address(),
        )
    answer = StreamingHttpResponse(exports.as_csv(found), content_type=CSV_TYPE)
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


@staff_page(Permission.WORK_REQUESTS)
def poll_new_count(request: StaffRequest) -> HttpResponse:
    """How many requests came in since the one that the address names; 204 when none did."""
    since = filters.parse_cursor(request.GET.get("since", ""))
    count = queries.count_new_since(since) if since else 0
    return JsonResponse({"count": count}) if count else HttpResponse(status=204)


@staff_action(Permission.WORK_REQUESTS)
def bulk_action(request: StaffRequest) -> HttpResponse:
    """Assign or confirm what was ticked, each by itself: what cannot be done is said, the others are done."""
    chosen = request.POST.getlist("request")[:MAX_AT_ONCE]
    doing = request.POST.get("do", "")
    done, refused, due = 0, list[str](), list[datetime | None]()
    for each in chosen:
        reference, _, version = each.partition(":")
        try:
            due.append(_do(request, doing, reference, parse_pk(version) or 0))
            done += 1
        except (DomainError, StaleError, UnknownRequestError) as error:
            refused.append(f"{reference}: {error}")
    if not chosen:
        messages.warning(request, "Select requests first.")
    if done:
        word = {"assign": "assigned", "confirm": "confirmed"}[doing]
        messages.success(request, f"{done} {word}. {_when_sent(due)}".strip())
    for sentence in refused:
        messages.error(request, sentence)
    return redirect(_way_back(request))


def _when_sent(due: Iterable[datetime | None]) -> str:
    """When the customers' mails are sent; "" where there are none."""
    mails = [each for each in due if each]
    return will_be_sent(max(mails), len(mails)) if mails else ""


def _do(request: StaffRequest, doing: str, reference: str, version: int) -> datetime | None:
    """When its customer's mail is sent; None where none was written."""
    me, now = request.user, timezone.now()
    if doing == "confirm":
        mail = "mail" in request.POST
        confirmed = confirm(reference=reference, version=version, actor=me, now=now, mail=mail)
        return confirmation_due(confirmed, now)
    if doing == "assign":
        whom = _colleague(request.POST.get("assignee", ""))
        assign(reference=reference, version=version, actor=me, now=now, assignee=whom)
        return None
    raise DomainError("Choose what to do.")


def _colleague(number: str) -> User | None:
    if not number:
        return None
    for colleague in queries.colleagues():
        if str(colleague.pk) == number:
            return colleague
    raise DomainError("This colleague no longer has an account.")


def _way_back(request: StaffRequest) -> str:
    asked = request.POST.get("here", "")
    is_ours = url_has_allowed_host_and_scheme(asked, allowed_hosts=None)
    return asked if is_ours and asked.startswith("/backoffice/") else reverse("backoffice:inbox")
