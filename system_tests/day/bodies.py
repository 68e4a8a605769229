"""Twelve request bodies of all eight kinds; three customers share an address, and one of them orders twice."""

from typing import Any

Body = dict[str, Any]
BEACH = "12 Beach Road, Besant Nagar, Chennai 600090"
PINS = {
    "Beach line": ("600 090", "600 041"),
    "Temple line": ("600 018", "600 004"),
}
MEALS = ("breakfast", "lunch", "dinner")
SIX_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday")


def twelve() -> list[tuple[str, Body]]:
    """The path and body of each request."""
    asha = _person("Asha", "Raman", 1, BEACH)
    return [
        ("/vegmeal-form.php", _plan(asha, 6, ("lunch",), ("Dry Fruit Smoothie", "Sprouts Salad"))),
        ("/vegmeal-form.php", _plan(asha, 15, ("lunch",), ("Curd Millet Bowl", "Ragi Porridge"))),
        (
            "/nonvegmeal-form.php",
            _plan(
                _person("Ravi", "Kumar", 2, BEACH),
                6,
                ("lunch", "dinner"),
                ("Boiled Eggs", "Chicken Wrap"),
            ),
        ),
        (
            "/nonvegmeal-form.php",
            _plan(
                _person("மீனா", "செல்வம்", 3, "4/2 Temple Street, Alwarpet, Chennai 600018"),
                10,
                ("lunch",),
                ("Grilled Chicken Salad",),
            ),
        ),
        (
            "/mealtray-form.php",
            _plan(
                _person("Farida", "Begum", 4, "Plot 9, 1st Main Road, Mylapore, Chennai 600004"),
                "6",
                ("lunch",),
                ("Phulka", "Palak Paneer", "Curd Millet Bowl", "ABC Juice"),
            ),
        ),
        (
            "/weekmonth-form.php",
            _combo(
                _person("Joseph", "D’Souza", 5, "Flat 3B, Lake View Road, Alwarpet 600018"),
                {"week1": {"lunch": SIX_DAYS}},
            ),
        ),
        (
            "/weekmonth-form.php",
            _combo(
                _person("Kavitha", "Iyer", 6, BEACH),
                {
                    "week1": {"breakfast": SIX_DAYS, "dinner": SIX_DAYS},
                    "week2": {"breakfast": SIX_DAYS[:3]},
                },
            ),
        ),
        ("/customer-form", _subscription(("B1", "B10", "L1"))),
        ("/event-form.php", _event()),
        ("/api/appointment", _appointment()),
        ("/api/nutrition", _nutrition()),
        (
            "/vegmeal-form.php",
            _plan(
                _person("Prakash", "Balan", 12, "7 Temple Street, Mylapore, Chennai 600004"),
                6,
                ("lunch",),
                ("Curd Millet Bowl",),
            ),
        ),
    ]


def _person(name: str, lastname: str, number: int, address: str) -> Body:
    return {
        "name": name,
        "lastname": lastname,
        "phone": f"+91 55555 {number:05}",
        "email": f"guest{number}@example.com",
        "address": address,
    }


def _plan(person: Body, days: int | str, meals: tuple[str, ...], dishes: tuple[str, ...]) -> Body:
    """Submitted amounts are 0: the server computes prices and stores these as claims."""
    return {
        **person,
        "selectedItemCount": len(dishes),
        "date": days,
        "sections": {meal: meal in meals for meal in MEALS},
        "timing": "12:30",
        "selectedItems": [{"name": dish, "price": 0, "discountedCost": 0} for dish in dishes],
        "finalAmount": 0,
        "pricesAlreadyMultiplied": True,
    }


def _combo(person: Body, chosen: dict[str, dict[str, tuple[str, ...]]]) -> Body:
    slots = {
        f"week{week}": {meal: [*chosen.get(f"week{week}", {}).get(meal, ())] for meal in MEALS}
        for week in range(1, 5)
    }
    return {
        **person,
        "deliveryTime": "12:30",
        "days": 6,
        "totalSelected": sum(len(days) for week in slots.values() for days in week.values()),
        "selectedItems": slots,
        "finalAmount": 0,
        "discount": 0,
    }


def _subscription(ids: tuple[str, ...]) -> Body:
    titles = {"B1": "Podi Idli", "B10": "Sprouts Salad", "L1": "Lemon Millet Bowl"}
    sections = {"B": "Breakfast", "L": "Lunch", "D": "Dinner"}
    return {
        "firstName": "Suresh",
        "lastName": "Pillai",
        "phone": "+91 55555 00008",
        "email": "guest8@example.com",
        "planName": ", ".join(titles[each] for each in ids),
        "planDuration": "Fortnightly",
        "selectedItems": [
            {
                "id": each,
                "image": "",
                "title": titles[each],
                "desc": "",
                "category": sections[each[0]],
            }
            for each in ids
        ],
    }


def _event() -> Body:
    return {
        "name": "Lakshmi Narayanan",
        "email": "guest9@example.com",
        "phone": "+91 55555 00009",
        "eventType": "Birthday Celebrations",
        "message": "Forty guests, half of them children",
    }


def _appointment() -> Body:
    return {
        "name": "Imran Khan",
        "phone": "+91 55555 00010",
        "address": "2 Lake View Road, Adyar",
        "email": "guest10@example.com",
        "doctorName": "Dr. Leela Thomas",
    }


def _nutrition() -> Body:
    return {
        "name": "Deepa Rajan",
        "age": "31",
        "email": "guest11@example.com",
        "dietaryGoal": "More protein in my day",
        "allergies": "Peanuts",
        "preferredFoods": "Millets",
    }
