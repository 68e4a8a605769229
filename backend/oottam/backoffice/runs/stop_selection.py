"""Which stops of a meal its page shows: those of one route, PER_PAGE at a time, or those that a search finds."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from django.http import QueryDict

from oottam.backoffice.shared.queries import parse_pk
from oottam.backoffice.shared.search import MIN_NUMBER_LENGTH, clean_search, is_number
from oottam.core.names import fold
from oottam.core.phone import digits_of
from oottam.delivery.runs import Runs
from oottam.delivery.stops import Stop

PER_PAGE = 40
MAX_FOUND = 20
UNPLACED = "none"  # instead of a route's primary key
NO_ROUTE = "No route"


@dataclass(frozen=True, slots=True)
class Part:
    """Some stops of a route, or of none (`route` None), as one page shows them; `first` is the index of the first."""

    route: int | None
    name: str
    stops: Sequence[Stop]
    number: int
    first: int
    of: int

    @property
    def address(self) -> str:
        """The query string, and the fragment."""
        route = UNPLACED if self.route is None else self.route
        query = {"route": route, **({"page": self.number} if self.number > 1 else {})}
        anchor = "unplaced" if self.route is None else f"route-{self.route}"
        return f"?{urlencode(query)}#{anchor}"

    @property
    def label(self) -> str:
        """Format as "Beach", or "Beach, stops 41 to 80" where the route has several parts."""
        if self.of <= PER_PAGE:
            return self.name
        return f"{self.name}, stops {self.first + 1} to {self.first + len(self.stops)}"


def stop_address(number: int) -> str:
    """Return the address of the page that shows this stop."""
    return f"?stop={number}#stop-{number}"


def parts_of(runs: Runs) -> list[Part]:
    """Return all parts in order, stops without a route first."""
    parts = list(_parts(None, NO_ROUTE, runs.unplaced))
    for run in runs.runs:
        parts += _parts(run.route, run.name, run.stops)
    return parts


def _parts(route: int | None, name: str, stops: Sequence[Stop]) -> Iterator[Part]:
    for number, first in enumerate(range(0, len(stops), PER_PAGE), start=1):
        yield Part(route, name, stops[first : first + PER_PAGE], number, first, len(stops))


def selected_part(parts: Sequence[Part], query: QueryDict) -> Part | None:
    """Return the part that the address names by a stop, or by route and page; else the first. None without stops."""
    number, named = parse_pk(query.get("stop", "")), query.get("route", "")
    if number:
        holding = [part for part in parts if any(stop.number == number for stop in part.stops)]
        return next(iter([*holding, *parts]), None)
    route = None if named == UNPLACED else parse_pk(named)
    of_route = [part for part in parts if named and part.route == route]
    page = parse_pk(query.get("page", "")) or 1
    return of_route[min(page, len(of_route)) - 1] if of_route else next(iter(parts), None)


def search_stops(runs: Runs, words: str) -> list[tuple[Stop, str, int | None]]:
    """Return stops with all words in name, reference, address or hint, or with the phone number; in their order.

    With each its route, and its place from 1, None without a route.
    """
    search_words = fold(clean_search(words)).split()
    if not search_words:
        return []
    every: list[tuple[Stop, str, int | None]] = [
        *((stop, NO_ROUTE, None) for stop in runs.unplaced),
        *(
            (stop, run.name, place)
            for run in runs.runs
            for place, stop in enumerate(run.stops, start=1)
        ),
    ]
    digits = digits_of(words).replace(" ", "")
    is_phone = len(digits) >= MIN_NUMBER_LENGTH and is_number(words)
    return [
        (stop, route, place)
        for stop, route, place in every
        if (
            is_phone
            and digits in digits_of(f"{stop.first.caller} {stop.first.phone}").replace(" ", "")
        )
        or _has(stop, search_words)
    ]


def _has(stop: Stop, words: Sequence[str]) -> bool:
    first = stop.first
    parts = [first.address, first.locality, stop.hint]
    for box in stop.boxes:
        parts += [box.person.name, box.person.reference]
    text = " ".join(map(fold, parts))
    return all(word in text for word in words)
