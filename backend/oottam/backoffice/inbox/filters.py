"""The filters of the inbox. Its address holds all of them, so that it can be saved, shared and reopened."""

from dataclasses import dataclass
from datetime import date, datetime
from urllib.parse import urlencode
from uuid import UUID

from django.http import QueryDict
from django.urls import reverse

from oottam.backoffice.shared.queries import parse_pk
from oottam.backoffice.shared.search import clean_search
from oottam.core.days import parse_day, parse_moment
from oottam.requests.models import Flag, Kind, Status

TODAY = "today"  # open, and received today or due for follow-up
OPEN = "open"  # new, confirmed and active
ALL = "all"
STATUSES = (TODAY, OPEN, *Status.values, ALL)
ANY_FLAG = "any"
MINE, NOBODY = "me", "none"
NAMES = frozenset({"status", "kind", "flag", "who", "due", "answered", "owes", "paid", "sort", "q"})


@dataclass(frozen=True, slots=True)
class Cursor:
    """The last row of a page, after which the next page begins."""

    received_at: datetime
    id: UUID

    def __str__(self) -> str:
        return f"{self.received_at.isoformat()}_{self.id.hex}"

    @property
    def poll_address(self) -> str:
        """The address that counts the requests since then."""
        return f"{reverse('backoffice:poll-new-count')}?{urlencode({'since': self})}"


@dataclass(frozen=True, slots=True)
class InboxFilter:
    """`assignee` is MINE, NOBODY, an account's primary key, or "" for all."""

    status: str = OPEN
    kind: str = ""
    flag: str = ""
    assignee: str = ""
    due: bool = False  # for follow-up
    answered: bool = False  # the customer's answers are not used yet
    owes: bool = False  # a payment is due
    paid_on: date | None = None  # a payment came on that day
    longest_first: bool = False
    search_text: str = ""
    behind: Cursor | None = None

    def address(self, **changes: object) -> str:
        """Return the query string of this list, with `changes`; default values are left out."""
        params: dict[str, object] = {
            "status": self.status,
            "kind": self.kind,
            "flag": self.flag,
            "who": self.assignee,
            "due": "1" if self.due else "",
            "answered": "1" if self.answered else "",
            "owes": "1" if self.owes else "",
            "paid": self.paid_on or "",
            "sort": "waiting" if self.longest_first else "",
            "q": self.search_text,
            **changes,
        }
        default = _default_status(params["q"], owes=params["owes"], paid_on=params["paid"])
        query = {name: value for name, value in params.items() if value}
        # Without any of NAMES the inbox shows today's list, or the last named one.
        if params["status"] == default and len(NAMES & query.keys()) > 1:
            del query["status"]
        return f"?{urlencode(query)}"


def parse_filters(query: QueryDict) -> InboxFilter:
    """Parse the query string; invalid values are ignored, so that an old address still shows a list."""
    search_text = clean_search(query.get("q", ""))
    owes, paid_on = query.get("owes") == "1", parse_day(query.get("paid", ""))
    default = (
        _default_status(search_text, owes=owes, paid_on=paid_on) if NAMES & query.keys() else TODAY
    )
    return InboxFilter(
        status=_choice(query.get("status", ""), STATUSES, default),
        kind=_choice(query.get("kind", ""), Kind.values, ""),
        flag=_choice(query.get("flag", ""), [ANY_FLAG, *Flag.values], ""),
        assignee=_assignee(query.get("who", "")),
        due=query.get("due") == "1",
        answered=query.get("answered") == "1",
        owes=owes,
        paid_on=paid_on,
        longest_first=query.get("sort") == "waiting",
        search_text=search_text,
        behind=parse_cursor(query.get("behind", "")),
    )


def _default_status(search_text: object, *, owes: object, paid_on: object) -> str:
    """A search, and a list of money, include requests in every status."""
    return ALL if search_text or owes or paid_on else OPEN


def _choice(text: str, choices: "tuple[str, ...] | list[str]", default: str) -> str:
    return text if text in choices else default


def _assignee(text: str) -> str:
    if text in (MINE, NOBODY):
        return text
    return str(parse_pk(text) or "")


def parse_cursor(text: str) -> Cursor | None:
    """Return None where the text is no cursor."""
    moment, _, number = text.partition("_")
    received_at = parse_moment(moment)
    try:
        return Cursor(received_at, UUID(hex=number)) if received_at else None
    except ValueError:
        return None
