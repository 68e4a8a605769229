"""Writes audit entries in the transaction of the change that they describe."""

from collections.abc import Sequence
from datetime import date, datetime
from typing import Any

from django.contrib.auth.models import User
from django.db import connection

from oottam.audit.models import AuditEntry

MAX_REASON_LENGTH = 500  # characters
_NO_TRANSACTION = "A change and its audit entry are written together."


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
    """Write one entry; raises RuntimeError outside a transaction.

    `action` is "<subject>.<verb>", such as "request.confirm". `data` is JSON with the old and new values.
    `actor` is None for a management command or a job.
    """
    if not connection.in_atomic_block:
        raise RuntimeError(_NO_TRANSACTION)
    return AuditEntry.objects.create(
        at=at,
        actor=actor,
        action=action,
        reference=reference,
        day=day,
        data=data or {},
        reason=reason[:MAX_REASON_LENGTH],
    )


def record_many(
    *,
    action: str,
    actor: User | None,
    at: datetime,
    references: Sequence[str],
    data: dict[str, Any] | None = None,
) -> None:
    """Write the same entry for several requests in one statement; raises RuntimeError outside a transaction."""
    if not connection.in_atomic_block:
        raise RuntimeError(_NO_TRANSACTION)
    AuditEntry.objects.bulk_create(
        AuditEntry(at=at, actor=actor, action=action, reference=reference, data=data or {})
        for reference in references
    )


def entries_for(reference: str) -> list[AuditEntry]:
    """List a request's entries, newest first, in one query."""
    return list(
        AuditEntry.objects.filter(reference=reference).select_related("actor").order_by("-pk")
    )
