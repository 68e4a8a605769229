"""Bodies of order calls, right in every field; a test states only its difference."""

from typing import Any

from tests.bodies import veg_body

NONVEG = "/nonvegmeal-form.php"
TRAY = "/mealtray-form.php"
COMBO = "/weekmonth-form.php"
FIRST_THREE = ["Monday", "Tuesday", "Wednesday"]
SIX_DAYS = [*FIRST_THREE, "Thursday", "Friday", "Saturday"]
WHOLE_WEEK = {"breakfast": SIX_DAYS, "lunch": SIX_DAYS, "dinner": SIX_DAYS}


def nonveg_body(**overrides: Any) -> dict[str, Any]:
    """A non-veg order of one dish, six days, one meal: 70 x 6 = 420 rupees."""
    own: dict[str, Any] = {
        "selectedItems": [{"name": "Boiled Eggs", "price": 420, "discountedCost": 420}],
        "finalAmount": 420,
        "pricesAlreadyMultiplied": True,
    }
    return veg_body(**{**own, **overrides})


def tray_body(**overrides: Any) -> dict[str, Any]:
    """A tray of four dishes, six days, one meal: (27 + 135 + 130.5 + 103.5) x 6 = 2,376 rupees."""
    own: dict[str, Any] = {
        "selectedItemCount": 4,
        "date": "6",
        "selectedItems": [
            {"name": "Phulka", "price": 162},
            {"name": "Quinoa", "price": 810},
            {"name": "Garden Paneer Salad", "price": 783},
            {"name": "Sprouts Salad", "price": 621},
        ],
        "finalAmount": 2376,
    }
    return veg_body(**{**own, **overrides})


def combo_body(**overrides: Any) -> dict[str, Any]:
    """Six combo items, the fewest: 6 x 375 = 2,250 rupees, without discount."""
    body: dict[str, Any] = {
        "name": "Asha",
        "lastname": "Raman",
        "phone": "98400 12345",
        "email": "asha@example.com",
        "address": "12 Beach Road, Besant Nagar",
        "deliveryTime": "08:30",
        "days": 6,
        "totalSelected": 6,
        "selectedItems": {
            "week1": {"breakfast": FIRST_THREE, "lunch": [], "dinner": []},
            "week2": {"breakfast": [], "lunch": FIRST_THREE, "dinner": []},
            "week3": {"breakfast": [], "lunch": [], "dinner": []},
            "week4": {"breakfast": [], "lunch": [], "dinner": []},
        },
        "finalAmount": 2250,
        "discount": 0,
    }
    return {**body, **overrides}
