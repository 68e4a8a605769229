"""Personal columns of the enquiry tables. Values from the shop's own lists and menus are not erased."""

from oottam.core.personal import PER_REQUEST, Personal, Table
from oottam.enquiries.models import (
    Appointment,
    EventEnquiry,
    NutritionEnquiry,
    Subscription,
    SubscriptionMeal,
)

TABLES = (
    Table(
        Subscription,
        "Subscription",
        PER_REQUEST,
        request="request",
        plain="request plan_duration",
        personal={"plan_name": Personal()},  # any text
    ),
    Table(
        SubscriptionMeal,
        "Meals",
        PER_REQUEST,
        request="subscription__request",
        plain="id subscription position menu_title",
        # Stored as sent, so any text; the menu's title is not erased.
        personal={
            "meal_id": Personal(),
            "title": Personal(),
            "category": Personal(),
            "description": Personal(),
            "image": Personal(),
        },
    ),
    Table(EventEnquiry, "Event enquiry", PER_REQUEST, request="request", plain="request event_type",
        personal={"message": Personal()}),
    Table(Appointment, "Appointment", PER_REQUEST, request="request", plain="request doctor",
        personal={"address": Personal()}),
    Table(NutritionEnquiry, "Nutrition enquiry", PER_REQUEST, request="request", plain="request",
        personal={"age": Personal(0, health=True), "dietary_goal": Personal(health=True), "allergies": Personal(health=True), "preferred_foods": Personal(health=True)}),
)  # fmt: skip
