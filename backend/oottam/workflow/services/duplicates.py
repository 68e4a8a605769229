"""Likely duplicates: found for the desk, merged by a person, and never deleted."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from itertools import pairwise
from typing import Any, Unpack
from uuid import UUID

from django.db import transaction
from django.db.models import Case, Q, QuerySet, Value, When
from django.db.models.functions import Lower

from oottam.audit.actions import RequestAction
from oottam.audit.log import record
from oottam.audit.models import AuditEntry
from oottam.core.errors import DomainError, StaleError
from oottam.requests.models import CLOSED, Request, Status
from oottam.workflow.models import AppointmentSlot, SlotState
from oottam.workflow.services.editing import EditContext, edit_request
from oottam.workflow.services.known_people import fill_missing_details

DUPLICATE_WINDOW = timedelta(hours=48)
MAX_SHOWN = 10
MAX_COMPARED = 2000  # one sender may have thousands


def of_the_same_person(request: Request) -> "QuerySet[Request]":
    """Return other requests with this one's phone number or e-mail address, newest first."""
    same = Q()
    if request.phone_normalised:
        same |= Q(phone_normalised=request.phone_normalised)
    if request.email:
        # The database lower-cases both: its rules may differ from Python's.
        same |= Q(lowered_email=Lower(Value(request.email)))
    if not same:
        return Request.objects.none()
    candidates = Request.objects.annotate(lowered_email=Lower("email")).filter(same)
    return candidates.exclude(pk=request.pk).order_by("-received_at")


def nearest_duplicates(requests: Iterable[Request]) -> dict[UUID, str]:
    """Map the id of each request with a likely duplicate to the duplicate's reference; one query."""
    by_id = {request.pk: request for request in requests if request.merged_into_id is None}
    if not by_id:
        return {}
    received = [request.received_at for request in by_id.values()]
    emails = {request.email for request in by_id.values()} - {""}
    same = Q(phone_normalised__in={r.phone_normalised for r in by_id.values()} - {""})
    same |= Q(lowered_email__in=[Lower(Value(email)) for email in emails])
    # The given requests are among them, with addresses lower-cased by the database.
    candidates = list(
        Request.objects.annotate(lowered_email=Lower("email"))
        .filter(same, merged_into=None, kind__in={request.kind for request in by_id.values()})
        .filter(
            received_at__range=(min(received) - DUPLICATE_WINDOW, max(received) + DUPLICATE_WINDOW)
        )
        .order_by("-received_at")
        .values_list("pk", "reference", "kind", "received_at", "phone_normalised", "lowered_email")[
            :MAX_COMPARED
        ]
    )
    by_person: dict[tuple[str, str], list[tuple[UUID, str, datetime]]] = {}
    for pk, reference, kind, at, *addresses in candidates:
        for address in filter(None, addresses):
            by_person.setdefault((kind, address), []).append((pk, reference, at))
    nearest: dict[UUID, tuple[timedelta, str]] = {}
    for in_time in by_person.values():
        for one, other in pairwise(in_time):  # the nearest is the one before or the one after
            apart = one[2] - other[2]
            for (pk, *_), (_, reference, _) in ((one, other), (other, one)):
                if pk in by_id and apart <= DUPLICATE_WINDOW:
                    nearest[pk] = min(nearest.get(pk, (apart, reference)), (apart, reference))
    return {pk: reference for pk, (_, reference) in nearest.items()}


@dataclass(frozen=True, slots=True)
class OtherRequest:
    """Another request of the same person."""

    request: Request
    is_likely_duplicate: bool


def other_requests(request: Request) -> list[OtherRequest]:
    """Return at most MAX_SHOWN requests of the same person with their orders, likely duplicates first, then newest."""
    is_double = Case(When(_likely_duplicate(request), then=True), default=False)
    queryset = (
        of_the_same_person(request)
        .annotate(is_likely_duplicate=is_double)
        .order_by("-is_likely_duplicate", "-received_at")
        .select_related("order", "combo", "merged_into", "fulfilment")
        .defer("body", "extra_fields")
    )
    is_open = request.merged_into_id is None
    return [
        OtherRequest(other, is_open and other.is_likely_duplicate) for other in queryset[:MAX_SHOWN]
    ]


def _likely_duplicate(request: Request) -> Q:
    near = (request.received_at - DUPLICATE_WINDOW, request.received_at + DUPLICATE_WINDOW)
    return Q(kind=request.kind, received_at__range=near, merged_into=None)


