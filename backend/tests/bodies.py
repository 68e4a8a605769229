"""Bodies of calls, right in every field; a test states only its difference."""

from typing import Any

# Week/fifteen/thirty: 273/254/234 rupees.
SMOOTHIE = "Dry Fruit Smoothie"
UNPRICED = "Ragi Porridge"


def veg_body(**overrides: Any) -> dict[str, Any]:
    """A veg order of one dish, six days, one meal: 273 x 6 = 1,638 rupees."""
    body: dict[str, Any] = {
        "name": "Asha",
        "lastname": "Raman",
        "phone": "98400 12345",
        "email": "asha@example.com",
        "selectedItemCount": 1,
        "date": 6,
        "sections": {"breakfast": True, "lunch": False, "dinner": False},
        "timing": "08:30",
        "address": "12 Beach Road, Besant Nagar",
        "selectedItems": [{"name": SMOOTHIE, "discountedCost": 1638}],
        "finalAmount": 1638,
    }
    return {**body, **overrides}


def without(body: dict[str, Any], *names: str) -> dict[str, Any]:
    """The body less some of its fields."""
    return {name: value for name, value in body.items() if name not in names}
