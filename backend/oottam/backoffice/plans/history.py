"""What was done to a plan, in words, newest first."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from oottam.backoffice.plans.queries import Found
from oottam.backoffice.plans.text import describe_moves, describe_plan
from oottam.plans.domain.undo import NEVER
from oottam.plans.models import ActionType, PlanChange, ServingState


@dataclass(frozen=True, slots=True)
class HistoryEntry:
    """A change: what it moved in sentences, whether it can be undone, and what it did to the price by the menus.

    `price` is what `plans/services/price_changes.py` kept of it: its difference in paise, and words; None where nothing follows.
    """

    change: PlanChange
    action: str
    who: str
    sentences: list[str]
    can_undo: bool
    price: Mapping[str, Any] | None


def history(found: Found) -> list[HistoryEntry]:
    """All of them."""
    weekdays = {track.meal: track.weekdays for track in found.tracks}
    return [_told(change, found, weekdays) for change in found.changes]


def _told(change: PlanChange, found: Found, weekdays: Mapping[int, int]) -> HistoryEntry:
    moved = found.journal.get(change.pk, [])
    if change.action == ActionType.CANCEL:  # all of the price is off: nothing is charged
        moved = [replace(each, state=ServingState.CANCELLED) for each in moved]
    words = describe_plan if change.action == ActionType.CONFIRM else describe_moves
    price = change.data.get("price")
    return HistoryEntry(
        change=change,
        action=str(ActionType(change.action).label),
        who=change.by.get_username() if change.by else "A command",
        sentences=words(moved, weekdays),
        can_undo=_can_undo(change),
        price=price if price and price["difference"] and change.undone_at is None else None,
    )


def _can_undo(change: PlanChange) -> bool:
    """Whether it may be asked for; whether it can still be, its own page says."""
    return (
        change.action not in NEVER and change.undone_at is None and change.action != ActionType.UNDO
    )
