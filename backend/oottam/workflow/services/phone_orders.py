"""Orders by phone, stored like a customer's own form."""

from datetime import datetime

from django.contrib.auth.models import User
from django.db import transaction

from oottam.api import endpoints, pipeline
from oottam.audit.actions import RequestAction
from oottam.audit.log import record
from oottam.audit.models import AuditEntry
from oottam.requests.models import Kind

ENTERED = RequestAction.ENTER


def submit_phone_order(*, kind: Kind, body: bytes, key: str, actor: User, now: datetime) -> str:
    """Submit this body to the kind's endpoint and return the request's reference.

    The same body with the same key is stored and audited once. The audit entry is written in a second transaction,
    after that of the API's writer. Raises the API's RequestRejectedError (but not for a missing e-mail address) and
    DatabaseError.
    """
    call = endpoints.of_kind(kind)
    reference = pipeline.submit(call, body, at=now, by=actor.pk, key=key, needs_email=False)
    record_phone_order(reference, actor, now)
    return reference


def record_phone_order(reference: str, actor: User, now: datetime, **data: str) -> None:
    """Record once that a member of staff entered the request."""
    with transaction.atomic():
        if not AuditEntry.objects.filter(reference=reference, action=ENTERED).exists():
            record(action=ENTERED, actor=actor, at=now, reference=reference, data=data)
