"""The enquiry endpoints, as registered with the API."""

from typing import Any

from oottam.api.endpoints import AcceptedRequest, Endpoint, Receipt
from oottam.catalogue import Catalogue
from oottam.enquiries import mails
from oottam.enquiries.domain import appointments, events, nutrition, subscriptions
from oottam.enquiries.wire import forms, reorder
from oottam.requests.models import Kind


def accept_subscription(
    form: forms.CustomerForm, receipt: Receipt, catalogue: Catalogue
) -> AcceptedRequest:
    """Accept a subscription request with its meals."""
    return subscriptions.accept(form.to_input(), form.customer(), receipt, catalogue.meal_titles)


def accept_event(form: forms.EventForm, receipt: Receipt, catalogue: Catalogue) -> AcceptedRequest:
    """Accept an enquiry about catering."""
    return events.accept(form.to_input(), form.customer(), receipt)


def accept_appointment(
    form: forms.AppointmentForm, receipt: Receipt, catalogue: Catalogue
) -> AcceptedRequest:
    """Accept a request for a doctor's appointment."""
    return appointments.accept(form.to_input(), form.customer(), receipt)


def accept_nutrition(
    form: forms.NutritionForm, receipt: Receipt, catalogue: Catalogue
) -> AcceptedRequest:
    """Accept a nutrition enquiry."""
    return nutrition.accept(form.to_input(), form.customer(), receipt)


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
