"""What the page of each kind of request shows below it, for the bodies of every_call.py."""

from tests.enquiries.bodies import APPOINTMENT, EVENT, NUTRITION, SUBSCRIPTION
from tests.orders.bodies import COMBO, NONVEG, TRAY

ORDER = {
    "Total sent with the form": "₹420.00",
    "Total": "₹420.00",
    "Days": "6",
    "Free days": "0",
    "Meals": "Breakfast",
    "Delivery time": "8:30 a.m.",
    "Address": "12 Beach Road, Besant Nagar",
    "Item count sent with the form": "1",
}
LINE_HEAD = " | # | Dish | Per day and meal | Before discount | Charged"
SHOWN: dict[str, dict[str, str]] = {
    NONVEG: {
        **ORDER,
        "Dishes": LINE_HEAD
        + " | Sent, before discount | Sent with the form"
        + " | 1 | Boiled Eggs | ₹70.00 |  | ₹420.00 | ₹420.00 | ₹420.00",
    },
    TRAY: {
        **ORDER,
        "Total": "₹2,376.00",
        "Total sent with the form": "₹2,376.00",
        "Item count sent with the form": "4",
        "Dishes": LINE_HEAD
        + " | Sent with the form"
        + " | 1 | Phulka | ₹27.00 |  | ₹162.00 | ₹162.00"
        + " | 2 | Quinoa | ₹135.00 |  | ₹810.00 | ₹810.00"
        + " | 3 | Garden Paneer Salad | ₹130.50 |  | ₹783.00 | ₹783.00"
        + " | 4 | Sprouts Salad | ₹103.50 |  | ₹621.00 | ₹621.00",
    },
    COMBO: {
        "Total": "₹2,250.00",
        "Total sent with the form": "₹2,250.00",
        "Before discount": "₹2,250.00",
        "Discount": "₹0.00",
        "Discount sent with the form": "₹0.00",
        "Days": "6",
        "Delivery time": "8:30 a.m.",
        "Address": "12 Beach Road, Besant Nagar",
        "Item count sent with the form": "6",
        "Meals": " | # | Week | Meal | Day | Items | Price"
        " | 1 | 1 | Breakfast | Monday | Idli / Podi Idli + ABC Juice | ₹375.00"
        " | 2 | 1 | Breakfast | Tuesday | Overnight Oats + Boiled Eggs / Sprouts Salad | ₹375.00"
        " | 3 | 1 | Breakfast | Wednesday | Pesarattu with Ginger Chutney + Mixed Fruit Bowl"
        " | ₹375.00"
        " | 4 | 2 | Lunch | Monday | Rajma Red Rice Bowl + Beetroot Peanut Salad | ₹375.00"
        " | 5 | 2 | Lunch | Tuesday"
        " | Millet Chicken Biryani Bowl / Vegetable Millet Biryani + Neer Mor | ₹375.00"
        " | 6 | 2 | Lunch | Wednesday | Ragi Roti / Jowar Roti + Soya Chukka | ₹375.00",
    },
    SUBSCRIPTION: {
        "Plan duration": "Monthly",
        "Plan name": "Podi Idli, Idli / Podi Idli + ABC Juice",
        "Meals": " | # | Id | Category | Meal, as sent | On our menu | Description, as sent"
        " | 1 | B1 | Breakfast | Podi Idli | Podi Idli | Soft idlis with drumstick sambar."
        " | 2 | W1-B-Monday | Breakfast | Idli / Podi Idli + ABC Juice"
        " | Idli / Podi Idli + ABC Juice | Week 1, Monday",
    },
    EVENT: {"Event type": "Birthday Celebrations", "Message": "Twenty children, no nuts please"},
    APPOINTMENT: {"Doctor": "Dr. Leela Thomas", "Address": "12 Beach Road, Besant Nagar"},
    NUTRITION: {
        "Age": "29",
        "Dietary goal": "More protein in my day",
        "Allergies": "Peanuts",
        "Preferred foods": "Millets",
    },
}
