"""Catering for events (specification, section 3 "Event enquiry")."""

from dataclasses import dataclass

from oottam.api.endpoints import AcceptedRequest, Customer, Receipt
from oottam.core.db.bulk_insert import Row
from oottam.enquiries.models import EventEnquiry


@dataclass(frozen=True, slots=True)
class EventInput:
    """An event type and the customer's message, which may be empty."""

    event_type: str
    message: str


def accept(details: EventInput, customer: Customer, receipt: Receipt) -> AcceptedRequest:
    """Accept the enquiry; staff call the customer back."""
    return AcceptedRequest(
        customer=customer,
        message=lambda reference: (
            f"Thank you! We have received your enquiry {reference} about {details.event_type}. "
            "We will call you to agree on the date and the details."
        ),
        rows=[
            Row(
                EventEnquiry,
                request_id=receipt.request_id,
                event_type=details.event_type,
                message=details.message,
            )
        ],
    )
