"""Access to health data, each recorded in the audit log."""

from datetime import datetime

from django.contrib.auth.models import User
from django.db import transaction

from oottam.accounts.roles import Permission, permissions_of
from oottam.audit.log import record
from oottam.core.errors import DomainError, NotFoundError
from oottam.enquiries.models import NutritionEnquiry


def read_health_enquiry(*, reference: str, actor: User, now: datetime) -> NutritionEnquiry:
    """Return the nutrition enquiry of this request; the access is recorded first.

    Raises NotFoundError where there is none, and DomainError without the permission.
    """
    if Permission.SEE_HEALTH not in permissions_of(actor):
        raise DomainError("Ask the owner about it.")
    with transaction.atomic():
        enquiry = NutritionEnquiry.objects.filter(request__reference=reference).first()
        if enquiry is None:
            raise NotFoundError(reference)
        record(action="health.open", actor=actor, at=now, reference=reference)
    return enquiry


def record_health_access(*, reference: str, actor: User, now: datetime) -> None:
    """Record that the actor was shown this request's health data."""
    with transaction.atomic():
        record(action="health.open", actor=actor, at=now, reference=reference)
