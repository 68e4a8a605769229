"""The forms of the kinds without an island: their fields, and the body that they become.

A field has the name of the endpoint's body. The endpoint's own form validates it, and its errors return by these names.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import QueryDict

from oottam.catalogue import Catalogue
from oottam.catalogue.meals import weekly_meals
from oottam.requests.models import Kind

MEALS_FIELD = "selectedItems"
CATEGORIES = {"B": "Breakfast", "L": "Lunch", "D": "Dinner"}  # by the letter in a meal's id
Choices = Sequence[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Field:
    """A control: `type` is an input's, "select" or "textarea"; choices are (value, label)."""

    name: str
    label: str
    type: str = "text"
    required: bool = True
    hint: str = ""
    choices: Choices = ()


@dataclass(frozen=True, slots=True)
class Meal:
    """A meal that a subscription may have, as the endpoint's body describes it."""

    id: str
    title: str
    when: str = ""

    def item(self) -> dict[str, str]:
        """Return the entry of `selectedItems`, without a picture."""
        letter = self.id.split("-")[1] if self.when else self.id[0]
        category = CATEGORIES.get(letter, "")
        return {
            "id": self.id,
            "image": "",
            "title": self.title,
            "desc": self.when,
            "category": category,
        }


PHONE = Field("phone", "Phone", "tel")
EMAIL = Field(
    "email",
    "Email",
    "email",
    required=False,
    hint="For the confirmation mail. Leave empty to send none.",
)
ADDRESS = Field("address", "Address", "textarea")


def fields(kind: Kind, known: Catalogue) -> list[Field]:
    """Return the fields in the order of the storefront's form; KeyError for a kind with an island."""
    doctors = [(name, name) for name in known.site.doctors]
    events = [(name, name) for name in known.rules.event_types]
    durations = [(duration.value, duration.label) for duration in known.rules.plan_durations]
    forms = {
        Kind.SUBSCRIPTION: [
            Field("firstName", "First name"),
            Field("lastName", "Last name"),
            PHONE,
            EMAIL,
            Field("planDuration", "Plan duration", "select", choices=durations),
        ],
        Kind.EVENT: [
            Field("name", "Name"),
            EMAIL,
            PHONE,
            Field("eventType", "Event type", "select", choices=events),
            Field(
                "message",
                "Message",
                "textarea",
                required=False,
                hint="Date, guests, place, food wishes.",
            ),
        ],
        Kind.APPOINTMENT: [
            Field("doctorName", "Doctor", "select", choices=doctors),
            Field("name", "Name"),
            PHONE,
            EMAIL,
            ADDRESS,
        ],
        Kind.NUTRITION: [
            Field("name", "Name"),
            Field("age", "Age", "number"),
            EMAIL,
            Field("dietaryGoal", "Dietary goal", "textarea"),
            Field("allergies", "Allergies", "textarea", required=False),
            Field("preferredFoods", "Preferred foods", "textarea", required=False),
        ],
    }
    return forms[kind]


def groups(known: Catalogue) -> Iterator[tuple[str, bool, list[Meal]]]:
    """Yield a subscription's meals under titles, by time of day, then by week.

    True marks the long lists of the weekly menu, which are collapsed.
    """
    weekly = list(weekly_meals(known.weekly))
    of_weeks = {meal.id for meal in weekly}
    for letter, title in CATEGORIES.items():
        meals = [
            Meal(number, name)
            for number, name in known.meal_titles.items()
            if number not in of_weeks and number.startswith(letter)
        ]
        yield title, False, meals
    for week in sorted({meal.week for meal in weekly}):
        meals = [
            Meal(meal.id, meal.title, f"Week {week}, {meal.day}")
            for meal in weekly
            if meal.week == week
        ]
        yield f"Week {week}", True, meals


def body(kind: Kind, typed: QueryDict, known: Catalogue) -> dict[str, Any]:
    """Return the endpoint's body; a meal that is on no menu is ignored."""
    values: dict[str, Any] = {
        field.name: typed.get(field.name, "").strip() for field in fields(kind, known)
    }
    if kind == Kind.SUBSCRIPTION:
        selected = frozenset(typed.getlist(MEALS_FIELD))
        meals = (meal for _, _, of_group in groups(known) for meal in of_group)
        selected_meals = [meal for meal in meals if meal.id in selected]
        values["planName"] = ", ".join(meal.title for meal in selected_meals)
        values[MEALS_FIELD] = [meal.item() for meal in selected_meals]
    return values


def field_views(
    fields: Sequence[Field], typed: Mapping[str, str], errors: Mapping[str, str]
) -> list[dict[str, Any]]:
    """Return the fields to render; the first with an error, or the first, gets the focus."""
    focused = next((field.name for field in fields if field.name in errors), fields[0].name)
    return [
        {
            "field": field,
            "value": typed.get(field.name, ""),
            "error": errors.get(field.name, ""),
            "first": field.name == focused,
        }
        for field in fields
    ]
