"""The enquiry endpoints, registered with the API."""

from oottam.api.endpoints import Endpoint, register
from oottam.enquiries import appointments, events, mails, nutrition, reorder, subscriptions
from oottam.requests.models import Kind

register(
    Endpoint(
        "/customer-form",
        Kind.SUBSCRIPTION,
        "subscription request",
        subscriptions.CustomerForm,
        subscriptions.accept,
        mails.subscription,
        reorder.subscription,
        rows="subscription__meals",
    ),
    Endpoint(
        "/event-form.php",
        Kind.EVENT,
        "enquiry",
        events.EventForm,
        events.accept,
        mails.event,
        reorder.event,
        rows="event",
    ),
    Endpoint(
        "/api/appointment",
        Kind.APPOINTMENT,
        "appointment request",
        appointments.AppointmentForm,
        appointments.accept,
        mails.appointment,
        rows="appointment",
    ),
    Endpoint(
        "/api/nutrition",
        Kind.NUTRITION,
        "enquiry",
        nutrition.NutritionForm,
        nutrition.accept,
        mails.nutrition,
    ),
)
