"""Random request bodies as the storefront sends them, with its amounts in rupees."""

from collections.abc import Callable
from random import Random
from typing import Any

from oottam.catalogue import Catalogue, Dish
from oottam.core.money import in_rupees
from oottam.demo.people import Person
from oottam.pricing import DayOrderQuote, price_combos, price_day_order

Body = dict[str, Any]
_TIMES = ("08:00", "08:30", "12:30", "13:00", "19:30")
_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday")
_MESSAGES = (
    "About forty guests, half of them children. Do you bring plates?",
    "A small party at home, no nuts please.",
    "Lunch for our office of 25, every second Friday if it goes well.",
    "",
)
_GOALS = (
    "More protein in my day",
    "Lose some weight before summer",
    "Strength after a long illness",
)
_FOODS = ("Millets, idli", "Anything but bitter gourd", "")
_ALLERGIES = ("", "Peanuts", "Milk")


def veg(random: Random, person: Person, catalogue: Catalogue) -> Body:
    """POST /vegmeal-form.php."""
    dishes, body, quote = _day_order(random, person, catalogue, "veg", random.randint(1, 6))
    lines = [
        {"name": dish.name, "discountedCost": in_rupees(line.discounted_cost)}
        for dish, line in zip(dishes, quote.lines, strict=True)
    ]
    return {**body, "selectedItems": lines}


def nonveg(random: Random, person: Person, catalogue: Catalogue) -> Body:
    """POST /nonvegmeal-form.php."""
    dishes, body, quote = _day_order(random, person, catalogue, "nonveg", random.randint(1, 5))
    lines = [
        {
            "name": dish.name,
            "price": in_rupees(line.original_cost or line.discounted_cost),
            "discountedCost": in_rupees(line.discounted_cost),
        }
        for dish, line in zip(dishes, quote.lines, strict=True)
    ]
    return {**body, "selectedItems": lines, "pricesAlreadyMultiplied": True}


def tray(random: Random, person: Person, catalogue: Catalogue) -> Body:
    """POST /mealtray-form.php."""
    min_dishes = catalogue.rules.tray_minimum_dishes
    dishes, body, quote = _day_order(
        random, person, catalogue, "tray", random.randint(min_dishes, min_dishes + 3)
    )
    lines = [
        {"name": dish.name, "price": in_rupees(line.discounted_cost)}
        for dish, line in zip(dishes, quote.lines, strict=True)
    ]
    return {**body, "date": str(body["date"]), "selectedItems": lines}


def combo(random: Random, person: Person, catalogue: Catalogue) -> Body:
    """POST /weekmonth-form.php."""
    rules = catalogue.rules.combos
    chosen: dict[str, dict[str, list[str]]] = {
        f"week{week}": {meal: [] for meal in catalogue.rules.meals}
        for week in range(1, rules.weeks + 1)
    }
    for week in random.sample(sorted(chosen), random.randint(1, rules.weeks)):
        for meal in random.sample(catalogue.rules.meals, random.randint(1, 2)):
            chosen[week][meal] = list(_DAYS)
    items = sum(len(days) for meals in chosen.values() for days in meals.values())
    quote = price_combos(rules, items=items)
    return {
        **_contact(person),
        "address": person.address,
        "deliveryTime": random.choice(_TIMES),
        "days": rules.days,
        "totalSelected": items,
        "selectedItems": chosen,
        "finalAmount": in_rupees(quote.final_amount),
        "discount": in_rupees(quote.discount),
    }


def subscription(random: Random, person: Person, catalogue: Catalogue) -> Body:
    """POST /customer-form."""
    ids = random.sample(sorted(catalogue.meal_titles), random.randint(3, 8))
    meals = [
        {"id": each, "image": "", "title": catalogue.meal_titles[each], "desc": "", "category": ""}
        for each in ids
    ]
    return {
        "firstName": person.first,
        "lastName": person.last,
        "phone": person.phone,
        "email": person.email,
        "planName": ", ".join(meal["title"] for meal in meals),
        "planDuration": random.choice(catalogue.rules.plan_durations).value,
        "selectedItems": meals,
    }


def event(random: Random, person: Person, catalogue: Catalogue) -> Body:
    """POST /event-form.php."""
    return {
        "name": person.name,
        "email": person.email,
        "phone": person.phone,
        "eventType": random.choice(catalogue.rules.event_types),
        "message": random.choice(_MESSAGES),
    }


def appointment(random: Random, person: Person, catalogue: Catalogue) -> Body:
    """POST /api/appointment."""
    return {
        "name": person.name,
        "phone": person.phone,
        "address": person.address,
        "email": person.email,
        "doctorName": random.choice(catalogue.site.doctors),
    }


def nutrition(random: Random, person: Person, catalogue: Catalogue) -> Body:
    """POST /api/nutrition."""
    return {
        "name": person.name,
        "age": str(random.randint(19, 74)),
        "email": person.email,
        "dietaryGoal": random.choice(_GOALS),
        "allergies": random.choice(_ALLERGIES),
        "preferredFoods": random.choice(_FOODS),
    }


# By path: weight out of 100, and the function that creates a body.
BODIES: dict[str, tuple[int, Callable[[Random, Person, Catalogue], Body]]] = {
    "/vegmeal-form.php": (30, veg),
    "/nonvegmeal-form.php": (18, nonveg),
    "/mealtray-form.php": (12, tray),
    "/weekmonth-form.php": (12, combo),
    "/customer-form": (10, subscription),
    "/event-form.php": (8, event),
    "/api/appointment": (5, appointment),
    "/api/nutrition": (5, nutrition),
}


def _day_order(
    random: Random, person: Person, catalogue: Catalogue, menu: str, count: int
) -> tuple[list[Dish], Body, DayOrderQuote]:
    rules = catalogue.rules.day_orders
    dishes = random.sample([dish for dish in catalogue.menus[menu].dishes if dish.prices], count)
    days = random.choice((rules.minimum_days, 10, 15, 20, 30))
    meals = set(random.sample(catalogue.rules.meals, random.choice((1, 1, 2))))
    quote = price_day_order(
        rules, days=days, sections=len(meals), items=[dish.to_price() for dish in dishes]
    )
    body = {
        **_contact(person),
        "selectedItemCount": count,
        "date": days,
        "sections": {meal: meal in meals for meal in catalogue.rules.meals},
        "timing": random.choice(_TIMES),
        "address": person.address,
        "finalAmount": in_rupees(quote.final_amount),
    }
    return dishes, body, quote


def _contact(person: Person) -> Body:
    return {
        "name": person.first,
        "lastname": person.last,
        "phone": person.phone,
        "email": person.email,
    }
