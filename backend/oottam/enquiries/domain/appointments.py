"""Appointments with a doctor (specification, section 3 "Doctor appointment")."""

from dataclasses import dataclass

from oottam.api.endpoints import Accepted, Customer, Receipt
from oottam.core.db.bulk_insert import Row
from oottam.enquiries.models import Appointment


@dataclass(frozen=True, slots=True)
class AppointmentWish:
    """With which of the shop's doctors, and where the customer lives."""

    doctor: str
    address: str


def take(wish: AppointmentWish, customer: Customer, receipt: Receipt) -> Accepted:
    """The request; the form asks for no day, so that one has to be agreed."""
    return Accepted(
        customer=customer,
        message=lambda reference: (
            f"Thank you! We have received your request {reference} for an appointment with "
            f"{wish.doctor}. We will call you to agree on the date and time."
        ),
        rows=[
            Row(
                Appointment, request_id=receipt.request_id, doctor=wish.doctor, address=wish.address
            )
        ],
    )
