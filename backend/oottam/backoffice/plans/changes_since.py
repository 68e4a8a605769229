"""What became of a plan since a page was made of it, in words for the strip on that page."""

from django.contrib.auth.models import User

from oottam.backoffice.plans.history import HistoryEntry, history
from oottam.backoffice.plans.queries import everything_about
from oottam.backoffice.templatetags.staff import indian_time
from oottam.core.direction import isolate

MAX_TOLD = 3  # changes
SENTENCES = 2  # of each


def since(reference: str, version: int, reader: User) -> list[str]:
    """As "priya, 22 Nov, 6:05 pm: Skipped. Lunch of Wed 9 Dec moves to Mon 14 Dec.", newest first."""
    found = everything_about(reference)
    if found is None:
        return []
    many = min(max(1, found.plan.version - version), MAX_TOLD)
    return [_describe(told, reader) for told in history(found)[:many]]


def _describe(told: HistoryEntry, reader: User) -> str:
    who = "You" if told.change.by == reader else isolate(told.who)
    head = f"{who}, {indian_time(told.change.at)}: {told.action}."
    return " ".join([head, *told.sentences[:SENTENCES]])
