"""What became of a plan since a page was made of it, in words for the strip on that page."""

from django.contrib.auth.models import User

from oottam.backoffice.plans.history import Told, history
from oottam.backoffice.plans.queries import everything_about
from oottam.backoffice.templatetags.staff import indian_time

MOST_TOLD = 3  # changes
SENTENCES = 2  # of each


def since(reference: str, version: int, reader: User) -> list[str]:
    """As "priya, 22 Nov, 18:05: Skipped. Lunch of Wed 9 Dec moves to Mon 14 Dec.", newest first."""
    found = everything_about(reference)
    if found is None:
        return []
    # A closed day that is opened again leaves no change of its own: its closing is undone.
    newest = sorted(history(found), key=_last_touched, reverse=True)
    many = min(max(1, found.plan.version - version), MOST_TOLD)
    return [_in_words(told, reader) for told in newest[:many]]


def _last_touched(told: Told) -> tuple[object, int]:
    return (told.change.undone_at or told.change.at, told.change.pk)


def _in_words(told: Told, reader: User) -> str:
    change = told.change
    by, at = (change.undone_by, change.undone_at) if change.undone_at else (change.by, change.at)
    who = "You" if by == reader else by.get_username() if by else "The server"
    if change.undone_at:
        return f"{who}, {indian_time(at)}: {told.doing}, and undone again."
    return " ".join([f"{who}, {indian_time(at)}: {told.doing}.", *told.sentences[:SENTENCES]])
