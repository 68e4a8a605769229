"""Erases what is held of a person; what the books need stays: amounts, dates, dishes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q

from oottam.audit.log import record
from oottam.background import files
from oottam.core.errors import DomainError, StaleError
from oottam.core.personal import Personal, Table, tables
from oottam.outbox.models import OutboxEntry, State
from oottam.privacy import erasure_log, traces
from oottam.requests.models import Request, Status
from oottam.workflow.services import transitions
from oottam.workflow.services.editing import UnknownRequestError

NOT_SENT = "Not sent: the data it was about has been erased."
RESTORED = "It was erased before; a restored backup had brought it back."
_BATCH_SIZE = 500


@dataclass(frozen=True, slots=True)
class ErasedRequest:
    """A request that holds nothing of its person any more."""

    reference: str
    cancelled: bool


def erase(
    *,
    references: Sequence[str],
    actor: User | None,
    now: datetime,
    reason: str,
    cancel: bool = False,
    versions: Mapping[str, int] | None = None,
) -> list[ErasedRequest]:
    """Empty every personal column of these requests, each in a transaction of its own.

    Raises DomainError before anything is done while one of them is open (new, confirmed, active),
    unless `cancel` has it cancelled with it; UnknownRequestError; StaleError for one that is no longer
    at the version in `versions`. Doing it twice does no harm.
    """
    if not reason.strip():
        raise DomainError("Please give a reason for erasing.", "reason")
    if not cancel:
        _require_closed(references)
    erased = [
        erase_one(reference, actor, now, reason.strip(), cancel=cancel, versions=versions or {})
        for reference in references
    ]
    traces.truncate_journal()
    return erased


def reapply_erasures(now: datetime) -> int:
    """Erase what a restored backup has brought back, by the ledger; how many requests."""
    noted = sorted(set(erasure_log.read()))
    back = [
        reference
        for start in range(0, len(noted), _BATCH_SIZE)
        for reference in _not_erased(noted[start : start + _BATCH_SIZE])
    ]
    for reference in back:
        erase_one(reference, None, now, RESTORED, cancel=True, versions={})
    if back:
        traces.truncate_journal()
    return len(back)


def erase_health(*, reference: str, now: datetime) -> None:
    """Empty what is said of health in one request, and nothing else; raises UnknownRequestError."""
    with transaction.atomic():
        request = _locked(reference)
        emptied = sum(_empty(table, request, health_only=True) for table in tables())
        request.health_erased_at = now
        request.save(update_fields=["health_erased_at"])
        if emptied:
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
) -> ErasedRequest:
    """The same for one request, by which the journal is not emptied yet."""
    with transaction.atomic():
        request = _locked(reference)
        if versions.get(reference, request.version) != request.version:
            raise StaleError(reference)
        was_open = request.status in transitions.OPEN
        if was_open and not cancel:
            raise DomainError(_still_open([request]), "cancel")
        if was_open:
            request = transitions.cancel(
                reference=reference, version=request.version, actor=actor, now=now, reason=reason
            )
        for table in tables():
            _empty(table, request, health_only=False)
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
    return ErasedRequest(reference, was_open)


def _empty(table: Table, request: Request, *, health_only: bool) -> int:
    """Empty a request's rows of one table; how many rows there were."""
    if not table.belongs or not table.personal:
        return 0
    rows = table.rows([request.pk], [request.reference])
    if health_only:
        return sum(
            rows.filter(*_health_condition(column)).update(**{name: column.emptied})
            for name, column in table.personal.items()
            if column.health
        )
    if table.removed:
        return rows.delete()[0]
    return rows.update(**{name: column.emptied for name, column in table.personal.items()})


def _health_condition(column: Personal) -> tuple[Q, ...]:
    return (column.health,) if isinstance(column.health, Q) else ()


def _require_closed(references: Sequence[str]) -> None:
    still = Request.objects.filter(reference__in=references, status__in=transitions.OPEN)
    if still:
        raise DomainError(_still_open(list(still.order_by("received_at"))), "cancel")


def _still_open(requests: list[Request]) -> str:
    named = ", ".join(
        f"{each.reference} ({Status(each.status).label.lower()})" for each in requests
    )
    return f"Still open: {named}. Close them first, or cancel them as part of erasing."


def _locked(reference: str) -> Request:
    request = Request.objects.select_for_update().filter(reference=reference).first()
    if request is None:
        raise UnknownRequestError(reference)
    return request


def _not_erased(ids: list[UUID]) -> list[str]:
    left = Request.objects.filter(pk__in=ids, erased_at=None)
    return list(left.order_by("received_at").values_list("reference", flat=True))
