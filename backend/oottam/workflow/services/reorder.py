"""The same again: what a request of before would be today, and the new request that it becomes.

It is handled as every other request: its form, domain, price and writer. What is shown beforehand is
what is sent: where menu or prices have changed in between, nothing is sent, and it is shown anew.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from django.contrib.auth.models import User
from django.db.models import prefetch_related_objects
from pydantic_core import to_json

from oottam import catalogue
from oottam.api import endpoints, pipeline
from oottam.api.forms.form import FormError
from oottam.api.reorder import Agreed, Reorder
from oottam.billing.balances import balance
from oottam.core.db.bulk_insert import Row
from oottam.requests.models import Kind, Request, Status
from oottam.requests.status_tokens import token_of
from oottam.workflow.models import FulfilmentDetails, ReorderLink
from oottam.workflow.services.agreement import meal_time_facts
from oottam.workflow.services.details import details_of
from oottam.workflow.services.known_people import carry_over
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
    """What would be sent is not what was shown: menu, price or address have changed since."""


class NotReorderedError(Exception):
    """It cannot be had again; `str(error)` says why, in a sentence."""


@dataclass(frozen=True, slots=True)
class Preview:
    """What would be sent, and what it cost `then` (paise, with what was agreed on top; None: no price).

    `why_not` says why it cannot be sent. `count` says how often the request was repeated before, and `seen`
    stands for all that is shown: a form carries both.
    """

    request: Request
    reorder: Reorder
    then: int | None
    why_not: str
    count: int
    seen: str

    @property
    def difference(self) -> int | None:
        """What it costs more than last time, in paise; None where one of the two is not known."""
        if self.reorder.now is None or self.then is None:
            return None
        return self.reorder.now - self.then


def unavailable_reason(request: Request) -> str:
    """Why a request of this kind or fate is not repeated, in a sentence; "" where it may be."""
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
    """Whether its status page offers it: one that waits for our call is not asked for twice by a slip."""
    return request.status != Status.NEW and not unavailable_reason(request)


def preview(request: Request) -> Preview:
    """What it would be today. Asks for the rows below the request, never for words about health."""
    why_not = unavailable_reason(request)
    endpoint = endpoints.of_kind(request.kind)
    if why_not or endpoint.reorder is None:
        return Preview(request, Reorder({}), None, why_not, 0, "")
    known = catalogue.current()
    prefetch_related_objects([request], "combo__slots", "subscription__meals")  # read twice
    proposal = endpoint.reorder(request, known, _agreed(request))
    why_not = "" if proposal.things or not proposal.left_out else NOTHING_LEFT
    if not why_not:
        try:
            form = endpoint.form if request.email else endpoint.form.without_email()
            form.read(proposal.body, known)
        except FormError as error:
            why_not = " ".join(each.message for each in error.errors[:MAX_SENTENCES])
    then = balance(request).due
    count = ReorderLink.objects.filter(of=request).count()
    return Preview(request, proposal, then, why_not, count, _digest(proposal, then))


def reorders_of(request: Request) -> list[Request]:
    """The requests that repeat it, in their order."""
    made = ReorderLink.objects.filter(of=request).order_by("request").select_related("request")
    return [each.request for each in made.defer("request__body")]


def reorder(
    *,
    request: Request,
    seen: str,
    count: int,
    now: datetime,
    actor: User | None = None,
    sender: str = "",
) -> Request:
    """The new request; the one that the same form made before, if it did, however often it is sent.

    By a member of the staff, or by the customer from an internet address (`sender`). Raises NotReorderedError,
    ChangedError when something else would be sent than was seen, the API's RequestRejectedError for what a customer
    would be refused, and DatabaseError.
    """
    found = preview(request)
    made = reorders_of(request)  # later: what was stored by now, the same key finds
    if 0 <= count < len(made):
        return made[count]
    if found.why_not:
        raise NotReorderedError(found.why_not)
    if (found.seen, len(made)) != (seen, count):
        raise ChangedError
    reply = pipeline.submit(
        endpoints.of_kind(request.kind),
        json.dumps(found.reorder.body, ensure_ascii=False).encode(),
        at=now,
        by=actor.pk if actor else None,
        key=_key(request, count),
        sender=sender,
        needs_email=bool(request.email),  # who ordered by phone without one orders so again
        extra_rows=lambda new: [Row(ReorderLink, request_id=new, of_id=request.pk)],
    )
    reference: str = json.loads(reply.body)["reference"]
    if actor:
        record_phone_order(reference, actor, now, repeats=request.reference)
    new = Request.objects.get(reference=reference)
    # Filled in once, however often the form is sent.
    if set(
        FulfilmentDetails.objects.filter(request__in=(request, new)).values_list("pk", flat=True)
    ) == {request.pk}:
        carry_over(
            reference=reference,
            version=new.version,
            source=request,
            actor=actor,
            now=now,
            with_times=True,
        )
        new.refresh_from_db()
    return new


def _agreed(request: Request) -> Agreed:
    """The address and times that the desk corrected, rather than those of the form."""
    fulfilment: FulfilmentDetails = details_of(request)
    return Agreed(
        fulfilment.address, fulfilment.delivery_time, meal_time_facts(meal_times(fulfilment))
    )


def _key(request: Request, count: int) -> str:
    """Of the request's so-many-th repetition; nobody makes it up who has not the page's address."""
    named = f"again {token_of(request.pk)} {count}"
    return f"again-{hashlib.sha256(named.encode()).hexdigest()}"


def _digest(proposal: Reorder, then: int | None) -> str:
    """Of what customers see, too: nothing that was typed is in it, whose guesses could be held against it."""
    content = replace(proposal, body={})
    return hashlib.sha256(to_json([content, then])).hexdigest()[:32]
