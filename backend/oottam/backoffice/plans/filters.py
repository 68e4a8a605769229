"""The filters of the list of plans."""

from dataclasses import dataclass

from django.http import QueryDict

from oottam.backoffice.shared.queries import parse_pk
from oottam.backoffice.shared.search import clean_search
from oottam.backoffice.templatetags.staff import query

OPEN, PAUSED, STARTING, ENDING, TO_CALL, CHANGED, TO_REPLACE, CLASHING, TIMES, DISHES = (
    "", "paused", "starting", "ending", "call", "changed", "make-up", "clash", "times", "dishes"
)  # fmt: skip
ENDED, CANCELLED = "ended", "cancelled"
LISTS = (
    (OPEN, "Active and paused"),
    (PAUSED, "Paused"),
    (STARTING, "Starting this week"),
    (ENDING, "Ending this week"),
    (TO_CALL, "To call"),
    (CHANGED, "Changed by customers"),
    (TO_REPLACE, "To replace"),
    (CLASHING, "With clashes"),
    (TIMES, "Times missing"),
    (DISHES, "Dishes missing"),
    (ENDED, "Ended"),
    (CANCELLED, "Cancelled"),
)


@dataclass(frozen=True, slots=True)
class PlanFilter:
    """`list_name` is one of LISTS; `behind` is the primary key of the last plan on the previous page."""

    list_name: str = OPEN
    search_text: str = ""
    behind: int | None = None

    def address(self, **changes: object) -> str:
        """Return the query string of this list, with `changes`."""
        params = {"list": self.list_name, "q": self.search_text, **changes}
        return f"?{query(**params)}"


def parse_filters(query: QueryDict) -> PlanFilter:
    """Parse the query string; invalid values are ignored."""
    list_name = query.get("list", "")
    return PlanFilter(
        list_name=list_name if list_name in dict(LISTS) else OPEN,
        search_text=clean_search(query.get("q", "")),
        behind=parse_pk(query.get("behind", "")),
    )
