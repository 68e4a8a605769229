"""POST /event-form.php."""

from typing import Annotated

import msgspec
from msgspec import Meta

from oottam.enquiries.domain.events import EventWish
from oottam.enquiries.wire.choices import EventType
from oottam.intake.calls import Customer
from oottam.intake.forms.common_fields import Email, Name, Phone


class EventForm(msgspec.Struct, kw_only=True):
    """An event enquiry; the message may be empty (section 5)."""

    name: Name
    email: Email
    phone: Phone
    eventType: Annotated[EventType, Meta(title="Event type")]
    message: Annotated[Annotated[str, Meta(max_length=5000)] | None, Meta(title="Message")] = ""

    def customer(self) -> Customer:
        """Who asks."""
        return Customer(self.name, email=self.email, phone=self.phone)

    def wish(self) -> EventWish:
        """The enquiry in the domain's words."""
        return EventWish(self.eventType.value, self.message or "")
