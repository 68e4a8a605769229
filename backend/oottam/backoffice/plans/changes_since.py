"""What has changed in a plan since a page was made, for the timeline on that page."""

from django.contrib.auth.models import User

from oottam.backoffice.plans.history import HistoryEntry, history_entries
from oottam.backoffice.plans.queries import everything_about
from oottam.backoffice.templatetags.staff import indian_time
from oottam.core.direction import isolate

MAX_CHANGES = 3
MAX_SENTENCES = 2  # per change


def describe_changes_since(reference: str, version: int, reader: User) -> list[str]:
    """Describe the changes as "priya, 22 Nov, 6:05 pm: Skipped. Lunch of Wed 9 Dec moves to Mon 14 Dec.", newest first."""
    found = everything_about(reference)
    if found is None:
        return []
    count = min(max(1, found.plan.version - version), MAX_CHANGES)
    return [_describe(entry, reader) for entry in history_entries(found)[:count]]


def _describe(entry: HistoryEntry, reader: User) -> str:
    who = "You" if entry.change.by == reader else isolate(entry.who)
    title = f"{who}, {indian_time(entry.change.at)}: {entry.action}."
    return " ".join([title, *entry.sentences[:MAX_SENTENCES]])
