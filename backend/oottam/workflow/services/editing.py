"""The only way to change a request: locked, against the version that was seen, and audited."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, TypedDict

from django.contrib.auth.models import User
from django.db import transaction

from oottam.audit.actions import RequestAction
from oottam.audit.log import record
from oottam.audit.models import AuditEntry
from oottam.core.errors import DomainError, NotFoundError, StaleError
from oottam.requests.models import Request
from oottam.workflow.signals import request_changed

ERASED = "The customer's data has been erased: nothing can be changed any more."
# Bookkeeping and assignment stay possible after erasure.
_ALLOWED_AFTER_ERASURE = frozenset(
    {
        *(RequestAction.ASSIGN, RequestAction.BEGIN, RequestAction.CANCEL, RequestAction.COMPLETE),
        *(RequestAction.RECORD_PAYMENT, RequestAction.UNDO_PAYMENT),
        *(RequestAction.RECORD_REFUND, RequestAction.UNDO_REFUND),
        RequestAction.ISSUE_PAPER,
    }
)


class ExcessError(DomainError):
    """An amount is `beyond` paise more than expected, and was not confirmed."""

    def __init__(self, sentence: str, beyond: int) -> None:
        super().__init__(f"{sentence} If it was received, tick that and save again.", "beyond")
        self.beyond = beyond


@dataclass(frozen=True, slots=True)
class AcceptedWarnings:
    """Ticks over dishes that clash, are unknown or sold out, or leave a customer out; `seen` is the digest that was shown.

    `replace_later`: clashing dishes are to be replaced on the plan, not accepted. `kitchen_note` is appended to the
    customer's.
    """

    seen: str = ""
    clash: bool = False
    reason: str = ""
    not_known: bool = False
    left_out: bool = False
    replace_later: bool = False
    kitchen_note: str = ""
    sold_out: bool = False


NO_ACCEPTED_WARNINGS = AcceptedWarnings()


@dataclass
class RequestEdit:
    """An edit in progress: `set` changes columns, and `data` goes into the audit log."""

    request: Request
    actor: User | None  # None for commands and nightly jobs
    now: datetime
    data: dict[str, Any] = field(default_factory=dict)
    reason: str = ""
    accepted: AcceptedWarnings = NO_ACCEPTED_WARNINGS
    undone_step: AuditEntry | None = None  # the transition that this edit undoes

    def set(self, **values: Any) -> None:
        """Set columns of the request and log old and new values."""
        for name, value in values.items():
            was = getattr(self.request, name)
            if was != value:
                setattr(self.request, name, value)
                self.data[name] = {"was": to_json_value(was), "now": to_json_value(value)}


class EditContext(TypedDict):
    """Which request is edited, at the version that was seen, by whom and when; `edit_request` takes it."""

    reference: str
    version: int
    actor: User
    now: datetime


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
    """Lock a request at `version` for one edit; save, signal and audit it at the end of the transaction.

    Raises NotFoundError, StaleError, and DomainError where the customer was erased and the action is not
    allowed then.
    """
    with transaction.atomic():
        request = Request.objects.select_for_update().filter(reference=reference).first()
        if request is None:
            raise NotFoundError(reference)
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
    """Raise DomainError where the request's customer was erased."""
    if request.erased_at is not None:
        raise DomainError(ERASED, field)


def to_json_value(value: Any) -> Any:
    """Convert a value for the audit log: accounts by id, requests by reference."""
    if isinstance(value, User):
        return value.pk
    if isinstance(value, Request):
        return value.reference
    return value.isoformat() if hasattr(value, "isoformat") else value


def differences(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any]:
    """Return {"was", "now"} of the values that differ, for the audit log."""
    return {
        name: {"was": to_json_value(before[name]), "now": to_json_value(value)}
        for name, value in after.items()
        if before[name] != value
    }
