"""Catering for events (specification, section 3 "Event enquiry")."""

from typing import Annotated

from pydantic import Field

from oottam.api.endpoints import AcceptedRequest, Arrival, Customer
from oottam.api.forms import Email, Form, Name, Phone, one_of, optional
from oottam.catalogue import Catalogue
from oottam.core.db.bulk_insert import Row
from oottam.enquiries.models import EventEnquiry


class EventForm(Form):
    """An event enquiry; the message may be empty (section 5)."""

    name: Name
    email: Email
    phone: Phone
    event_type: Annotated[str, one_of(lambda catalogue: catalogue.rules.event_types)] = Field(
        title="Event type"
    )
    message: str | None = optional("Message", 5000)


def accept(form: EventForm, arrival: Arrival, _: Catalogue) -> AcceptedRequest:
    """Accept the enquiry; staff call the customer back."""
    return AcceptedRequest(
        customer=Customer(form.name, email=form.email, phone=form.phone),
        message=lambda reference: (
            f"Thank you! We have received your enquiry {reference} about {form.event_type}. "
            "We will call you to agree on the date and the details."
        ),
        rows=[
            Row(
                EventEnquiry,
                request_id=arrival.request_id,
                event_type=form.event_type,
                message=form.message or "",
            )
        ],
    )
