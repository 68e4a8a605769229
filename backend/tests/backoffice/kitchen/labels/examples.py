"""Labels of invented people, and extremely long ones."""

from datetime import date, time
from typing import Any

from oottam.backoffice.kitchen.labels.label import NONVEG, VEG, Dish, Label
from oottam.catalogue.choices import Allergen

ALLERGENS = tuple(str(label) for label in Allergen.labels)
DISHES = tuple(
    Dish(name, quantity)
    for name, quantity in (
        ("Pesarattu with Ginger Chutney", 1),
        ("Boiled Eggs / Sprouts Salad", 2),
        ("Millet Pongal", 1),
        ("Podi Paneer Toast / Paneer Sandwich", 3),
    )
)


def label(**changed: Any) -> Label:
    """Return an ordinary label with changes."""
    ordinary: dict[str, Any] = {
        "day": date(2026, 12, 7),
        "meal": "Lunch",
        "name": "Kavitha Raman",
        "reference": "OT-7K2M9QX",
        "stop": "600 041 · Thiruvanmiyur",
        "delivery_time": time(12, 30),
        "dishes": DISHES[:3],
        "mark": VEG,
        "number": 3,
        "of": 6,
    }
    return Label(**ordinary | changed)


def longest(**changed: Any) -> Label:
    """Return a label with as much text as a request can hold, and more."""
    everything: dict[str, Any] = {
        "name": "Venkatanarasimharajuvaripeta " * 14,
        "stop": "600 041 · " + "Thiruvanmiyur " * 8,
        "dishes": DISHES * 10,
        "allergens": ALLERGENS,
        "note": "No onion, no garlic, and less salt. " * 14,
        "mark": NONVEG,
        "is_free": True,
        "is_changed": True,
    }
    return label(**everything | changed)
