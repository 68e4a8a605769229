"""Valid orders; a test overrides only what it varies."""

from typing import Any

from tests.bodies import SMOOTHIE, UNPRICED, veg_body
from tests.conftest import VEG
from tests.example import Example

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
    """Six combo items, the minimum: 6 x 375 = 2,250 rupees, without discount."""
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


REACHED = {"phone": "Phone", "email": "Email"}
PLAN: dict[str, Any] = {
    "texts": {"name": "First name", **REACHED, "timing": "Timing", "address": "Address"},
    "others": {"date": "Days", "sections": "Meal section", "selectedItems": "Selected items"},
    "columns": {"address": "address"},
    "tables": ("orders_order", "orders_orderline", "order_id"),
}
EXAMPLES = [
    Example(
        path=VEG,
        kind="veg",
        body=veg_body(),
        shown=(
            "Days 6 Meals Breakfast Delivery time 8:30 am Address 12 Beach Road, Besant Nagar "
            "Dishes Dish By our menu Dry Fruit Smoothie ₹273 per day and meal ₹1,638"
        ),
        mailed=veg_body(
            date=15,
            sections={"breakfast": True, "lunch": False, "dinner": True},
            selectedItems=[
                {"name": SMOOTHIE, "discountedCost": 1},
                {"name": UNPRICED, "discountedCost": 0},
            ],
            finalAmount=1,
        ),
        **PLAN,
    ),
    Example(
        path=NONVEG,
        kind="nonveg",
        body=nonveg_body(),
        shown=(
            "Days 6 Meals Breakfast Delivery time 8:30 am Address 12 Beach Road, Besant Nagar "
            "Dishes Dish By our menu Boiled Eggs ₹70 per day and meal ₹420"
        ),
        mailed=nonveg_body(phone="ask at the gate"),
        **PLAN,
    ),
    Example(
        path=TRAY,
        kind="tray",
        body=tray_body(),
        shown=(
            "Days 6 Meals Breakfast Delivery time 8:30 am Address 12 Beach Road, Besant Nagar "
            "Dishes Dish By our menu Phulka ₹27 per day and meal ₹162 Quinoa ₹135 per day and meal "
            "₹810 Garden Paneer Salad ₹130.50 per day and meal ₹783 Sprouts Salad ₹103.50 per "
            "day and meal ₹621"
        ),
        **PLAN,
    ),
    Example(
        path=COMBO,
        kind="combo",
        body=combo_body(),
        texts={
            "name": "First name",
            "lastname": "Last name",
            **REACHED,
            "address": "Address",
            "deliveryTime": "Delivery time",
        },
        others={"days": "Days", "selectedItems": "Selected items"},
        shown=(
            "Days 6 Delivery time 8:30 am Address 12 Beach Road, Besant Nagar Week 1 "
            "Breakfast Day Items Price Monday Idli / Podi Idli + ABC Juice ₹375 Tuesday "
            "Overnight Oats + Boiled Eggs / Sprouts Salad ₹375 Wednesday Pesarattu with "
            "Ginger Chutney + Mixed Fruit Bowl ₹375 Week 2 Lunch Day Items Price Monday "
            "Rajma Red Rice Bowl + Beetroot Peanut Salad ₹375 Tuesday Millet Chicken "
            "Biryani Bowl / Vegetable Millet Biryani + Neer Mor ₹375 Wednesday Ragi Roti / "
            "Jowar Roti + Soya Chukka ₹375"
        ),
        columns={"address": "address"},
        tables=("orders_comboorder", "orders_comboslot", "order_id"),
        mailed=combo_body(
            selectedItems={
                "week1": WHOLE_WEEK,
                "week2": {"breakfast": [], "lunch": ["Monday"], "dinner": []},
                "week3": {"breakfast": [], "lunch": [], "dinner": []},
                "week4": {"breakfast": [], "lunch": [], "dinner": []},
            },
            totalSelected=19,
            finalAmount=6540,
            discount=585,
        ),
    ),
]
