"""A plan's changes as text, newest first."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.contrib.auth.models import User

from oottam.backoffice.plans.queries import PlanData, everything_about
from oottam.backoffice.plans.text import describe_moves, describe_plan
from oottam.backoffice.templatetags.staff import indian_time
from oottam.core.direction import isolate
from oottam.plans.domain.undo import NEVER
from oottam.plans.models import ActionType, PlanChange, ServingState

MAX_CHANGES = 3
MAX_SENTENCES = 2  # per change


@dataclass(frozen=True, slots=True)
class HistoryEntry:
    """A change: what it moved, whether it can be undone, and what it did to the price by the menus.

    `price` is what `plans/services/price_changes.py` stored: `difference` in paise, and `words`; None without one.
    """

    change: PlanChange
    action: str
    who: str
    sentences: list[str]
    can_undo: bool
    price: Mapping[str, Any] | None


def history_entries(found: PlanData) -> list[HistoryEntry]:
    weekdays = {track.meal: track.weekdays for track in found.tracks}
    return [_entry(change, found, weekdays) for change in found.changes]


def _entry(change: PlanChange, found: PlanData, weekdays: Mapping[int, int]) -> HistoryEntry:
    moved = found.journal.get(change.pk, [])
    if change.action == ActionType.CANCEL:  # a forfeited box is not charged either
        moved = [replace(each, state=ServingState.CANCELLED) for each in moved]
    describe = describe_plan if change.action == ActionType.CONFIRM else describe_moves
    price = change.data.get("price")
    return HistoryEntry(
        change=change,
        action=str(ActionType(change.action).label),
        who=change.by.get_username() if change.by else "A command",
        sentences=describe(moved, weekdays),
        can_undo=_can_undo(change),
        price=price if price and price["difference"] and change.undone_at is None else None,
    )


def _can_undo(change: PlanChange) -> bool:
    """Return whether undo is offered; the undo page says whether it is still possible."""
    return (
        change.action not in NEVER and change.undone_at is None and change.action != ActionType.UNDO
    )


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
