"""What follows from a change of a request elsewhere: apps above this one say it when Django starts."""

from collections import defaultdict
from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING

from oottam.notify.mail_content import Fact
from oottam.requests.models import Request

if TYPE_CHECKING:
    from oottam.handling.domain.changes import Change

Consequence = Callable[["Change"], None]
Used = Callable[[Request, datetime], tuple[int, int]]
Days = Callable[[Request], list[Fact]]

_of: dict[str, list[Consequence]] = defaultdict(list)
_days: list[Days] = []
_used: list[Used] = []


def let_follow(action: str, consequence: Consequence) -> None:
    """From here on `consequence` runs at the end of each such action, within its transaction; it may refuse it."""
    _of[action].append(consequence)


def follow(action: str, making: "Change") -> None:
    """Run what follows from the action."""
    for consequence in _of[action]:
        consequence(making)


def let_tell_days(days: Days) -> None:
    """From here on `days` says on which days a request has something; nothing where it does not know it."""
    _days.append(days)


def days_of(request: Request) -> list[Fact]:
    """The days of a request that somebody keeps, in words that may go to its customer."""
    return [fact for days in _days for fact in days(request)]


def let_count_boxes(used: Used) -> None:
    """From here on `used` says how many boxes that are paid for the kitchen has cooked, and of how many."""
    _used.append(used)


def used_boxes(request: Request, now: datetime) -> tuple[int, int]:
    """Of all that count them; (0, 0) where nobody keeps boxes."""
    counted = [used(request, now) for used in _used]
    return sum(each[0] for each in counted), sum(each[1] for each in counted)
