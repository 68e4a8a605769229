"""The queries of a request's page; their number does not grow with its rows."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db.models import Prefetch, prefetch_related_objects
from django.shortcuts import get_object_or_404

from oottam.audit.log import entries_for
from oottam.audit.models import AuditEntry
from oottam.backoffice.inbox.queries import colleagues
from oottam.billing.models import Paper
from oottam.outbox.models import OutboxEntry
from oottam.requests.models import Kind, Request
from oottam.workflow.models import Adjustment, Message, Note, Payment, Refund, ReorderLink
from oottam.workflow.services.duplicates import OtherRequest, other_requests

# One-to-one rows, but for a nutrition enquiry: its health notes are read on demand only.
_ONE = (
    "order",
    "combo",
    "subscription",
    "event",
    "appointment",
    "fulfilment",
    "event_details",
    "plan",
    "retained",
    "assignee",
    "entered_by",
    "merged_into",
    "reorder_link__of",
)
# Rows with a foreign key to the request or its order, by kind.
_ROWS: Mapping[Kind, tuple[str, ...]] = {
    Kind.VEG: ("order__lines", "meal_times"),
    Kind.NONVEG: ("order__lines", "meal_times"),
    Kind.TRAY: ("order__lines", "meal_times"),
    Kind.COMBO: ("combo__slots", "meal_times"),
    Kind.SUBSCRIPTION: ("subscription__meals", "meal_times"),
    Kind.APPOINTMENT: ("slots",),
}


@dataclass(frozen=True, slots=True)
class RequestData:
    """A request with its rows, the person's other requests, its mails and its audit entries."""

    request: Request
    others: list[OtherRequest]
    mails: list[OutboxEntry]
    entries: list[AuditEntry]
    colleagues: list[User]


def load_request(reference: str) -> Request:
    """Load the request with its one-to-one rows; raises Http404."""
    return get_object_or_404(Request.objects.select_related(*_ONE), reference=reference)


def load_request_data(reference: str) -> RequestData:
    """Load all that the page shows; raises Http404."""
    request = load_request(reference)
    below = _ROWS.get(Kind(request.kind), ())
    by_whom = (
        Prefetch(name, model.objects.select_related("by"))
        for name, model in (
            ("adjustments", Adjustment),
            ("payments", Payment),
            ("refunds", Refund),
            ("notes", Note),
            ("messages", Message),
            ("papers", Paper),
        )
    )
    repeats = ReorderLink.objects.select_related("request").defer("request__body")
    prefetch_related_objects(
        [request], "flags", "tickets", Prefetch("reorders", repeats), *by_whom, *below
    )
    if hasattr(request, "plan"):
        prefetch_related_objects([request], "later_addresses")
    return RequestData(
        request=request,
        others=other_requests(request),
        mails=list(OutboxEntry.objects.filter(reference=reference).order_by("pk")),
        entries=entries_for(reference),
        colleagues=colleagues(),
    )


def paid(request: Request) -> dict[int, int]:
    """Return paise of payments by primary key, for the history."""
    return {payment.pk: payment.paise for payment in request.payments.all()}
