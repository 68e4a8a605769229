"""Twelve request bodies of all eight kinds; three customers share an address, and one of them orders twice."""

from typing import Any

from tests.bodies import veg_body
from tests.conftest import VEG
from tests.enquiries.examples import (
    APPOINTMENT,
    EVENT,
    NUTRITION,
    SUBSCRIPTION,
    appointment_body,
    event_body,
    nutrition_body,
    subscription_body,
)
from tests.orders.examples import COMBO, NONVEG, SIX_DAYS, TRAY, combo_body

Body = dict[str, Any]
BEACH = "12 Beach Road, Besant Nagar, Chennai 600090"
PINS = {
    "Beach line": ("600 090", "600 041"),
    "Temple line": ("600 018", "600 004"),
}
MEALS = ("breakfast", "lunch", "dinner")
TITLES = {"B1": "Podi Idli", "B10": "Sprouts Salad", "L1": "Lemon Millet Bowl"}


def twelve() -> list[tuple[str, Body]]:
    """The path and body of each request."""
    asha = _person("Asha", "Raman", 1, BEACH)
    ravi = _person("Ravi", "Kumar", 2, BEACH)
    meena = _person("மீனா", "செல்வம்", 3, "4/2 Temple Street, Alwarpet, Chennai 600018")
    farida = _person("Farida", "Begum", 4, "Plot 9, 1st Main Road, Mylapore, Chennai 600004")
    joseph = _person("Joseph", "D’Souza", 5, "Flat 3B, Lake View Road, Alwarpet 600018")
    kavitha = _person("Kavitha", "Iyer", 6, BEACH)
    prakash = _person("Prakash", "Balan", 12, "7 Temple Street, Mylapore, Chennai 600004")
    two_weeks = {
        "week1": {"breakfast": SIX_DAYS, "dinner": SIX_DAYS},
        "week2": {"breakfast": SIX_DAYS[:3]},
    }
    tray = ("Phulka", "Palak Paneer", "Curd Millet Bowl", "ABC Juice")
    return [
        (VEG, _plan(asha, 6, "Dry Fruit Smoothie", "Sprouts Salad")),
        (VEG, _plan(asha, 15, "Curd Millet Bowl", "Ragi Porridge")),
        (NONVEG, _plan(ravi, 6, "Boiled Eggs", "Chicken Wrap", meals=("lunch", "dinner"))),
        (NONVEG, _plan(meena, 10, "Grilled Chicken Salad")),
        (TRAY, _plan(farida, "6", *tray)),
        (COMBO, _combo(joseph, {"week1": {"lunch": SIX_DAYS}})),
        (COMBO, _combo(kavitha, two_weeks)),
        (SUBSCRIPTION, _subscription()),
        (EVENT, event_body(name="Lakshmi Narayanan", **_reached(9))),
        (APPOINTMENT, appointment_body(name="Imran Khan", **_reached(10))),
        (NUTRITION, nutrition_body(name="Deepa Rajan", email="guest11@example.com")),
        (VEG, _plan(prakash, 6, "Curd Millet Bowl")),
    ]


def _reached(number: int) -> Body:
    return {"phone": f"+91 55555 {number:05}", "email": f"guest{number}@example.com"}


def _person(name: str, lastname: str, number: int, address: str) -> Body:
    return {"name": name, "lastname": lastname, **_reached(number), "address": address}


def _plan(person: Body, days: int | str, *dishes: str, meals: tuple[str, ...] = ("lunch",)) -> Body:
    """Submitted amounts are 0: the server computes prices and stores these as claims."""
    return veg_body(
        **person,
        selectedItemCount=len(dishes),
        date=days,
        sections={meal: meal in meals for meal in MEALS},
        timing="12:30",
        selectedItems=[{"name": dish, "price": 0, "discountedCost": 0} for dish in dishes],
        finalAmount=0,
        pricesAlreadyMultiplied=True,
    )


def _combo(person: Body, chosen: dict[str, dict[str, list[str]]]) -> Body:
    slots = {
        f"week{week}": {meal: chosen.get(f"week{week}", {}).get(meal, []) for meal in MEALS}
        for week in range(1, 5)
    }
    return combo_body(
        **person,
        deliveryTime="12:30",
        totalSelected=sum(len(days) for week in slots.values() for days in week.values()),
        selectedItems=slots,
        finalAmount=0,
    )


def _subscription() -> Body:
    sections = {"B": "Breakfast", "L": "Lunch"}
    return subscription_body(
        firstName="Suresh",
        lastName="Pillai",
        **_reached(8),
        planName=", ".join(TITLES.values()),
        planDuration="Fortnightly",
        selectedItems=[
            {"id": each, "image": "", "title": title, "desc": "", "category": sections[each[0]]}
            for each, title in TITLES.items()
        ],
    )
