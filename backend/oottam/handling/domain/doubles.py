"""The same wish sent twice: likely doubles are shown, and merged by a person; both are kept."""

from datetime import datetime, timedelta

from django.contrib.auth.models import User
from django.db.models import Q, QuerySet
from django.db.models.functions import Lower

from oottam.handling.domain.changes import RefusedError, UnknownRequestError, change
from oottam.handling.domain.steps import CLOSED
from oottam.requests.models import Request, Status

NEAR = timedelta(hours=48)
MOST_SHOWN = 10


def of_the_same_person(request: Request) -> "QuerySet[Request]":
    """All other requests with this one's phone number or e-mail address, newest first."""
    same = Q()
    if request.phone_normalised:
        same |= Q(phone_normalised=request.phone_normalised)
    if request.email:
        same |= Q(folded_email=request.email.lower())
    if not same:
        return Request.objects.none()
    others = Request.objects.annotate(folded_email=Lower("email")).filter(same)
    return others.exclude(pk=request.pk).order_by("-received_at")


def likely_doubles(request: Request) -> "QuerySet[Request]":
    """Of the same person and kind, received within two days of this one, and not merged yet."""
    if request.merged_into_id is not None:
        return Request.objects.none()
    near = (request.received_at - NEAR, request.received_at + NEAR)
    return of_the_same_person(request).filter(
        kind=request.kind, received_at__range=near, merged_into=None
    )


def merge(*, reference: str, version: int, actor: User, now: datetime, into: str) -> Request:
    """Close this request as a double of `into`, which is worked on; raises RefusedError."""
    with change(
        reference=reference, version=version, action="request.merge", actor=actor, now=now
    ) as making:
        kept = Request.objects.select_for_update().filter(reference=into).first()
        if kept is None:
            raise UnknownRequestError(into)
        if kept.pk == making.request.pk or kept.merged_into_id is not None:
            raise RefusedError("It cannot be merged into that one.", "into")
        if kept.kind != making.request.kind:
            raise RefusedError("Only requests of the same kind are merged.", "into")
        if making.request.status != Status.NEW or kept.status in CLOSED:
            raise RefusedError("Only a new request is merged, into one that is open.", "into")
        if making.request.payments.filter(undone_at=None).exists():
            raise RefusedError("It has payments: merge the other one into it.", "into")
        making.request.doubles.update(merged_into=kept)
        making.set(merged_into=kept, status=Status.CANCELLED, closed_at=now, follow_up_on=None)
    return kept
