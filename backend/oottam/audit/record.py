"""Writes the record, in the transaction of the change that it tells of."""

from collections.abc import Sequence
from datetime import date, datetime
from typing import Any

from django.contrib.auth.models import User
from django.db import connection

from oottam.audit.models import AuditEntry

MAX_REASON_LENGTH = 500  # characters
_APART = "A change and its audit entry are written together."


def record(
    *,
    action: str,
    actor: User | None,
    at: datetime,
    reference: str = "",
    day: date | None = None,
    data: dict[str, Any] | None = None,
    reason: str = "",
) -> AuditEntry:
    """Note that `actor` did `action`; raises RuntimeError outside a transaction.

    `data` holds what was and what is now, as JSON. An action is spelt "request.confirm": what it
    concerns, a dot, what was done.
    """
    if not connection.in_atomic_block:
        raise RuntimeError(_APART)
    return AuditEntry.objects.create(
        at=at,
        actor=actor,
        action=action,
        reference=reference,
        day=day,
        data=data or {},
        reason=reason[:MAX_REASON_LENGTH],
    )


def record_each(
    *,
    action: str,
    actor: User | None,
    at: datetime,
    references: Sequence[str],
    data: dict[str, Any] | None = None,
) -> None:
    """Note the same of each of these requests, by one statement; raises RuntimeError outside a transaction."""
    if not connection.in_atomic_block:
        raise RuntimeError(_APART)
    AuditEntry.objects.bulk_create(
        AuditEntry(at=at, actor=actor, action=action, reference=reference, data=data or {})
        for reference in references
    )


def about(reference: str) -> list[AuditEntry]:
    """What was done about a request, newest first, by one query."""
    return list(
        AuditEntry.objects.filter(reference=reference).select_related("actor").order_by("-pk")
    )
