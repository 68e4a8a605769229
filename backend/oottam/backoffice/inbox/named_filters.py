"""Named inbox filters: built-in ones, and those that a user saved."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from django.http import QueryDict

from oottam.accounts.models import SavedInboxFilter
from oottam.backoffice.inbox import filters
from oottam.backoffice.inbox.filters import InboxFilter
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


@dataclass(frozen=True, slots=True)
class NamedList:
    """A named list, whether it is the current one, and how many requests it has; None where they are not counted."""

    label: str
    address: str
    here: bool
    count: int | None


def named(
    inbox_filter: InboxFilter, saved: Iterable[SavedInboxFilter], counts: Mapping[InboxFilter, int]
) -> list[NamedList]:
    """Return the shared lists, then the user's own."""
    lists = [*SHARED, *((view.name, filter_of(view.query)) for view in saved)]
    return [
        NamedList(name, each.address(), each == inbox_filter, counts.get(each))
        for name, each in lists
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
