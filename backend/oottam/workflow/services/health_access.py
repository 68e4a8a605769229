"""Words about somebody's health: whoever reads them is noted."""

from datetime import datetime

from django.contrib.auth.models import User
from django.db import transaction

from oottam.accounts.roles import Permission, permissions_of
from oottam.audit.record import record
from oottam.core.errors import DomainError
from oottam.enquiries.models import NutritionEnquiry
from oottam.workflow.services.editing import UnknownRequestError


def read_health_enquiry(*, reference: str, actor: User, now: datetime) -> NutritionEnquiry:
    """What was told of health with this request; each opening goes into the record, before it is shown.

    Raises UnknownRequestError where nothing was told, and DomainError without the right to it.
    """
    if Permission.SEE_HEALTH not in permissions_of(actor):
        raise DomainError("Ask the owner about it.")
    with transaction.atomic():
        enquiry = NutritionEnquiry.objects.filter(request__reference=reference).first()
        if enquiry is None:
            raise UnknownRequestError(reference)
        record(action="health.open", actor=actor, at=now, reference=reference)
    return enquiry


def record_health_access(*, reference: str, actor: User, now: datetime) -> None:
    """Somebody is shown what this request tells of health."""
    with transaction.atomic():
        record(action="health.open", actor=actor, at=now, reference=reference)
