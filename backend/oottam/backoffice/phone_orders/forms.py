"""The forms of the kinds that need no island: their fields, and the body that they become.

A field has the name that the wire gives it. Nothing is checked here: the call's own form does that,
and its complaints come back by these names.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.http import QueryDict

from oottam.catalogue import Catalogue
from oottam.catalogue.meals import weekly_meals
from oottam.requests.models import Kind

MEALS = "selectedItems"
CATEGORIES = {"B": "Breakfast", "L": "Lunch", "D": "Dinner"}  # by the letter in a meal's id
Choices = Sequence[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Field:
    """A control of a form: `type` is an input's, "select" or "textarea"; choices are (value, label)."""

    name: str
    label: str
    type: str = "text"
    required: bool = True
    hint: str = ""
    choices: Choices = ()


@dataclass(frozen=True, slots=True)
class FieldView:
    """A field with what was typed into it, and what is wrong with that."""

    field: Field
    value: str = ""
    error: str = ""
    first: bool = False  # where the keyboard begins


@dataclass(frozen=True, slots=True)
class Meal:
    """A meal that a subscription may hold, as the storefront's body tells it."""

    id: str
    title: str
    when: str = ""

    def item(self) -> dict[str, str]:
        """The entry of `selectedItems`; a picture is of no use here."""
        letter = self.id.split("-")[1] if self.when else self.id[0]
        category = CATEGORIES.get(letter, "")
        return {
            "id": self.id,
            "image": "",
            "title": self.title,
            "desc": self.when,
            "category": category,
        }


@dataclass(frozen=True, slots=True)
class Group:
    """Meals that stand together; those `of_the_week` wait folded in, because they are many."""

    title: str
    meals: Sequence[Meal]
    of_the_week: bool = False
    ticked: frozenset[str] = field(default_factory=frozenset)

    @property
    def is_open(self) -> bool:
        """Whether something in it is ticked."""
        return any(meal.id in self.ticked for meal in self.meals)


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
    """What is asked for, in the order of the storefront's form; KeyError for a kind that has an island."""
    doctors = [(name, name) for name in known.site.doctors]
    events = [(name, name) for name in known.rules.event_types]
    durations = [(each.value, each.label) for each in known.rules.plan_durations]
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


def groups(kind: Kind, known: Catalogue, ticked: Sequence[str] = ()) -> list[Group]:
    """The meals that may be ticked: the ten of each time of day, then the four weeks; none but for subscriptions."""
    return list(_groups(known, frozenset(ticked))) if kind == Kind.SUBSCRIPTION else []


def body(kind: Kind, typed: QueryDict, known: Catalogue) -> dict[str, Any]:
    """The call's body, of what was typed and ticked; a meal that is on no menu is passed over."""
    values: dict[str, Any] = {
        each.name: typed.get(each.name, "").strip() for each in fields(kind, known)
    }
    if kind == Kind.SUBSCRIPTION:
        ticked = frozenset(typed.getlist(MEALS))
        meals = [meal for group in _groups(known, ticked) for meal in group.meals]
        chosen = [meal for meal in meals if meal.id in ticked]
        values["planName"] = ", ".join(meal.title for meal in chosen)
        values[MEALS] = [meal.item() for meal in chosen]
    return values


def shown(
    asked: Sequence[Field], typed: Mapping[str, str], errors: Mapping[str, str]
) -> list[FieldView]:
    """The fields to draw; the keyboard begins at the first wrong one, or at the first."""
    begin = next((each.name for each in asked if each.name in errors), asked[0].name)
    return [
        FieldView(
            each, typed.get(each.name, ""), errors.get(each.name, ""), first=each.name == begin
        )
        for each in asked
    ]


def _groups(known: Catalogue, ticked: frozenset[str]) -> Iterator[Group]:
    weekly = list(weekly_meals(known.weekly))
    of_weeks = {meal.id for meal in weekly}
    for letter, title in CATEGORIES.items():
        meals = [
            Meal(number, name)
            for number, name in known.meal_titles.items()
            if number not in of_weeks and number.startswith(letter)
        ]
        yield Group(title, meals, ticked=ticked)
    for week in sorted({meal.week for meal in weekly}):
        meals = [
            Meal(meal.id, meal.title, f"Week {week}, {meal.day}")
            for meal in weekly
            if meal.week == week
        ]
        yield Group(f"Week {week}", meals, of_the_week=True, ticked=ticked)
