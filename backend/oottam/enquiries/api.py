"""The enquiry calls, as they are registered with the API."""

from typing import Any

from oottam.api.endpoints import Accepted, Endpoint, Receipt
from oottam.catalogue import Catalogue
from oottam.enquiries import mails
from oottam.enquiries.domain import appointments, events, nutrition, subscriptions
from oottam.enquiries.wire import forms, reorder
from oottam.requests.models import Kind


def accept_subscription(
    form: forms.CustomerForm, receipt: Receipt, catalogue: Catalogue
) -> Accepted:
    """A request for a subscription, with the meals it should hold."""
    return subscriptions.take(form.wish(), form.customer(), receipt, catalogue.meal_titles)


def accept_event(form: forms.EventForm, receipt: Receipt, catalogue: Catalogue) -> Accepted:
    """An enquiry about catering for an event."""
    return events.take(form.wish(), form.customer(), receipt)


def accept_appointment(
    form: forms.AppointmentForm, receipt: Receipt, catalogue: Catalogue
) -> Accepted:
    """A request for an appointment with a doctor."""
    return appointments.take(form.wish(), form.customer(), receipt)


def accept_nutrition(form: forms.NutritionForm, receipt: Receipt, catalogue: Catalogue) -> Accepted:
    """A nutrition enquiry."""
    return nutrition.take(form.wish(), form.customer(), receipt)


ENDPOINTS: list[Endpoint[Any]] = [
    Endpoint(
        "/customer-form",
        Kind.SUBSCRIPTION,
        "subscription request",
        forms.CustomerForm,
        accept_subscription,
        mails.subscription,
        reorder.subscription,
    ),
    Endpoint(
        "/event-form.php",
        Kind.EVENT,
        "enquiry",
        forms.EventForm,
        accept_event,
        mails.event,
        reorder.event,
    ),
    Endpoint(
        "/api/appointment",
        Kind.APPOINTMENT,
        "appointment request",
        forms.AppointmentForm,
        accept_appointment,
        mails.appointment,
    ),
    Endpoint(
        "/api/nutrition",
        Kind.NUTRITION,
        "enquiry",
        forms.NutritionForm,
        accept_nutrition,
        mails.nutrition,
    ),
]
