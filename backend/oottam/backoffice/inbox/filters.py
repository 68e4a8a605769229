"""What an address of the inbox asks for. A list is its address: it can be kept, sent to a colleague, gone back to."""

from dataclasses import dataclass
from datetime import date, datetime
from urllib.parse import urlencode
from uuid import UUID

from django.http import QueryDict

from oottam.backoffice.layout.primary_keys import parse_pk
from oottam.backoffice.layout.search import plain_words
from oottam.core.days import parse_day, parse_moment
from oottam.requests.models import Flag, Kind, Status

TODAY = "today"  # open, and received today or to be followed up by now
OPEN = "open"  # new, confirmed and active: what somebody has still to do with
ALL = "all"
STATUSES = (TODAY, OPEN, *Status.values, ALL)
ANY_FLAG = "any"
MINE, NOBODY = "me", "none"
NAMES = frozenset({"status", "kind", "flag", "who", "due", "answered", "owes", "paid", "sort", "q"})


@dataclass(frozen=True, slots=True)
class Cursor:
    """The last row of a page: the next page begins behind it."""

    received_at: datetime
    id: UUID

    def __str__(self) -> str:
        return f"{self.received_at.isoformat()}_{self.id.hex}"


@dataclass(frozen=True, slots=True)
class InboxFilter:
    """What is looked for; `who` is MINE, NOBODY, the number of an account, or "" for all."""

    status: str = OPEN
    kind: str = ""
    flag: str = ""
    who: str = ""
    due: bool = False  # its follow-up date has come
    answered: bool = False  # by the customer, and not used yet
    owes: bool = False  # something is still to come from it
    paid_on: date | None = None  # something came from it on that day
    longest_first: bool = False
    words: str = ""
    behind: Cursor | None = None

    def address(self, **changes: object) -> str:
        """The query string of this list, or of another with these changes; only what is not usual stands in it."""
        asked: dict[str, object] = {
            "status": self.status,
            "kind": self.kind,
            "flag": self.flag,
            "who": self.who,
            "due": "1" if self.due else "",
            "answered": "1" if self.answered else "",
            "owes": "1" if self.owes else "",
            "paid": self.paid_on or "",
            "sort": "waiting" if self.longest_first else "",
            "q": self.words,
            **changes,
        }
        usual = _usual_status(asked["q"], owes=asked["owes"], paid_on=asked["paid"])
        given = {name: value for name, value in asked.items() if value}
        # Without any of these names the list is today's, or the one that was looked at last.
        if asked["status"] == usual and len(NAMES & given.keys()) > 1:
            del given["status"]
        return f"?{urlencode(given)}"


def parse_filters(query: QueryDict) -> InboxFilter:
    """What an address asks for; what it spells wrong is left out, so that an old address still shows something."""
    words = plain_words(query.get("q", ""))
    owes, paid_on = query.get("owes") == "1", parse_day(query.get("paid", ""))
    usual = _usual_status(words, owes=owes, paid_on=paid_on) if NAMES & query.keys() else TODAY
    return InboxFilter(
        status=_one_of(query.get("status", ""), STATUSES, usual),
        kind=_one_of(query.get("kind", ""), Kind.values, ""),
        flag=_one_of(query.get("flag", ""), [ANY_FLAG, *Flag.values], ""),
        who=_who(query.get("who", "")),
        due=query.get("due") == "1",
        answered=query.get("answered") == "1",
        owes=owes,
        paid_on=paid_on,
        longest_first=query.get("sort") == "waiting",
        words=words,
        behind=parse_cursor(query.get("behind", "")),
    )


def _usual_status(words: object, *, owes: object, paid_on: object) -> str:
    """Whoever searches looks for one request, and whoever asks for money for all of it, whatever has become of them."""
    return ALL if words or owes or paid_on else OPEN


def _one_of(asked: str, known: "tuple[str, ...] | list[str]", otherwise: str) -> str:
    return asked if asked in known else otherwise


def _who(asked: str) -> str:
    if asked in (MINE, NOBODY):
        return asked
    return str(parse_pk(asked) or "")


def parse_cursor(asked: str) -> Cursor | None:
    """The place in a list that an address names; None when it names none."""
    moment, _, number = asked.partition("_")
    received_at = parse_moment(moment)
    try:
        return Cursor(received_at, UUID(hex=number)) if received_at else None
    except ValueError:
        return None
