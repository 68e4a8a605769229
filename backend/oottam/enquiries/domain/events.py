"""Catering for events (specification, section 3 "Event enquiry")."""

from dataclasses import dataclass

from oottam.api.endpoints import Accepted, Customer, Receipt
from oottam.core.db.bulk_insert import Row
from oottam.enquiries.models import EventEnquiry


@dataclass(frozen=True, slots=True)
class EventWish:
    """What kind of event, and what the customer adds; the message may be empty."""

    event_type: str
    message: str


def take(wish: EventWish, customer: Customer, receipt: Receipt) -> Accepted:
    """The enquiry; somebody calls back."""
    return Accepted(
        customer=customer,
        message=lambda reference: (
            f"Thank you! We have received your enquiry {reference} about {wish.event_type}. "
            "We will call you to agree on the date and the details."
        ),
        rows=[
            Row(
                EventEnquiry,
                request_id=receipt.request_id,
                event_type=wish.event_type,
                message=wish.message,
            )
        ],
    )
