"""A request's audit entries as text."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Any

from django.utils.dateparse import parse_datetime

from oottam.audit.actions import RequestAction
from oottam.audit.models import AuditEntry
from oottam.backoffice.dietary import labels
from oottam.backoffice.request.text import LABELS, WAYS, format_value, label
from oottam.backoffice.shared.conflicts import ChangeEntry
from oottam.backoffice.templatetags.staff import actor_name, describe_action, indian_time, rupees
from oottam.outbox.models import Recipient
from oottam.schedule.domain.plan_schedule import format_day
from oottam.schedule.models import Meal, ServingState
from oottam.workflow.models import PaymentMethod, Template

# Audit data that is not described.
NOT_DESCRIBED = frozenset({"closed_at", "note", "agreed_first_paise"})
MAX_MOVES = 6


def describe_history(
    entries: list[AuditEntry], names: Mapping[int, str], paid: Mapping[int, int]
) -> list[ChangeEntry]:
    """Describe the entries; `names` of colleagues and amounts `paid` (paise) are by primary key."""
    known = {entry.actor.pk: entry.actor.get_username() for entry in entries if entry.actor}
    return [
        ChangeEntry(
            actor=actor_name(entry),
            action=describe_action(entry.action),
            at=entry.at,
            reason=entry.reason,
            details=_details(entry, {**known, **names}, paid),
        )
        for entry in entries
    ]


def _details(entry: AuditEntry, names: Mapping[int, str], paid: Mapping[int, int]) -> list[str]:
    """Describe the entry's data, which erasure may have emptied."""
    if details := (
        _describe_amount(entry, paid) or _describe_papers(entry) or _describe_address(entry)
    ):
        return details
    match entry.action, entry.data:
        case RequestAction.CANCEL, {"give_back": paise}:
            details = [f"{rupees(paise)} to refund", *_changes(entry.data, names)]
        case "appointment.agree", {"doctor": doctor, "starts_at": text, "minutes": minutes}:
            starts_at = parse_datetime(text)
            when = indian_time(starts_at) if starts_at else text
            details = [f"{doctor}, {when}, {minutes} minutes"]
        case RequestAction.ADD_DUPLICATE | RequestAction.REMOVE_DUPLICATE, {"double": reference}:
            details = [reference]
        case "message.send", {"template": template, "channel": channel}:
            details = [f"{label(Template, template)}, {WAYS.get(channel, channel)}"]
        case "food.accept", {"clashes": clashes, "not_known": unknown}:
            clash_codes = dict(clashes).items()
            details = [f"{dish} has {labels(tuple(codes)).lower()}" for dish, codes in clash_codes]
            details += [f"Not known: {', '.join(unknown)}"] if unknown else []
        case "food.accept", {"to_replace": dishes}:
            details = [f"To replace on the plan: {', '.join(dishes)}"]
        case "food.accept", {"left_out": dish}:
            details = [f"no replacement for {dish}"]
        case "mail.again", {"recipient": recipient}:
            details = [f"to the {label(Recipient, recipient).lower()}"]
        case "request.answer", {"answered": names_of}:
            details = [", ".join(LABELS[name] for name in names_of if name in LABELS)]
        case action, {"moved": moved}:
            details = list(describe_moves(moved, is_off=action == "schedule.cancel"))
        case _, data:
            details = list(_changes(data, names))
    return details


def _describe_amount(entry: AuditEntry, paid: Mapping[int, int]) -> list[str]:
    """Describe an entry that is about one amount; [] for others."""
    match entry.action, entry.data:
        case RequestAction.ADJUST_PRICE | RequestAction.UNDO_PRICE, {"paise": paise}:
            return [f"{rupees(abs(paise))} {'off' if paise < 0 else 'added'}"]
        case RequestAction.RECORD_PAYMENT | RequestAction.RECORD_REFUND, {
            "paise": paise,
            "method": method,
        }:
            return [f"{rupees(paise)}, {label(PaymentMethod, method)}"]
        case RequestAction.UNDO_PAYMENT, {"payment": number} if number in paid:
            return [rupees(paid[number])]
        case RequestAction.UNDO_REFUND, {"paise": paise}:
            return [rupees(paise)]
        case RequestAction.RECORD_REFUND, {"retained": paise}:
            return [f"the shop keeps {rupees(paise)}"]
        case _:
            return []


def _describe_papers(entry: AuditEntry) -> list[str]:
    """Describe the receipts and bills that were issued; [] for other entries."""
    papers = entry.data.get("papers", ()) if entry.action == RequestAction.ISSUE_PAPER else ()
    return [f"{number}, {rupees(paise)}" for number, paise in papers]


def _describe_address(entry: AuditEntry) -> list[str]:
    """Describe a plan's later address with its first day, meals and weekdays; [] for other entries."""
    if not entry.action.startswith("schedule.") or "address" not in entry.data:
        return []
    return [*filter(None, [entry.data.get("scope")]), *_changes(entry.data, {})]


def _changes(data: Mapping[str, Any], names: Mapping[int, str]) -> Iterator[str]:
    for name, value in data.items():
        if name not in NOT_DESCRIBED and isinstance(value, dict):
            was, now = (format_value(name, value[each], names) for each in ("was", "now"))
            yield f"{LABELS.get(name, name)}: {was} → {now}"


def describe_moves(moved: Sequence[Any], *, is_off: bool) -> Iterator[str]:
    """Describe moved servings, as "Lunch: Wed 9 Dec → Mon 14 Dec"; the first MAX_MOVES of them.

    Nothing is charged where the plan `is_off`.
    """
    for meal, _, was, now, state in moved[:MAX_MOVES]:
        days = [format_day(date.fromisoformat(day)) if day else "no day" for day in (was, now)]
        outcome = " → ".join(days)
        if was == now:
            became = "cancelled" if is_off else str(ServingState(state).label).lower()
            outcome = f"{days[1]}, {became}"
        yield f"{Meal(meal).label}: {outcome}"
    if len(moved) > MAX_MOVES:
        yield f"and {len(moved) - MAX_MOVES} more"
