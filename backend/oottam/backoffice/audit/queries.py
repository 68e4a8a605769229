"""Finds entries of the record, newest first, a page at a time."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from functools import partial
from typing import Any

from django.contrib.auth.models import User
from django.db.models import OuterRef, Q, Subquery
from django.utils import timezone

from oottam.audit.models import AuditEntry
from oottam.backoffice.request.history import describe_moves
from oottam.backoffice.request.text import LABELS, WAYS, format_value, label
from oottam.backoffice.templatetags.staff import indian_time, rupees
from oottam.core.days import begin_of, end_of
from oottam.core.direction import isolate
from oottam.delivery.models import Reason
from oottam.kitchen.services.dietary_acceptance import ACCEPT
from oottam.outbox.models import Recipient
from oottam.plans.domain.plan_schedule import format_day
from oottam.plans.models import Meal
from oottam.requests.models import Request
from oottam.workflow.models import PaymentMethod, Template

PER_PAGE = 50
NOBODY = "command"  # what the operator's commands did
MAX_REFERENCE_LENGTH = 16
_AMOUNTS = ("paise", "give_back", "retained")
# Numbers of rows, which are of no use to a reader.
_UNSAID = frozenset(
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
_OF_HEALTH = frozenset({"allergens", "clashes", "diet", "kitchen_note", "left_out", "not_known"})
_LABELS = {
    "clashes": "Clashing dishes",
    "double": "Duplicate",
    "from": "From",
    "left_out": "No replacement",
    "moved": "Boxes",
    "not_known": "Dishes not known",
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
    """What an address asks for; "" and None ask for nothing. `before` is the last entry of the page before."""

    who: str = ""
    reference: str = ""
    action: str = ""
    first: date | None = None  # days in India, both included
    last: date | None = None
    before: int | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """An entry as the page shows it; `about` is the account that was changed or the customer, where there is one."""

    entry: AuditEntry
    about: str
    customer: str
    changes: list[str]


def page_of(asked: AuditFilter, names: Mapping[int, str]) -> tuple[list[Row], int | None]:
    """The rows of one page, and the entry behind which the next begins; None at the end. `names` of all accounts."""
    customer = Request.objects.filter(reference=OuterRef("reference")).values("customer_name")
    # By days, their index is the order, too.
    is_dated = asked.first or asked.last
    found = AuditEntry.objects.select_related("actor").order_by(
        *(["-at"] if is_dated else []), "-pk"
    )
    if asked.who:
        found = found.filter(actor=None if asked.who == NOBODY else int(asked.who))
    if asked.reference:
        found = found.filter(reference=asked.reference)
    if asked.action:
        found = found.filter(action=asked.action)
    zone = timezone.get_default_timezone()
    if asked.first:
        found = found.filter(at__gte=begin_of(asked.first, zone))
    if asked.last:
        found = found.filter(at__lte=end_of(asked.last, zone))
    if asked.before is not None and is_dated:
        at = Subquery(AuditEntry.objects.filter(pk=asked.before).values("at")[:1])
        found = found.filter(Q(at__lt=at) | Q(at=at, pk__lt=asked.before), at__lte=at)
    elif asked.before is not None:
        found = found.filter(pk__lt=asked.before)
    entries = list(found.annotate(customer=Subquery(customer[:1]))[: PER_PAGE + 1])
    shown = entries[:PER_PAGE]
    rows = [
        Row(entry, names.get(_account(entry), ""), entry.customer or "", _changes(entry, names))
        for entry in shown
    ]
    return rows, shown[-1].pk if len(entries) > PER_PAGE else None


def people() -> list[User]:
    """Everybody who may stand in the record, by name."""
    return list(User.objects.order_by("username"))


def _account(entry: AuditEntry) -> int:
    found = entry.data.get("account") if entry.action.startswith("staff.") else None
    return found if isinstance(found, int) else 0


def _changes(entry: AuditEntry, names: Mapping[int, str]) -> list[str]:
    """What is now in place of what was; of words that may be about health only their labels."""
    if entry.action.startswith(("kitchen.", "dish.")):
        return list(_of_kitchen(entry))
    if entry.action.startswith(("staff.", "list.")):
        changed = {name: value for name, value in entry.data.items() if name != "account"}
        return [f"{_label(name)}: {_words(value)}" for name, value in changed.items()]
    amounts = [_amount(entry.data[name]) for name in _AMOUNTS if name in entry.data]
    # PostgreSQL keeps no order of them.
    others = sorted(
        (name, value)
        for name, value in entry.data.items()
        if name not in _UNSAID.union(_AMOUNTS) and value not in ("", None)
    )
    day = [format_day(entry.day)] if entry.day else []
    return [*day, *amounts, *(words for each in _labelled(others, entry, names) for words in each)]


def _labelled(
    values: Iterable[tuple[str, Any]], entry: AuditEntry, names: Mapping[int, str]
) -> Iterator[Iterable[str]]:
    for name, value in values:
        if name in _OF_HEALTH or entry.action == ACCEPT:
            yield [_label(name)]
        elif name == "moved" and isinstance(value, list):
            yield describe_moves(value, is_off=entry.action == "schedule.cancel")
        elif isinstance(value, dict) and value.keys() == {"was", "now"}:
            was, now = (_value(name, value[each], names) for each in ("was", "now"))
            yield [f"{_label(name)}: {was} → {now}"]
        else:
            yield [f"{_label(name)}: {_value(name, value, names)}"]


def _value(name: str, value: Any, names: Mapping[int, str]) -> str:
    if name == "rider":
        return isolate(names.get(value, "someone who has left")) if value else "nobody"
    if value is not None and name in _SAID:
        return _SAID[name](value)
    if isinstance(value, list | dict):
        return _words(value)
    return format_value(name, value, names)


_SAID: dict[str, Callable[[Any], str]] = {
    "answered": lambda names: ", ".join(_label(each) for each in names),
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


def _of_kitchen(entry: AuditEntry) -> Iterator[str]:
    """Which dish, of which meal, and what is different; nothing of it is about a person."""
    if entry.day is not None:
        meal = entry.data.get("meal")
        named = str(Meal(meal).label) if meal in Meal.values else "All meals"
        yield f"{named}, {format_day(entry.day)}"
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
