"""Finds entries of the record, newest first, a page at a time."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User

from oottam.audit.models import Entry
from oottam.backoffice.request.words import LABELS
from oottam.backoffice.templatetags.staff import rupees
from oottam.common.direction import isolate
from oottam.schedule.draft import day_in_words
from oottam.schedule.models import Meal

PER_PAGE = 50
NOBODY = "command"  # what the operator's commands did
LONGEST_REFERENCE = 16
_AMOUNTS = ("paise", "give_back", "retained", "agreed_paise", "agreed_first_paise")
_LABELS = {
    "clashes": "Clashing dishes",
    "double": "Duplicate",
    "left_out": "No replacement",
    "moved": "Boxes",
    "not_known": "Dishes not known",
    "seq": "Box",
    "servings": "Boxes",
    "to_replace": "Dishes to replace",
    "stay": "Boxes not moved back",
    "was": "Before",
    "withdrawn": "Mails withdrawn",
    "now": "Now",
}


@dataclass(frozen=True, slots=True)
class AuditFilter:
    """What an address asks for; "" and None ask for nothing. `before` is the last entry of the page before."""

    who: str = ""
    reference: str = ""
    action: str = ""
    before: int | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """An entry as the page shows it; `about` is the account that was changed, where one was."""

    entry: Entry
    about: str
    changes: list[str]


def page_of(asked: AuditFilter) -> tuple[list[Row], int | None]:
    """The rows of one page, and the entry behind which the next begins; None at the end."""
    found = Entry.objects.select_related("actor").order_by("-pk")
    if asked.who:
        found = found.filter(actor=None if asked.who == NOBODY else int(asked.who))
    if asked.reference:
        found = found.filter(reference=asked.reference)
    if asked.action:
        found = found.filter(action=asked.action)
    if asked.before is not None:
        found = found.filter(pk__lt=asked.before)
    entries = list(found[: PER_PAGE + 1])
    shown = entries[:PER_PAGE]
    names = _names(shown)
    rows = [Row(entry, names.get(_account(entry), ""), _changes(entry)) for entry in shown]
    return rows, shown[-1].pk if len(entries) > PER_PAGE else None


def people() -> list[User]:
    """Everybody who may stand in the record, by name."""
    return list(User.objects.order_by("username"))


def _account(entry: Entry) -> int | None:
    found = entry.data.get("account") if entry.action.startswith("staff.") else None
    return found if isinstance(found, int) else None


def _names(entries: list[Entry]) -> dict[int | None, str]:
    numbers = {found for entry in entries if (found := _account(entry)) is not None}
    return dict(User.objects.filter(pk__in=numbers).values_list("pk", "username"))


def _changes(entry: Entry) -> list[str]:
    """What is now in place of what was. Of requests only labels and amounts: their words may be about health."""
    changed = {name: value for name, value in entry.data.items() if name != "account"}
    if entry.action.startswith(("kitchen.", "dish.")):
        return list(_of_kitchen(entry))
    if not entry.action.startswith(("staff.", "list.")):
        amounts = [_amount(changed[name]) for name in _AMOUNTS if name in changed]
        # PostgreSQL keeps no order of them.
        return [*amounts, *sorted(_label(name) for name in changed if name not in _AMOUNTS)]
    return [f"{_label(name)}: {_words(value)}" for name, value in changed.items()]


def _label(name: str) -> str:
    return _LABELS.get(name) or LABELS.get(name) or name.replace("_", " ").capitalize()


def _amount(paise: Any) -> str:
    if isinstance(paise, dict):
        return f"{_amount(paise.get('was'))} → {_amount(paise.get('now'))}"
    return rupees(paise) if isinstance(paise, int) else "no amount"


def _of_kitchen(entry: Entry) -> Iterator[str]:
    """Which dish, of which meal, and what is different; nothing of it is about a person."""
    if entry.day is not None:
        meal = entry.data.get("meal")
        named = str(Meal(meal).label) if meal in Meal.values else "All meals"
        yield f"{named}, {day_in_words(entry.day)}"
    for name, value in entry.data.items():
        if name == "dish":
            yield isolate(str(value))
        elif name != "meal":
            yield f"{_label(name)}: {_words(value)}"


def _words(value: Any) -> str:
    if isinstance(value, dict):
        return f"{_words(value.get('was'))} → {_words(value.get('now'))}"
    if isinstance(value, list):
        return ", ".join(isolate(str(each)) for each in value)
    return isolate(str(value))
