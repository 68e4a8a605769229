"""Appointments with a doctor (specification, section 3 "Doctor appointment")."""

from dataclasses import dataclass

from oottam.api.endpoints import AcceptedRequest, Customer, Receipt
from oottam.core.db.bulk_insert import Row
from oottam.enquiries.models import Appointment


@dataclass(frozen=True, slots=True)
class AppointmentInput:
    """A doctor of the shop and the customer's address."""

    doctor: str
    address: str


def accept(details: AppointmentInput, customer: Customer, receipt: Receipt) -> AcceptedRequest:
    """Accept the request; the form has no date, so staff agree one by phone."""
    return AcceptedRequest(
        customer=customer,
        message=lambda reference: (
            f"Thank you! We have received your request {reference} for an appointment with "
            f"{details.doctor}. We will call you to agree on the date and time."
        ),
        rows=[
            Row(
                Appointment,
                request_id=receipt.request_id,
                doctor=details.doctor,
                address=details.address,
            )
        ],
    )
