"""Valid enquiries; a test overrides only what it varies."""

from typing import Any

from tests.example import Example

SUBSCRIPTION = "/customer-form"
EVENT = "/event-form.php"
APPOINTMENT = "/api/appointment"
NUTRITION = "/api/nutrition"

PODI_IDLI = {
    "id": "B1",
    "image": "idli-sambar",
    "title": "Podi Idli",
    "desc": "Soft idlis with drumstick sambar.",
    "category": "Breakfast",
}
MONDAYS_MEAL = {
    "id": "W1-B-Monday",
    "image": "idli-sambar",
    "title": "Idli / Podi Idli + ABC Juice",
    "desc": "Week 1, Monday",
    "category": "Breakfast",
}


def subscription_body(**overrides: Any) -> dict[str, Any]:
    """A monthly subscription with a meal of the custom choice and one of the weekly menu."""
    body: dict[str, Any] = {
        "firstName": "Asha",
        "lastName": "Raman",
        "phone": "98400 12345",
        "email": "asha@example.com",
        "planName": "Podi Idli, Idli / Podi Idli + ABC Juice",
        "planDuration": "Monthly",
        "selectedItems": [PODI_IDLI, MONDAYS_MEAL],
    }
    return {**body, **overrides}


def event_body(**overrides: Any) -> dict[str, Any]:
    """An enquiry about a birthday."""
    body: dict[str, Any] = {
        "name": "Asha Raman",
        "email": "asha@example.com",
        "phone": "98400 12345",
        "eventType": "Birthday Celebrations",
        "message": "Twenty children, one long table please",
    }
    return {**body, **overrides}


def appointment_body(**overrides: Any) -> dict[str, Any]:
    """An appointment with one of the sample doctors."""
    body: dict[str, Any] = {
        "name": "Asha Raman",
        "phone": "98400 12345",
        "address": "12 Beach Road, Besant Nagar",
        "email": "asha@example.com",
        "doctorName": "Dr. Leela Thomas",
    }
    return {**body, **overrides}


def nutrition_body(**overrides: Any) -> dict[str, Any]:
    """A nutrition enquiry; the form sends the age as text."""
    body: dict[str, Any] = {
        "name": "Asha Raman",
        "age": "29",
        "email": "asha@example.com",
        "dietaryGoal": "More protein in my day",
        "allergies": "Peanuts",
        "preferredFoods": "Millets",
    }
    return {**body, **overrides}


REACHED = {"phone": "Phone", "email": "Email"}
EXAMPLES = [
    Example(
        path=SUBSCRIPTION,
        kind="subscription",
        body=subscription_body(),
        texts={
            "firstName": "First name",
            "lastName": "Last name",
            **REACHED,
            "planDuration": "Plan duration",
        },
        shown=(
            "Duration Monthly Plan as sent Podi Idli, Idli / Podi Idli + ABC Juice Podi "
            "Idli Breakfast Soft idlis with drumstick sambar. Idli / Podi Idli + ABC "
            "Juice Week 1, breakfast, Monday Week 1, Monday"
        ),
        columns={"plan_duration": "planDuration", "plan_name": "planName"},
        tables=("enquiries_subscription", "enquiries_subscriptionmeal", "subscription_id"),
        mailed=subscription_body(
            selectedItems=[
                PODI_IDLI,
                MONDAYS_MEAL,
                {"id": "B99", "title": "Something of last year"},
            ]
        ),
    ),
    Example(
        path=EVENT,
        kind="event",
        body=event_body(),
        texts={"name": "Name", **REACHED, "eventType": "Event type"},
        shown="Event Birthday Celebrations Message Twenty children, one long table please",
        columns={"event_type": "eventType", "message": "message"},
        tables=("enquiries_eventenquiry", "", ""),
        mailed=event_body(
            message="Twenty children, one long table please.\n\nWhat happens next\nTotal: ₹0.00"
        ),
    ),
    Example(
        path=APPOINTMENT,
        kind="appointment",
        body=appointment_body(),
        texts={"name": "Name", **REACHED, "address": "Address", "doctorName": "Doctor"},
        shown="Doctor Dr. Leela Thomas Address 12 Beach Road, Besant Nagar",
        columns={"doctor": "doctorName", "address": "address"},
        tables=("enquiries_appointment", "", ""),
    ),
    Example(
        path=NUTRITION,
        kind="nutrition",
        body=nutrition_body(),
        texts={"name": "Name", "email": "Email", "dietaryGoal": "Dietary goal"},
        others={"age": "Age"},
        shown=(
            "Age, goal, allergies and foods are health details. They are "
            "shown on request, and each viewing is logged. Show health details"
        ),
        columns={
            "dietary_goal": "dietaryGoal",
            "allergies": "allergies",
            "preferred_foods": "preferredFoods",
        },
        tables=("enquiries_nutritionenquiry", "", ""),
    ),
]
