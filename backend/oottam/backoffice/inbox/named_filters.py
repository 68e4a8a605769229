"""Named inbox filters: built-in ones, and those that a user saved."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse

from oottam.accounts import saved_filters
from oottam.accounts.models import SavedInboxFilter
from oottam.accounts.roles import Permission
from oottam.backoffice.inbox import filters
from oottam.backoffice.inbox.filters import InboxFilter
from oottam.backoffice.inbox.queries import colleagues
from oottam.backoffice.inbox.views import MAX_QUERY_LENGTH, inbox_page
from oottam.backoffice.shared.decorators import StaffRequest, staff_action, staff_page
from oottam.core.direction import isolate
from oottam.core.errors import DomainError
from oottam.requests.models import Flag, Kind, Status

# The desk's daily filters, shown first and with counts.
DAILY = (
    ("Today", InboxFilter(status=filters.TODAY)),
    ("Waiting", InboxFilter(status=Status.NEW, longest_first=True)),
    ("To call", InboxFilter(due=True)),
)
# Built-in filters.
SHARED = (
    *DAILY,
    ("Open", InboxFilter()),
    ("Mine", InboxFilter(assignee=filters.MINE)),
    ("Unassigned", InboxFilter(assignee=filters.NOBODY)),
    ("Flagged", InboxFilter(flag=filters.ANY_FLAG)),
    ("Payment due", InboxFilter(status=filters.ALL, owes=True)),
    ("All", InboxFilter(status=filters.ALL)),
)
NAMES = tuple(name for name, _ in SHARED)


def named(
    inbox_filter: InboxFilter, saved: Iterable[SavedInboxFilter], counts: Mapping[InboxFilter, int]
) -> list[dict[str, Any]]:
    """Return the shared lists, then the user's own; `count` is None where their requests are not counted."""
    lists = [*SHARED, *((own.name, filter_of(own.query)) for own in saved)]
    return [
        {
            "label": name,
            "address": listed.address(),
            "here": listed == inbox_filter,
            "count": counts.get(listed),
        }
        for name, listed in lists
    ]


def filter_of(query: str) -> InboxFilter:
    """Parse a saved query string."""
    return filters.parse_filters(QueryDict(query))


def without_search(inbox_filter: InboxFilter) -> InboxFilter:
    """Return the filter without search text and cursor, as it is saved."""
    return replace(inbox_filter, search_text="", behind=None)


def describe_filter(inbox_filter: InboxFilter, names: Mapping[str, str]) -> str:
    """Describe the list; `names` of colleagues by primary key."""
    status = {filters.TODAY: "Today", filters.OPEN: "Open", filters.ALL: "All"}
    parts = [status.get(inbox_filter.status) or str(Status(inbox_filter.status).label)]
    if inbox_filter.kind:
        parts.append(str(Kind(inbox_filter.kind).label))
    if inbox_filter.flag:
        parts.append(
            "any flag"
            if inbox_filter.flag == filters.ANY_FLAG
            else f"“{Flag(inbox_filter.flag).label}”"
        )
    if inbox_filter.assignee:
        special = {filters.MINE: "mine", filters.NOBODY: "nobody's"}
        parts.append(
            special.get(inbox_filter.assignee)
            or names.get(inbox_filter.assignee, "someone who has left")
        )
    if inbox_filter.due:
        parts.append("follow-up due")
    if inbox_filter.answered:
        parts.append("customer answered")
    if inbox_filter.owes:
        parts.append("payment due")
    if inbox_filter.paid_on:
        parts.append(
            f"paid on {inbox_filter.paid_on:%a} {inbox_filter.paid_on.day} {inbox_filter.paid_on:%b %Y}"
        )
    if inbox_filter.longest_first:
        parts.append("longest waiting first")
    return ", ".join(parts)


@staff_page(Permission.WORK_REQUESTS)
def saved_filter_list(request: StaffRequest) -> HttpResponse:
    return _render(request)


@staff_action(Permission.WORK_REQUESTS)
def save(request: StaffRequest) -> HttpResponse:
    """Save the filter in the form's `query` under a name, without its search text."""
    inbox_filter = filters.parse_filters(
        QueryDict(request.POST.get("query", "")[:MAX_QUERY_LENGTH])
    )
    name = request.POST.get("name", "")
    query = without_search(inbox_filter).address().removeprefix("?")
    try:
        saved = saved_filters.save(account=request.user, name=name, query=query, reserved=NAMES)
    except DomainError as error:
        return inbox_page(request, inbox_filter, {"name": name, "message": str(error)})
    messages.success(request, f"Saved as “{isolate(saved.name)}”.")
    return redirect(f"{reverse('backoffice:inbox')}?{query}")


@staff_action(Permission.WORK_REQUESTS)
def rename(request: StaffRequest, number: int) -> HttpResponse:
    name = request.POST.get("name", "")
    try:
        saved_filters.rename(account=request.user, number=number, name=name, reserved=NAMES)
    except DomainError as error:
        return _render(request, number, {"name": name, "message": str(error)})
    except SavedInboxFilter.DoesNotExist:
        raise Http404 from None
    messages.success(request, "Renamed.")
    return redirect("backoffice:saved-filters")


@staff_action(Permission.WORK_REQUESTS)
def delete(request: StaffRequest, number: int) -> HttpResponse:
    try:
        deleted = saved_filters.delete(account=request.user, number=number)
    except SavedInboxFilter.DoesNotExist:
        raise Http404 from None
    messages.success(
        request, f"“{isolate(deleted.name)}” is deleted. Its requests are not affected."
    )
    return redirect("backoffice:saved-filters")


def _render(
    request: StaffRequest, number: int | None = None, invalid_name: dict[str, str] | None = None
) -> HttpResponse:
    """Render the saved filters; with the `invalid_name` that was typed for the one of this primary key."""
    names = {str(colleague.pk): colleague.get_username() for colleague in colleagues()}
    rows = [
        {
            "saved_filter": saved,
            "address": filtered.address(),
            "description": describe_filter(filtered, names),
            "invalid_name": invalid_name if saved.pk == number else None,
        }
        for saved in saved_filters.list_filters(request.user)
        for filtered in [filter_of(saved.query)]
    ]
    context = {"title": "Your lists", "rows": rows, "longest": saved_filters.MAX_NAME_LENGTH}
    return render(
        request, "backoffice/inbox/saved_filters.html", context, status=422 if invalid_name else 200
    )
