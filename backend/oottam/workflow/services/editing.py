"""The one way in which staff change a request: locked, against the version that they saw, and recorded."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from oottam.audit.models import AuditEntry
from oottam.audit.record import record
from oottam.core.errors import DomainError, StaleError
from oottam.requests.models import Request
from oottam.workflow.signals import request_changed

ERASED = "The customer's data has been erased: nothing can be changed any more."
# What goes on without words: the books, and who looks after it.
_ALLOWED_AFTER_ERASURE = frozenset(
    {
        *("request.assign", "request.begin", "request.cancel", "request.complete"),
        *("payment.note", "payment.undo", "refund.note", "refund.undo"),
    }
)


class UnknownRequestError(Exception):
    """There is no request of this reference."""


class BeyondError(DomainError):
    """An amount is `beyond` paise more than can be expected, and nobody has said yet that it came."""

    def __init__(self, sentence: str, beyond: int) -> None:
        super().__init__(f"{sentence} If it was received, tick that and save again.", "beyond")
        self.beyond = beyond


@dataclass(frozen=True, slots=True)
class Accepted:
    """What was ticked over dishes that clash, are not known, or leave somebody out: as it was `seen`, with the reason.

    `replace_later`: dishes that clash are not accepted, they are replaced on the plan. `kitchen_note` is added to the customer's.
    """

    seen: str = ""
    clash: bool = False
    reason: str = ""
    not_known: bool = False
    left_out: bool = False
    replace_later: bool = False
    kitchen_note: str = ""


NOTHING_ACCEPTED = Accepted()


@dataclass
class RequestEdit:
    """A change in the making: what is set here is saved with it, and `data` goes into the record."""

    request: Request
    actor: User | None  # None where a command or the housekeeping does it
    now: datetime
    data: dict[str, Any] = field(default_factory=dict)
    reason: str = ""
    accepted: Accepted = NOTHING_ACCEPTED
    undone_step: AuditEntry | None = None  # the step that this one takes back

    def set(self, **values: Any) -> None:
        """Columns of the request; what was and what is now is recorded."""
        for name, value in values.items():
            was = getattr(self.request, name)
            if was != value:
                setattr(self.request, name, value)
                self.data[name] = {"was": to_json_value(was), "now": to_json_value(value)}


@contextmanager
def edit_request(
    *,
    reference: str,
    version: int,
    action: str,
    actor: User | None,
    now: datetime,
    reason: str = "",
) -> Iterator[RequestEdit]:
    """A transaction around a change of one request, which begins only if it is still at `version`.

    Raises UnknownRequestError, StaleError, and DomainError for words about somebody who was erased.
    """
    with transaction.atomic():
        request = Request.objects.select_for_update().filter(reference=reference).first()
        if request is None:
            raise UnknownRequestError(reference)
        if request.version != version:
            raise StaleError(reference)
        if action not in _ALLOWED_AFTER_ERASURE:
            require_not_erased(request)
        edit = RequestEdit(request, actor, now, reason=reason)
        yield edit
        request_changed.send(RequestEdit, action=action, edit=edit)
        request.version += 1
        request.save()
        record(
            action=action,
            actor=actor,
            at=now,
            reference=reference,
            data=edit.data,
            reason=reason,
        )


def require_not_erased(request: Request, field: str = "") -> None:
    """Raises DomainError where the request's person was erased: it takes no new words."""
    if request.erased_at is not None:
        raise DomainError(ERASED, field)


def to_json_value(value: Any) -> Any:
    """A value as the record holds it: JSON, people by their number."""
    if isinstance(value, User):
        return value.pk
    if isinstance(value, Request):
        return value.reference
    return value.isoformat() if hasattr(value, "isoformat") else value


def differences(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any]:
    """For the record: what was and what is now, of the fields that differ."""
    return {
        name: {"was": to_json_value(before[name]), "now": to_json_value(value)}
        for name, value in after.items()
        if before[name] != value
    }
