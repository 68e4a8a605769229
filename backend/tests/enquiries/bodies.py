"""Bodies of enquiry calls, right in every field; a test states only its difference."""

from typing import Any

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
MONDAY = {
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
        "selectedItems": [PODI_IDLI, MONDAY],
    }
    return {**body, **overrides}


def event_body(**overrides: Any) -> dict[str, Any]:
    """An enquiry about a birthday."""
    body: dict[str, Any] = {
        "name": "Asha Raman",
        "email": "asha@example.com",
        "phone": "98400 12345",
        "eventType": "Birthday Celebrations",
        "message": "Twenty children, no nuts please",
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
    """A nutrition enquiry; the form sends the age as it was typed."""
    body: dict[str, Any] = {
        "name": "Asha Raman",
        "age": "29",
        "email": "asha@example.com",
        "dietaryGoal": "More protein in my day",
        "allergies": "Peanuts",
        "preferredFoods": "Millets",
    }
    return {**body, **overrides}
