"""A plan's changes as text, newest first."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.contrib.auth.models import User

from oottam.backoffice.plans.queries import PlanData, load_plan_data
from oottam.backoffice.templatetags.staff import indian_time
from oottam.core.direction import isolate
from oottam.plans.services.change_text import describe_data, describe_plan
from oottam.plans.services.plan_actions import describe_scope
from oottam.schedule.domain.undo import NEVER
from oottam.schedule.models import ActionType, PlanChange, ServingState

MAX_CHANGES = 3
MAX_SENTENCES = 2  # per change


def history_entries(plan_data: PlanData) -> list[dict[str, Any]]:
    """Return of each change its moves, whether it can be undone, and its effect on the price.

    `price` is what `plans/services/price_changes.py` stored: `difference` in paise, and `words`; None without one.
    """
    weekdays = {track.meal: track.weekdays for track in plan_data.tracks}
    return [_entry(change, plan_data, weekdays) for change in plan_data.changes]


def _entry(change: PlanChange, plan_data: PlanData, weekdays: Mapping[int, int]) -> dict[str, Any]:
    moved = plan_data.moves_by_change.get(change.pk, [])
    if change.action == ActionType.CANCEL:  # a forfeited box is not charged either
        moved = [replace(each, state=ServingState.CANCELLED) for each in moved]
    described = (
        describe_plan(moved, weekdays)
        if change.action == ActionType.CONFIRM
        else describe_data(moved, change.data, weekdays)
    )
    price = change.data.get("price")
    return {
        "change": change,
        "action": str(ActionType(change.action).label),
        "actor": change.by.get_username()
        if change.by
        else "The customer"
        if change.by_customer
        else "A command",
        "sentences": [*described, *_describe_address(change, plan_data)],
        "can_undo": _can_undo(change),
        "is_new": change.by_customer and change.seen_at is None,
        "price": price if price and price["difference"] and change.undone_at is None else None,
    }


def _describe_address(change: PlanChange, plan_data: PlanData) -> list[str]:
    """Return the later address that the change added, as "From Wed 9 Dec, lunch: 4 Tidel Park"."""
    return [
        f"{describe_scope(row)}: {isolate(row.address)}"
        for row in plan_data.plan.request.later_addresses.all()
        if row.pk == change.data.get("address")
    ]


def _can_undo(change: PlanChange) -> bool:
    """Return whether undo is offered; the undo page checks whether it is still possible."""
    return change.action not in NEVER and change.undone_at is None


def describe_changes_since(reference: str, version: int, reader: User) -> list[str]:
    """Describe the changes as "priya, 22 Nov, 6:05 pm: Skipped. Lunch of Wed 9 Dec moves to Mon 14 Dec.", newest first."""
    plan_data = load_plan_data(reference)
    if plan_data is None:
        return []
    count = min(max(1, plan_data.plan.version - version), MAX_CHANGES)
    return [_describe(entry, reader) for entry in history_entries(plan_data)[:count]]


def _describe(entry: Mapping[str, Any], reader: User) -> str:
    who = "You" if entry["change"].by == reader else isolate(entry["actor"])
    title = f"{who}, {indian_time(entry['change'].at)}: {entry['action']}."
    return " ".join([title, *entry["sentences"][:MAX_SENTENCES]])
