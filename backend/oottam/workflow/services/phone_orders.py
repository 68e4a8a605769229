"""What somebody told the desk on the phone, stored as a customer's own form is."""

import json
from datetime import datetime

from django.contrib.auth.models import User
from django.db import transaction

from oottam.api import endpoints, pipeline
from oottam.audit.models import AuditEntry
from oottam.audit.record import record
from oottam.requests.models import Kind

ENTERED = "request.enter"


def submit_phone_order(*, kind: Kind, body: bytes, key: str, actor: User, now: datetime) -> str:
    """The reference of the request that this body of the kind's call has become.

    The same body with the same key is stored once, and recorded once. The request itself says who
    entered it; the record follows in a transaction of its own, because the API's writer has the
    first one. Raises the API's RequestRejectedError for what a customer would be refused, but for a missing e-mail address,
    and DatabaseError.
    """
    call = endpoints.of_kind(kind)
    reply = pipeline.submit(call, body, at=now, by=actor.pk, key=key, needs_email=False)
    reference: str = json.loads(reply.body)["reference"]
    record_phone_order(reference, actor, now)
    return reference


def record_phone_order(reference: str, actor: User, now: datetime, **data: str) -> None:
    """That somebody entered it for the customer, once."""
    with transaction.atomic():
        if not AuditEntry.objects.filter(reference=reference, action=ENTERED).exists():
            record(action=ENTERED, actor=actor, at=now, reference=reference, data=data)
