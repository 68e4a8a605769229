"""Choices, substitutes and cooked marks: stored once, in the audit log, and undone."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User

from oottam.audit.models import AuditEntry
from oottam.kitchen.services.choices import (
    choose,
    substitute,
    undo_choice,
    undo_substitution,
)
from oottam.kitchen.services.cooking import cook, uncook
from oottam.schedule.models import Choice, CookedDish, Meal, Substitution
from tests.factories.accounts import make_cook
from tests.factories.kitchen import (
    BEFORE,
    EGGS_OR_SPROUTS,
    LUNCH,
    MONDAY,
    Boxes,
    make_dish,
    make_eggs_or_sprouts,
    number,
    total,
)
from tests.factories.requests import refusal

pytestmark = pytest.mark.django_db
AFTERWARDS = BEFORE + timedelta(days=2)


@pytest.fixture
def meena() -> User:
    make_eggs_or_sprouts()
    make_dish("Rice")
    make_dish("Paneer")
    return make_cook()


def arguments_for(actor: User, **more: Any) -> dict[str, Any]:
    return {"day": MONDAY, "meal": LUNCH, "actor": actor, "now": BEFORE, **more}


def eggs_choice(actor: User, option: str = "Boiled Eggs", **more: Any) -> dict[str, Any]:
    return arguments_for(actor, item=number(EGGS_OR_SPROUTS), chosen=number(option), **more)


def paneer_substitute(actor: User, **more: Any) -> dict[str, Any]:
    arguments = {"item": number("Rice"), "instead": number("Paneer"), "reason": " Sold out "}
    return arguments_for(actor, **{**arguments, **more})


def audit_entries() -> list[tuple[str, Any]]:
    entries = AuditEntry.objects.filter(day=MONDAY).order_by("pk")
    return [(entry.action, entry.data) for entry in entries]


def test_choice_is_made_changed_and_undone(meena: User) -> None:
    choose(**eggs_choice(meena))
    choose(**eggs_choice(meena, "Sprouts Salad"))
    assert Choice.objects.get().chosen.name == "Sprouts Salad"
    assert (Choice.objects.get().by, Choice.objects.get().at) == (meena, BEFORE)
    undo_choice(**arguments_for(meena, item=number(EGGS_OR_SPROUTS)))
    assert not Choice.objects.exists()
    named = {"meal": LUNCH, "dish": EGGS_OR_SPROUTS}
    assert audit_entries() == [
        ("kitchen.choose", {**named, "was": None, "now": "Boiled Eggs"}),
        ("kitchen.choose", {**named, "was": "Boiled Eggs", "now": "Sprouts Salad"}),
        ("kitchen.unchoose", {**named, "was": "Sprouts Salad"}),
    ]


def test_same_choice_is_stored_once(meena: User) -> None:
    choose(**eggs_choice(meena))
    choose(**eggs_choice(make_cook("ravi"), now=BEFORE + timedelta(hours=1)))
    assert Choice.objects.get().by == meena
    assert len(audit_entries()) == 1


def test_only_an_alternative_can_be_chosen(meena: User) -> None:
    assert refusal(choose, **eggs_choice(meena, "Rice")) == (
        "chosen",
        "That is not one of its alternatives.",
    )


def test_substitute_is_stored_with_its_reason_and_undone(meena: User) -> None:
    substitute(**paneer_substitute(meena))
    substitute(**paneer_substitute(meena, instead=number("Sprouts Salad"), reason=""))
    found = Substitution.objects.get()
    assert (found.instead.name, found.reason) == ("Sprouts Salad", "")
    undo_substitution(**arguments_for(meena, item=number("Rice")))
    assert not Substitution.objects.exists()
    assert [(entry.action, entry.reason) for entry in AuditEntry.objects.order_by("pk")] == [
        ("kitchen.substitute", "Sold out"),
        ("kitchen.substitute", ""),
        ("kitchen.unsubstitute", ""),
    ]


@pytest.mark.parametrize(
    ("invalid_fields", "field", "message"),
    [
        ({"instead": "Rice"}, "instead", "A dish cannot replace itself."),
        (
            {"instead": EGGS_OR_SPROUTS},
            "instead",
            f"{EGGS_OR_SPROUTS} has several alternatives: choose one of them.",
        ),
        ({"instead": 0}, "instead", "No such dish."),
        ({"item": 0}, "item", "No such dish."),
        ({"reason": "x" * 201}, "reason", "A reason can have at most 200 characters."),
    ],
)
def test_invalid_substitute_is_rejected(
    meena: User, invalid_fields: dict[str, Any], field: str, message: str
) -> None:
    given = {
        name: number(value) if value and name != "reason" else value
        for name, value in invalid_fields.items()
    }
    assert refusal(substitute, **paneer_substitute(meena, **given)) == (field, message)


def test_cooked_mark_stores_the_first_actor_and_time(meena: User) -> None:
    Boxes().add(["Rice"])
    rice = number("Rice")
    cook(**arguments_for(meena, item=rice))
    cook(**arguments_for(make_cook("ravi"), item=rice, now=BEFORE + timedelta(minutes=5)))
    ticked = total("Rice").cooked
    assert ticked
    assert (ticked.by, ticked.at) == ("meena", BEFORE)
    uncook(**arguments_for(meena, item=rice))
    uncook(**arguments_for(meena, item=rice))
    assert total("Rice").cooked is None
    named = {"meal": LUNCH, "dish": "Rice"}
    assert audit_entries() == [("kitchen.cook", named), ("kitchen.uncook", named)]


def test_cooked_mark_applies_to_one_meal_of_one_day(meena: User) -> None:
    Boxes().add(["Rice"])
    cook(**arguments_for(meena, item=number("Rice"), meal=Meal.DINNER))
    cook(**arguments_for(meena, item=number("Rice"), day=MONDAY + timedelta(days=1)))
    assert total("Rice").cooked is None


def test_unknown_dish_cannot_be_marked_cooked(meena: User) -> None:
    assert refusal(cook, **arguments_for(meena, item=0)) == ("item", "No such dish.")


@pytest.mark.parametrize(
    "action", [choose, undo_choice, substitute, undo_substitution, cook, uncook]
)
def test_past_day_cannot_be_changed(meena: User, action: Any) -> None:
    arguments: dict[Any, dict[str, Any]] = {
        choose: eggs_choice(meena),
        substitute: paneer_substitute(meena),
    }
    given = {**arguments.get(action, arguments_for(meena, item=number("Rice"))), "now": AFTERWARDS}
    message = "That day has passed: its sheet can no longer be changed."
    assert refusal(action, **given) == ("", message)
    assert audit_entries() == []


@pytest.mark.parametrize("action", [choose, cook])
def test_only_substitutes_may_apply_to_all_meals(meena: User, action: Any) -> None:
    arguments = (
        eggs_choice(meena) if action is choose else arguments_for(meena, item=number("Rice"))
    )
    assert refusal(action, **{**arguments, "meal": 0}) == ("meal", "There is no such meal.")
    substitute(**paneer_substitute(meena, meal=0))
    assert [(stored.meal, stored.item.name) for stored in Substitution.objects.all()] == [
        (0, "Rice")
    ]
    assert not CookedDish.objects.exists()
