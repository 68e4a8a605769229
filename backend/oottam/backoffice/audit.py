"""The audit log, for owners."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from functools import partial
from typing import Any
from urllib.parse import urlencode

from django.contrib.auth.models import User
from django.db.models import OuterRef, Q, Subquery
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone

from oottam.accounts.roles import Permission
from oottam.audit.actions import ACTIONS
from oottam.audit.models import AuditEntry
from oottam.backoffice.request.history import describe_moves
from oottam.backoffice.request.text import LABELS, WAYS, format_value, label
from oottam.backoffice.shared.decorators import StaffRequest, staff_page
from oottam.backoffice.shared.queries import first_page, parse_pk
from oottam.backoffice.templatetags.staff import indian_time, rupees
from oottam.core.days import end_of_day, parse_day, start_of_day
from oottam.core.direction import isolate
from oottam.delivery.models import Reason
from oottam.kitchen.services.dietary_acceptance import ACCEPT
from oottam.outbox.models import Recipient
from oottam.requests.models import Request
from oottam.schedule.domain.plan_schedule import format_day
from oottam.schedule.models import Meal
from oottam.workflow.models import PaymentMethod, Template

PER_PAGE = 50
NOBODY = "command"  # entries of the operator's commands
MAX_REFERENCE_LENGTH = 16
_AMOUNTS = ("paise", "give_back", "retained")
# For the code alone: primary keys, and values that an undo restores.
_NOT_SHOWN = frozenset(
    [
        "account",
        "agreed_first_paise",
        "payment",
        "refund",
        "message",
        "note",
        "slots",
        "doubles",
        "closed_at",
        "retained_before",
    ]
)
_HEALTH_FIELDS = frozenset(
    {"allergens", "clashes", "diet", "kitchen_note", "left_out", "not_known"}
)
_LABELS = {
    "clashes": "Clashing dishes",
    "double": "Duplicate",
    "from": "From",
    "left_out": "No replacement",
    "moved": "Boxes",
    "not_known": "Dishes not known",
    "scope": "Applies",
    "seq": "Box",
    "servings": "Boxes",
    "to_replace": "Dishes to replace",
    "starts_at": "Time",
    "stay": "Boxes not moved back",
    "was": "Before",
    "withdrawn": "Mails withdrawn",
    "now": "Now",
}


@dataclass(frozen=True, slots=True)
class AuditFilter:
    """ "" and None do not filter. `before` is the last entry of the previous page."""

    actor: str = ""
    reference: str = ""
    action: str = ""
    first: date | None = None  # days in India, both included
    last: date | None = None
    before: int | None = None


def page_of(
    audit_filter: AuditFilter, names: Mapping[int, str]
) -> tuple[list[tuple[AuditEntry, str, list[str]]], int | None]:
    """Return one page, and the entry after which the next begins, None at the end; `names` of all accounts.

    Of each entry the account concerned, if any, and its changes.
    """
    customer = Request.objects.filter(reference=OuterRef("reference")).values("customer_name")
    # A filter by days reads in the order of their index.
    is_dated = audit_filter.first or audit_filter.last
    queryset = AuditEntry.objects.select_related("actor").order_by(
        *(["-at"] if is_dated else []), "-pk"
    )
    if audit_filter.actor:
        queryset = queryset.filter(
            actor=None if audit_filter.actor == NOBODY else int(audit_filter.actor)
        )
    if audit_filter.reference:
        queryset = queryset.filter(reference=audit_filter.reference)
    if audit_filter.action:
        queryset = queryset.filter(action=audit_filter.action)
    zone = timezone.get_default_timezone()
    if audit_filter.first:
        queryset = queryset.filter(at__gte=start_of_day(audit_filter.first, zone))
    if audit_filter.last:
        queryset = queryset.filter(at__lte=end_of_day(audit_filter.last, zone))
    if audit_filter.before is not None and is_dated:
        at = Subquery(AuditEntry.objects.filter(pk=audit_filter.before).values("at")[:1])
        queryset = queryset.filter(Q(at__lt=at) | Q(at=at, pk__lt=audit_filter.before), at__lte=at)
    elif audit_filter.before is not None:
        queryset = queryset.filter(pk__lt=audit_filter.before)
    entries, last = first_page(queryset.annotate(customer=Subquery(customer[:1])), PER_PAGE)
    rows = [(entry, names.get(_account(entry), ""), _changes(entry, names)) for entry in entries]
    return rows, last and last.pk


def _account(entry: AuditEntry) -> int:
    account = entry.data.get("account") if entry.action.startswith("staff.") else None
    return account if isinstance(account, int) else 0


def _changes(entry: AuditEntry, names: Mapping[int, str]) -> list[str]:
    """Describe old and new values; of details that may be about health only the labels."""
    if entry.action.startswith(("kitchen.", "dish.")):
        return list(_kitchen_changes(entry))
    if entry.action.startswith(("staff.", "list.")):
        changed = {name: value for name, value in entry.data.items() if name != "account"}
        return [f"{_label(name)}: {_format(value)}" for name, value in changed.items()]
    amounts = [_amount(entry.data[name]) for name in _AMOUNTS if name in entry.data]
    # PostgreSQL does not preserve the order of keys.
    other_values = sorted(
        (name, value)
        for name, value in entry.data.items()
        if name not in _NOT_SHOWN.union(_AMOUNTS) and value not in ("", None)
    )
    day = [format_day(entry.day)] if entry.day else []
    return [
        *day,
        *amounts,
        *(text for each in _labelled(other_values, entry, names) for text in each),
    ]


def _labelled(
    values: Iterable[tuple[str, Any]], entry: AuditEntry, names: Mapping[int, str]
) -> Iterator[Iterable[str]]:
    for name, value in values:
        if name in _HEALTH_FIELDS or entry.action == ACCEPT:
            yield [_label(name)]
        elif name == "moved" and isinstance(value, list):
            yield describe_moves(value, is_off=entry.action == "schedule.cancel")
        elif isinstance(value, dict) and value.keys() == {"was", "now"}:
            was, now = (_format_value(name, value[each], names) for each in ("was", "now"))
            yield [f"{_label(name)}: {was} → {now}"]
        else:
            yield [f"{_label(name)}: {_format_value(name, value, names)}"]


def _format_value(name: str, value: Any, names: Mapping[int, str]) -> str:
    if name == "rider":
        return isolate(names.get(value, "someone who has left")) if value else "nobody"
    if value is not None and name in _FORMATS:
        return _FORMATS[name](value)
    if isinstance(value, list | dict):
        return _format(value)
    return format_value(name, value, names)


_FORMATS: dict[str, Callable[[Any], str]] = {
    "answered": lambda names: ", ".join(_label(name) for name in names),
    "channel": lambda value: WAYS.get(value, isolate(value)),
    "meal": lambda meal: str(Meal(meal).label) if meal in Meal.values else "All meals",
    "method": partial(label, PaymentMethod),
    "reason": partial(label, Reason),
    "recipient": partial(label, Recipient),
    "starts_at": lambda at: indian_time(datetime.fromisoformat(at)),
    "template": partial(label, Template),
}


def _label(name: str) -> str:
    return _LABELS.get(name) or LABELS.get(name) or name.replace("_", " ").capitalize()


def _amount(paise: Any) -> str:
    if isinstance(paise, dict):
        return f"{_amount(paise.get('was'))} → {_amount(paise.get('now'))}"
    return rupees(paise) if isinstance(paise, int) else "no amount"


def _kitchen_changes(entry: AuditEntry) -> Iterator[str]:
    """Describe dish, meal and change; kitchen entries are never about a person."""
    if entry.day is not None:
        meal = entry.data.get("meal")
        named = str(Meal(meal).label) if meal in Meal.values else "All meals"
        yield f"{named}, {format_day(entry.day)}"
    for name, value in entry.data.items():
        if name == "dish":
            yield isolate(str(value))
        elif name != "meal":
            yield f"{_label(name)}: {_format(value)}"


def _format(value: Any) -> str:
    if isinstance(value, dict):
        return f"{_format(value.get('was'))} → {_format(value.get('now'))}"
    if isinstance(value, list):
        return ", ".join(isolate(str(each)) for each in value)
    return isolate(str(value))


@staff_page(Permission.SEE_AUDIT)
def list_view(request: StaffRequest) -> HttpResponse:
    """List the entries that the address filters, newest first."""
    audit_filter = _parse_filters(request)
    accounts = list(User.objects.order_by("username"))
    names = {account.pk: account.get_username() for account in accounts}
    rows, behind = page_of(audit_filter, names)
    query = {
        "who": audit_filter.actor,
        "reference": audit_filter.reference,
        "action": audit_filter.action,
        "from": audit_filter.first,
        "to": audit_filter.last,
    }
    next_page = {name: value for name, value in query.items() if value} | {"before": behind}
    context = {
        "title": "Audit log",
        "filters": audit_filter,
        "rows": rows,
        "next": f"?{urlencode(next_page)}" if behind else "",
        "accounts": accounts,
        "nobody": NOBODY,
        "actions": ACTIONS.items(),
    }
    return render(request, "backoffice/audit/audit.html", context)


def _parse_filters(request: StaffRequest) -> AuditFilter:
    """Parse the query string; invalid values are ignored."""
    query = request.GET
    actor, action = query.get("who", ""), query.get("action", "")
    is_valid = actor == NOBODY or parse_pk(actor) is not None
    reference = query.get("reference", "").replace("\0", "").strip().upper()
    return AuditFilter(
        actor=actor if is_valid else "",
        reference=reference[:MAX_REFERENCE_LENGTH],
        action=action if action in ACTIONS else "",
        first=parse_day(query.get("from", "")),
        last=parse_day(query.get("to", "")),
        before=parse_pk(query.get("before", "")),
    )
