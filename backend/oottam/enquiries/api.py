"""The enquiry calls, as they are registered with the intake."""

from typing import Any

from oottam.enquiries import letters
from oottam.enquiries.domain import appointments, events, nutrition, subscriptions
from oottam.enquiries.wire.appointment import AppointmentForm
from oottam.enquiries.wire.event import EventForm
from oottam.enquiries.wire.nutrition import NutritionForm
from oottam.enquiries.wire.subscription import CustomerForm
from oottam.intake.calls import Accepted, Call, Receipt
from oottam.intake.forms import Form
from oottam.intake.models import Kind


def accept_subscription(form: CustomerForm, receipt: Receipt) -> Accepted:
    """A request for a subscription, with the meals it should hold."""
    return subscriptions.take(form.wish(), form.customer(), receipt)


def accept_event(form: EventForm, receipt: Receipt) -> Accepted:
    """An enquiry about catering for an event."""
    return events.take(form.wish(), form.customer(), receipt)


def accept_appointment(form: AppointmentForm, receipt: Receipt) -> Accepted:
    """A request for an appointment with a doctor."""
    return appointments.take(form.wish(), form.customer(), receipt)


def accept_nutrition(form: NutritionForm, receipt: Receipt) -> Accepted:
    """A nutrition enquiry."""
    return nutrition.take(form.wish(), form.customer(), receipt)


CALLS: list[Call[Any]] = [
    Call(
        "/customer-form",
        Kind.SUBSCRIPTION,
        "subscription request",
        Form(CustomerForm),
        accept_subscription,
        letters.subscription,
    ),
    Call("/event-form.php", Kind.EVENT, "enquiry", Form(EventForm), accept_event, letters.event),
    Call(
        "/api/appointment",
        Kind.APPOINTMENT,
        "appointment request",
        Form(AppointmentForm),
        accept_appointment,
        letters.appointment,
    ),
    Call(
        "/api/nutrition",
        Kind.NUTRITION,
        "enquiry",
        Form(NutritionForm),
        accept_nutrition,
        letters.nutrition,
    ),
]
