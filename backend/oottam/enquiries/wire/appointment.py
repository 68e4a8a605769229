"""POST /api/appointment: the doctor call, whose path the specification leaves open (section 7)."""

from typing import Annotated

import msgspec
from msgspec import Meta

from oottam.enquiries.domain.appointments import AppointmentWish
from oottam.enquiries.wire.choices import DoctorName
from oottam.intake.calls import Customer
from oottam.intake.forms.common_fields import Address, Email, Name, Phone


class AppointmentForm(msgspec.Struct, kw_only=True):
    """A request for an appointment; all of it is required (section 5 "Doctor booking")."""

    name: Name
    phone: Phone
    address: Address
    email: Email
    doctorName: Annotated[DoctorName, Meta(title="Doctor")]

    def customer(self) -> Customer:
        """Who asks."""
        return Customer(self.name, email=self.email, phone=self.phone)

    def wish(self) -> AppointmentWish:
        """The request in the domain's words."""
        return AppointmentWish(self.doctorName.value, self.address)
