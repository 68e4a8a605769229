"""Enquiries as staff read them, each below its request."""

from django.contrib import admin
from django.template.loader import render_to_string

from oottam.backoffice.inlines import ReadOnlyInline
from oottam.enquiries.models import Appointment, EventEnquiry, NutritionEnquiry, Subscription
from oottam.requests.models import Kind


class SubscriptionInline(ReadOnlyInline):
    """What the customer would like to subscribe to."""

    kinds = (Kind.SUBSCRIPTION,)
    model = Subscription
    verbose_name_plural = "Subscription"
    fields = readonly_fields = ("plan_duration", "plan_name", "meals")

    @admin.display(description="Meals")
    def meals(self, subscription: Subscription) -> str:
        """A table of the meals, as sent and as on our menus; the template escapes both."""
        rows = subscription.meals.all()
        return render_to_string("backoffice/subscription_meals.html", {"meals": rows})


class EventInline(ReadOnlyInline):
    """What kind of event, and what the customer adds."""

    kinds = (Kind.EVENT,)
    model = EventEnquiry
    verbose_name_plural = "Event"
    fields = readonly_fields = ("event_type", "message")


class AppointmentInline(ReadOnlyInline):
    """With which doctor."""

    kinds = (Kind.APPOINTMENT,)
    model = Appointment
    verbose_name_plural = "Appointment"
    fields = readonly_fields = ("doctor", "address")


class NutritionInline(ReadOnlyInline):
    """Sensitive: shown here only, in no list and found by no search."""

    kinds = (Kind.NUTRITION,)
    model = NutritionEnquiry
    verbose_name_plural = "Nutrition enquiry"
    fields = readonly_fields = ("age", "dietary_goal", "allergies", "preferred_foods")
