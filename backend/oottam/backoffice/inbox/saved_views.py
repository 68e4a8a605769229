"""Lists of requests under a name: those that everybody has, and those that somebody keeps."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from django.http import QueryDict

from oottam.accounts.models import SavedView
from oottam.backoffice.inbox import filters
from oottam.backoffice.inbox.filters import InboxFilter
from oottam.requests.models import Flag, Kind, Status

# What the desk works from above, with how many each has.
DAILY = (
    ("Today", InboxFilter(status=filters.TODAY)),
    ("Waiting", InboxFilter(status=Status.NEW, longest_first=True)),
    ("To call", InboxFilter(due=True)),
)
# Lists that everybody has.
EVERYBODYS = (
    *DAILY,
    ("Open", InboxFilter()),
    ("Mine", InboxFilter(who=filters.MINE)),
    ("Unassigned", InboxFilter(who=filters.NOBODY)),
    ("Flagged", InboxFilter(flag=filters.ANY_FLAG)),
    ("Payment due", InboxFilter(status=filters.ALL, owes=True)),
    ("All", InboxFilter(status=filters.ALL)),
)
NAMES = tuple(name for name, _ in EVERYBODYS)


@dataclass(frozen=True, slots=True)
class View:
    """A named list, whether it is the one that is shown, and how many requests it has; None where nobody counts them."""

    label: str
    address: str
    here: bool
    count: int | None


def named(
    asked: InboxFilter, own: Iterable[SavedView], counts: Mapping[InboxFilter, int]
) -> list[View]:
    """Everybody's lists, and behind them one's own."""
    lists = [*EVERYBODYS, *((view.name, filter_of(view.query)) for view in own)]
    return [View(name, each.address(), each == asked, counts.get(each)) for name, each in lists]


def filter_of(query: str) -> InboxFilter:
    """What a kept query string asks for."""
    return filters.parse_filters(QueryDict(query))


def kept_of(asked: InboxFilter) -> InboxFilter:
    """What is kept of a list: no words, and from its beginning."""
    return replace(asked, words="", behind=None)


def describe_filter(asked: InboxFilter, names: Mapping[str, str]) -> str:
    """What it asks for, in words; `names` of colleagues by their numbers."""
    status = {filters.TODAY: "Today", filters.OPEN: "Open", filters.ALL: "All"}
    parts = [status.get(asked.status) or str(Status(asked.status).label)]
    if asked.kind:
        parts.append(str(Kind(asked.kind).label))
    if asked.flag:
        parts.append(
            "any flag" if asked.flag == filters.ANY_FLAG else f"“{Flag(asked.flag).label}”"
        )
    if asked.who:
        own = {filters.MINE: "mine", filters.NOBODY: "nobody's"}
        parts.append(own.get(asked.who) or names.get(asked.who, "someone who has left"))
    if asked.due:
        parts.append("follow-up due")
    if asked.answered:
        parts.append("customer answered")
    if asked.owes:
        parts.append("payment due")
    if asked.paid_on:
        parts.append(f"paid on {asked.paid_on:%a} {asked.paid_on.day} {asked.paid_on:%b %Y}")
    if asked.longest_first:
        parts.append("longest waiting first")
    return ", ".join(parts)
