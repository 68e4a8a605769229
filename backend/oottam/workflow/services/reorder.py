"""Reordering: the preview of an earlier request at today's prices, and its submission as a new request.

A reorder passes through form, domain, price and writer as any request. Only what was previewed is submitted: if menu or
prices changed in between, ChangedError makes the page show a new preview.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from django.contrib.auth.models import User
from django.db.models import prefetch_related_objects
from django.utils import timezone
from pydantic_core import to_json

from oottam import catalogue
from oottam.api import endpoints, pipeline
from oottam.api.forms import FormError
from oottam.api.reorder import AgreedDetails, Reorder
from oottam.billing.balances import balance
from oottam.core.db.bulk_insert import Row
from oottam.requests.identity import reorder_key
from oottam.requests.models import Kind, Request, Status
from oottam.workflow.models import FulfilmentDetails, ReorderLink
from oottam.workflow.services.agreement import meal_time_facts
from oottam.workflow.services.details import details_of
from oottam.workflow.services.known_people import copy_known_details
from oottam.workflow.services.later_addresses import copy_addresses, home_of
from oottam.workflow.services.meal_times import meal_times
from oottam.workflow.services.phone_orders import record_phone_order

_NOT_REORDERABLE: Mapping[Kind, str] = {
    Kind.APPOINTMENT: "Each appointment is agreed separately. Please send a new request.",
    Kind.NUTRITION: "What a nutrition enquiry says may have changed. Please write a new one.",
}
ERASED = "The customer's data has been erased, so it cannot be reordered."
NOTHING_LEFT = "None of it is on our menus any more."
MAX_SENTENCES = 3


class ChangedError(Exception):
    """Menu, price or address changed since the preview was shown."""


class NotReorderedError(Exception):
    """The request cannot be reordered; `str(error)` is the reason."""


@dataclass(frozen=True, slots=True)
class Preview:
    """The proposed reorder and the original's price (`past_total_paise`, adjustments included; None: no price).

    `unavailable_reason` is "" where it can be submitted. `count` is the number of earlier reorders, and `seen` a digest
    of what is displayed; a form carries both.
    """

    request: Request
    reorder: Reorder
    past_total_paise: int | None
    unavailable_reason: str
    count: int
    seen: str

    @property
    def difference(self) -> int | None:
        """How much more it costs than last time, in paise; None where a price is unknown."""
        if self.reorder.current_total_paise is None or self.past_total_paise is None:
            return None
        return self.reorder.current_total_paise - self.past_total_paise


def unavailable_reason(request: Request) -> str:
    """Explain why a request of this kind or state cannot be reordered; "" where it can."""
    if request.erased_at is not None:
        return ERASED
    if request.merged_into is not None:
        return f"It was sent twice. Please repeat {request.merged_into.reference} instead."
    if endpoints.of_kind(request.kind).reorder is None:
        return _NOT_REORDERABLE.get(
            Kind(request.kind), "A request of this kind cannot be repeated. Please send a new one."
        )
    return ""


def offered_to_customer(request: Request) -> bool:
    """Return whether the status page offers it: not for a new request, to prevent accidental duplicates."""
    return request.status != Status.NEW and not unavailable_reason(request)


def preview(request: Request) -> Preview:
    """Price the reorder today. Does not read health data."""
    reason = unavailable_reason(request)
    endpoint = endpoints.of_kind(request.kind)
    if reason or endpoint.reorder is None:
        return Preview(request, Reorder({}), None, reason, 0, "")
    current = catalogue.current()
    prefetch_related_objects([request], "combo__slots", "subscription__meals")  # read twice
    proposal = endpoint.reorder(request, current, _agreed(request))
    reason = "" if proposal.items or not proposal.left_out else NOTHING_LEFT
    if not reason:
        try:
            form = endpoint.form if request.email else endpoint.form.without_email()
            form.read(proposal.body, current)
        except FormError as error:
            reason = " ".join(each.message for each in error.errors[:MAX_SENTENCES])
    past_total = balance(request).due
    count = ReorderLink.objects.filter(of=request).count()
    return Preview(request, proposal, past_total, reason, count, _digest(proposal, past_total))


def reorders_of(request: Request) -> list[Request]:
    """Return the reorders of the request, oldest first."""
    links = ReorderLink.objects.filter(of=request).order_by("request").select_related("request")
    return [link.request for link in links.defer("request__body")]


def reorder(
    *,
    request: Request,
    seen: str,
    count: int,
    now: datetime,
    actor: User | None = None,
    sender: str = "",
) -> Request:
    """Submit the reorder and return the new request; repeating the same form returns the same request.

    `actor` is a member of staff, None for the customer from an IP address (`sender`). Raises NotReorderedError, ChangedError
    where the preview no longer holds, the API's RequestRejectedError and DatabaseError.
    """
    current_preview = preview(request)
    # After the preview: a reorder stored meanwhile is found by its key.
    earlier_reorders = reorders_of(request)
    if 0 <= count < len(earlier_reorders):
        return earlier_reorders[count]
    if current_preview.unavailable_reason:
        raise NotReorderedError(current_preview.unavailable_reason)
    if (current_preview.seen, len(earlier_reorders)) != (seen, count):
        raise ChangedError
    reference = pipeline.submit(
        endpoints.of_kind(request.kind),
        # A float prints an amount with the decimals that it had.
        json.dumps(current_preview.reorder.body, ensure_ascii=False, default=float).encode(),
        at=now,
        by=actor.pk if actor else None,
        key=reorder_key(request.pk, count),
        sender=sender,
        needs_email=bool(request.email),  # an order by phone may have had no address
        extra_rows=lambda new: [Row(ReorderLink, request_id=new, of_id=request.pk)],
    )
    if actor:
        record_phone_order(reference, actor, now, repeats=request.reference)
    new = Request.objects.get(reference=reference)
    # Only once, even if the form is sent again.
    if set(
        FulfilmentDetails.objects.filter(request__in=(request, new)).values_list("pk", flat=True)
    ) == {request.pk}:
        copy_addresses(request, new, timezone.localdate(now))
        copy_known_details(
            reference=reference,
            version=new.version,
            source=request,
            actor=actor,
            now=now,
            with_times=True,
        )
        new.refresh_from_db()
    return new


def _agreed(request: Request) -> AgreedDetails:
    """Return address and times with the desk's corrections."""
    fulfilment: FulfilmentDetails = details_of(request)
    return AgreedDetails(
        home_of(request).address, fulfilment.delivery_time, meal_time_facts(meal_times(fulfilment))
    )


def _digest(proposal: Reorder, past_total: int | None) -> str:
    """Digest what is displayed. Excludes the body: customers see the digest and could test guesses against it."""
    content = replace(proposal, body={})
    return hashlib.sha256(to_json([content, past_total])).hexdigest()[:32]
