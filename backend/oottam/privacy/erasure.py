"""Erases personal data of requests; amounts, dates and dishes stay for accounting."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from uuid import UUID

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q

from oottam.audit.log import record
from oottam.background import files
from oottam.core.errors import DomainError, NotFoundError, StaleError
from oottam.core.personal import Personal, Table, tables
from oottam.outbox.models import OutboxEntry, State
from oottam.privacy import erasure_log, traces
from oottam.requests.models import OPEN, Request, Status
from oottam.workflow.services import transitions

NOT_SENT = "Not sent: the data it was about has been erased."
RESTORED = "It was erased before; a restored backup had brought it back."
_BATCH_SIZE = 500


def erase(
    *,
    references: Sequence[str],
    actor: User | None,
    now: datetime,
    reason: str,
    cancel: bool = False,
    versions: Mapping[str, int] | None = None,
) -> None:
    """Empty every personal column of these requests, each in its own transaction. Idempotent.

    Raises DomainError before any change if a request is open (new, confirmed, active) and `cancel`
    is false; NotFoundError; StaleError if a request's version differs from `versions`.
    """
    if not reason.strip():
        raise DomainError("Please give a reason for erasing.", "reason")
    if not cancel:
        _require_closed(references)
    for reference in references:
        erase_one(reference, actor, now, reason.strip(), cancel=cancel, versions=versions or {})
    traces.truncate_journal()


def reapply_erasures(now: datetime) -> int:
    """Erase again the requests of the erasure log that a restore brought back; return their number."""
    logged = sorted(set(erasure_log.read()))
    restored = [
        reference
        for start in range(0, len(logged), _BATCH_SIZE)
        for reference in _not_erased(logged[start : start + _BATCH_SIZE])
    ]
    for reference in restored:
        erase_one(reference, None, now, RESTORED, cancel=True, versions={})
    if restored:
        traces.truncate_journal()
    return len(restored)


def erase_health(*, reference: str, now: datetime) -> None:
    """Empty only the health columns of one request; raises NotFoundError."""
    with transaction.atomic():
        request = _lock_request(reference)
        cleared = sum(_clear(table, request, health_only=True) for table in tables())
        request.health_erased_at = now
        request.save(update_fields=["health_erased_at"])
        if cleared:
            record(action="person.forget-health", actor=None, at=now, reference=reference)
        transaction.on_commit(files.delete_all)


def erase_one(
    reference: str,
    actor: User | None,
    now: datetime,
    reason: str,
    *,
    cancel: bool,
    versions: Mapping[str, int],
) -> None:
    """Erase one request, as `erase`, without truncating the journal."""
    with transaction.atomic():
        request = _lock_request(reference)
        if versions.get(reference, request.version) != request.version:
            raise StaleError(reference)
        if request.status in OPEN:
            if not cancel:
                raise DomainError(_describe_open([request]), "cancel")
            request = transitions.cancel(
                reference=reference, version=request.version, actor=actor, now=now, reason=reason
            )
        for table in tables():
            _clear(table, request, health_only=False)
        waiting = OutboxEntry.objects.filter(reference=reference, state=State.WAITING)
        waiting.update(state=State.FAILED, last_error=NOT_SENT)
        Request.objects.filter(pk=request.pk).update(
            version=request.version + 1,
            erased_at=request.erased_at or now,
            health_erased_at=now,
            follow_up_on=None,
        )
        record(action="person.erase", actor=actor, at=now, reference=reference, reason=reason)
        erasure_log.append(request.pk, now)
        traces.delete_mails(reference)
        transaction.on_commit(files.delete_all)


def _clear(table: Table, request: Request, *, health_only: bool) -> int:
    """Empty or delete a request's rows of one table; return their number."""
    if not table.belongs or not table.personal:
        return 0
    rows = table.rows([request.pk], [request.reference])
    if health_only:
        return sum(
            rows.filter(*_health_condition(column)).update(**{name: column.erased_value})
            for name, column in table.personal.items()
            if column.health
        )
    if table.is_deleted:
        return rows.delete()[0]
    return rows.update(**{name: column.erased_value for name, column in table.personal.items()})


def _health_condition(column: Personal) -> tuple[Q, ...]:
    return (column.health,) if isinstance(column.health, Q) else ()


def _require_closed(references: Sequence[str]) -> None:
    open_requests = Request.objects.filter(reference__in=references, status__in=OPEN)
    if open_requests:
        raise DomainError(_describe_open(list(open_requests.order_by("received_at"))), "cancel")


def _describe_open(requests: list[Request]) -> str:
    names = ", ".join(
        f"{request.reference} ({Status(request.status).label.lower()})" for request in requests
    )
    return f"Still open: {names}. Close them first, or cancel them as part of erasing."


def _lock_request(reference: str) -> Request:
    request = Request.objects.select_for_update().filter(reference=reference).first()
    if request is None:
        raise NotFoundError(reference)
    return request


def _not_erased(ids: list[UUID]) -> list[str]:
    requests = Request.objects.filter(pk__in=ids, erased_at=None)
    return list(requests.order_by("received_at").values_list("reference", flat=True))
