"""The enquiry calls, as they are registered with the intake."""

from typing import Any

from oottam.catalogue import Catalogue
from oottam.enquiries import mails
from oottam.enquiries.domain import appointments, events, nutrition, subscriptions
from oottam.enquiries.wire import again
from oottam.enquiries.wire.appointment import AppointmentForm
from oottam.enquiries.wire.event import EventForm
from oottam.enquiries.wire.nutrition import NutritionForm
from oottam.enquiries.wire.subscription import CustomerForm
from oottam.intake.calls import Accepted, Call, Receipt
from oottam.intake.forms.form import Form
from oottam.requests.models import Kind


def accept_subscription(form: CustomerForm, receipt: Receipt, catalogue: Catalogue) -> Accepted:
    """A request for a subscription, with the meals it should hold."""
    return subscriptions.take(form.wish(), form.customer(), receipt, catalogue.meal_titles)


def accept_event(form: EventForm, receipt: Receipt, catalogue: Catalogue) -> Accepted:
    """An enquiry about catering for an event."""
    return events.take(form.wish(), form.customer(), receipt)


def accept_appointment(form: AppointmentForm, receipt: Receipt, catalogue: Catalogue) -> Accepted:
    """A request for an appointment with a doctor."""
    return appointments.take(form.wish(), form.customer(), receipt)


def accept_nutrition(form: NutritionForm, receipt: Receipt, catalogue: Catalogue) -> Accepted:
    """A nutrition enquiry."""
    return nutrition.take(form.wish(), form.customer(), receipt)


CALLS: list[Call[Any]] = [
    Call(
        "/customer-form",
        Kind.SUBSCRIPTION,
        "subscription request",
        Form(CustomerForm),
        accept_subscription,
        mails.subscription,
        again.subscription,
    ),
    Call(
        "/event-form.php",
        Kind.EVENT,
        "enquiry",
        Form(EventForm),
        accept_event,
        mails.event,
        again.event,
    ),
    Call(
        "/api/appointment",
        Kind.APPOINTMENT,
        "appointment request",
        Form(AppointmentForm),
        accept_appointment,
        mails.appointment,
    ),
    Call(
        "/api/nutrition",
        Kind.NUTRITION,
        "enquiry",
        Form(NutritionForm),
        accept_nutrition,
        mails.nutrition,
    ),
]