def merge(*, into: str, **context: Unpack[EditContext]) -> Request:
    """Close this request as a duplicate of `into` and return that. Raises DomainError.

    Duplicates of this one follow it, and missing details of `into` are filled in. Both get audit entries; `unmerge`
    undoes it.
    """
    reference, actor, now = context["reference"], context["actor"], context["now"]
    with transaction.atomic():
        _lock_both(reference, into)
        with edit_request(action=RequestAction.MERGE, **context) as edit:
            primary = _primary(edit.request, into)
            following = list(edit.request.duplicates.values_list("reference", flat=True))
            if following:
                edit.data["doubles"] = sorted(following)  # needed to unmerge
            edit.request.duplicates.update(merged_into=primary)
            known = fill_missing_details(primary, edit.request, actor=actor, now=now)
            edit.set(merged_into=primary, status=Status.CANCELLED, closed_at=now, follow_up_on=None)
            AppointmentSlot.objects.filter(request=edit.request, state=SlotState.AGREED).update(
                state=SlotState.CANCELLED
            )
            record(
                action=RequestAction.ADD_DUPLICATE,
                actor=actor,
                at=now,
                reference=primary.reference,
                data={"double": reference},
            )
            if known:
                data = {**known, "from": reference}
                record(
                    action=RequestAction.CARRY,
                    actor=actor,
                    at=now,
                    reference=primary.reference,
                    data=data,
                )
    return primary


def unmerge_obstacle(request: Request) -> str:
    """Explain why a duplicate cannot be unmerged; "" where it can."""
    primary = request.merged_into
    if primary is None:
        return "It is not merged into another one."
    if request.erased_at is not None:
        return "The customer's data has been erased: nothing is left to work on."
    if primary.status in CLOSED:
        label = Status(primary.status).label.lower()
        return f"{primary.reference} is {label}, and has to be reopened first."
    return ""


def unmerge(**context: Unpack[EditContext]) -> Request:
    """Undo a merge: the duplicate is new again, with its own duplicates. Raises DomainError.

    A doctor's slot that the merge cancelled is not booked again, since it may be taken.
    """
    reference = context["reference"]
    with transaction.atomic():
        seen = Request.objects.select_related("merged_into").filter(reference=reference).first()
        primary = seen.merged_into if seen else None
        _lock_both(reference, *([primary.reference] if primary else []))
        with edit_request(action=RequestAction.UNMERGE, **context) as edit:
            if edit.request.merged_into != primary:
                raise StaleError(reference)
            refusal = unmerge_obstacle(edit.request)
            if refusal or primary is None:
                raise DomainError(refusal)
            merged = _merge_data(reference)
            Request.objects.filter(
                reference__in=merged.get("doubles", ()), merged_into=primary
            ).update(merged_into=edit.request)
            day = merged.get("follow_up_on", {}).get("was")
            edit.set(
                merged_into=None,
                status=Status.NEW,
                closed_at=None,
                follow_up_on=date.fromisoformat(day) if day else None,
            )
            record(
                action=RequestAction.REMOVE_DUPLICATE,
                actor=edit.actor,
                at=edit.now,
                reference=primary.reference,
                data={"double": reference},
            )
    return edit.request


def _merge_data(reference: str) -> dict[str, Any]:
    """Return the audit data of its last merge."""
    merges = AuditEntry.objects.filter(reference=reference, action=RequestAction.MERGE).order_by(
        "-pk"
    )
    data: dict[str, Any] | None = merges.values_list("data", flat=True).first()
    return data or {}


def _lock_both(*references: str) -> None:
    """Lock in one order, so that two opposite merges do not deadlock."""
    both = Request.objects.filter(reference__in=references).order_by("pk")
    list(both.select_for_update().values_list("pk"))


def _primary(double: Request, reference: str) -> Request:
    """Return the request to work on instead. Raises DomainError where the two cannot be merged."""
    primary = Request.objects.filter(reference=reference).first()
    if primary is None:
        raise DomainError("There is no request with that reference.", "into")
    if primary.pk == double.pk:
        raise DomainError("A request cannot be merged into itself.", "into")
    if primary.merged_into is not None:
        raise DomainError(f"That one is itself merged into {primary.merged_into}.", "into")
    if primary.kind != double.kind:
        raise DomainError("Only requests of the same kind can be merged.", "into")
    if double.status != Status.NEW:
        raise DomainError("Only a new request can be merged into another one.")
    if primary.status in CLOSED:
        raise DomainError("That one is closed: continue with this one.", "into")
    if double.payments.filter(undone_at=None).exists():
        raise DomainError("It has payments: merge the other one into it instead.")
    return primary
