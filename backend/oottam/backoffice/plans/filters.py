"""What an address of the list of plans asks for."""

from dataclasses import dataclass
from urllib.parse import urlencode

from django.http import QueryDict

from oottam.backoffice.layout.primary_keys import parse_pk
from oottam.backoffice.layout.search import plain_words

OPEN, PAUSED, STARTING, ENDING, TO_CALL, TO_MAKE_UP, CLASHING, TIMES, DISHES = (
    "", "paused", "starting", "ending", "call", "make-up", "clash", "times", "dishes"
)  # fmt: skip
ENDED, CANCELLED = "ended", "cancelled"
LISTS = (
    (OPEN, "Active and paused"),
    (PAUSED, "Paused"),
    (STARTING, "Starting this week"),
    (ENDING, "Ending this week"),
    (TO_CALL, "To call"),
    (TO_MAKE_UP, "To replace"),
    (CLASHING, "With clashes"),
    (TIMES, "Times missing"),
    (DISHES, "Dishes missing"),
    (ENDED, "Ended"),
    (CANCELLED, "Cancelled"),
)


@dataclass(frozen=True, slots=True)
class PlanFilter:
    """`which` of the lists, for plans in which words are found; `behind` is the number of a page's last plan."""

    which: str = OPEN
    words: str = ""
    behind: int | None = None

    def address(self, **changes: object) -> str:
        """The query string of this list, or of another with these changes."""
        asked = {"list": self.which, "q": self.words, **changes}
        given = urlencode({name: value for name, value in asked.items() if value})
        return f"?{given}" if given else "?"


def parse_filters(query: QueryDict) -> PlanFilter:
    """What an address asks for; what it spells wrong is left out."""
    which = query.get("list", "")
    return PlanFilter(
        which=which if which in dict(LISTS) else OPEN,
        words=plain_words(query.get("q", "")),
        behind=parse_pk(query.get("behind", "")),
    )
