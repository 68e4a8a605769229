"""Appointments with a doctor (specification, section 3 "Doctor appointment")."""

from typing import Annotated

from pydantic import Field

from oottam.api.endpoints import AcceptedRequest, Arrival, Customer
from oottam.api.forms import Address, Email, Form, Name, Phone, one_of
from oottam.catalogue import Catalogue
from oottam.core.db.bulk_insert import Row
from oottam.enquiries.models import Appointment

# Doctors differ from shop to shop; the contract's document does not.
DOCTORS_SCHEMA = {"description": "One of doctors.names in contract/site.json."}


class AppointmentForm(Form):
    """A request for an appointment, whose path section 7 leaves open; all of it is required (section 5)."""

    name: Name
    phone: Phone
    address: Address
    email: Email
    doctor_name: Annotated[
        str, one_of(lambda catalogue: catalogue.site.doctors, lambda _: DOCTORS_SCHEMA)
    ] = Field(title="Doctor")


def accept(form: AppointmentForm, arrival: Arrival, _: Catalogue) -> AcceptedRequest:
    """Accept the request; the form has no date, so staff agree one by phone."""
    return AcceptedRequest(
        customer=Customer(form.name, email=form.email, phone=form.phone),
        message=lambda reference: (
            f"Thank you! We have received your request {reference} for an appointment with "
            f"{form.doctor_name}. We will call you to agree on the date and time."
        ),
        rows=[
            Row(
                Appointment,
                request_id=arrival.request_id,
                doctor=form.doctor_name,
                address=form.address,
            )
        ],
    )
