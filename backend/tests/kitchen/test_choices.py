"""What the kitchen decides and ticks: each once, with its entry in the record, and taken back again."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User

from oottam.audit.models import AuditEntry
from oottam.core.errors import DomainError
from oottam.kitchen.services.choices import (
    choose,
    substitute,
    undo_choice,
    undo_substitution,
)
from oottam.kitchen.services.cooking import cook, uncook
from oottam.plans.models import Choice, CookedDish, Meal, Substitution
from tests.factories.accounts import make_cook as somebody
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

pytestmark = pytest.mark.django_db
AFTERWARDS = BEFORE + timedelta(days=2)


@pytest.fixture
def meena() -> User:
    make_eggs_or_sprouts()
    make_dish("Rice")
    make_dish("Paneer")
    return somebody()


def of(actor: User, **more: Any) -> dict[str, Any]:
    return {"day": MONDAY, "meal": LUNCH, "actor": actor, "now": BEFORE, **more}


def eggs(actor: User, option: str = "Boiled Eggs", **more: Any) -> dict[str, Any]:
    return of(actor, item=number(EGGS_OR_SPROUTS), chosen=number(option), **more)


def paneer(actor: User, **more: Any) -> dict[str, Any]:
    asked = {"item": number("Rice"), "instead": number("Paneer"), "reason": " Sold out "}
    return of(actor, **{**asked, **more})


def recorded() -> list[tuple[str, Any]]:
    entries = AuditEntry.objects.filter(day=MONDAY).order_by("pk")
    return [(entry.action, entry.data) for entry in entries]


def refusal(action: Any, **told: Any) -> tuple[str, str]:
    with pytest.raises(DomainError) as refused:
        action(**told)
    return refused.value.field, str(refused.value)


def test_a_choice_is_made_changed_and_taken_back(meena: User) -> None:
    choose(**eggs(meena))
    choose(**eggs(meena, "Sprouts Salad"))
    assert Choice.objects.get().chosen.name == "Sprouts Salad"
    assert (Choice.objects.get().by, Choice.objects.get().at) == (meena, BEFORE)
    undo_choice(**of(meena, item=number(EGGS_OR_SPROUTS)))
    assert not Choice.objects.exists()
    named = {"meal": LUNCH, "dish": EGGS_OR_SPROUTS}
    assert recorded() == [
        ("kitchen.choose", {**named, "was": None, "now": "Boiled Eggs"}),
        ("kitchen.choose", {**named, "was": "Boiled Eggs", "now": "Sprouts Salad"}),
        ("kitchen.unchoose", {**named, "was": "Sprouts Salad"}),
    ]


def test_what_is_chosen_already_is_not_chosen_again(meena: User) -> None:
    choose(**eggs(meena))
    choose(**eggs(somebody("ravi"), now=BEFORE + timedelta(hours=1)))
    assert Choice.objects.get().by == meena
    assert len(recorded()) == 1


def test_only_an_alternative_can_be_chosen(meena: User) -> None:
    assert refusal(choose, **eggs(meena, "Rice")) == (
        "chosen",
        "That is not one of its alternatives.",
    )


def test_a_dish_is_replaced_by_another_one_for_a_reason_and_comes_back(meena: User) -> None:
    substitute(**paneer(meena))
    substitute(**paneer(meena, instead=number("Sprouts Salad"), reason=""))
    found = Substitution.objects.get()
    assert (found.instead.name, found.reason) == ("Sprouts Salad", "")
    undo_substitution(**of(meena, item=number("Rice")))
    assert not Substitution.objects.exists()
    assert [(entry.action, entry.reason) for entry in AuditEntry.objects.order_by("pk")] == [
        ("kitchen.substitute", "Sold out"),
        ("kitchen.substitute", ""),
        ("kitchen.unsubstitute", ""),
    ]


@pytest.mark.parametrize(
    ("wrong", "field", "sentence"),
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
def test_a_substitute_is_a_dish_of_the_kitchen(
    meena: User, wrong: dict[str, Any], field: str, sentence: str
) -> None:
    given = {
        name: number(value) if value and name != "reason" else value
        for name, value in wrong.items()
    }
    assert refusal(substitute, **paneer(meena, **given)) == (field, sentence)


def test_a_tick_says_who_and_when_and_is_set_once(meena: User) -> None:
    Boxes().add(["Rice"])
    rice = number("Rice")
    cook(**of(meena, item=rice))
    cook(**of(somebody("ravi"), item=rice, now=BEFORE + timedelta(minutes=5)))
    ticked = total("Rice").cooked
    assert ticked
    assert (ticked.by, ticked.at) == ("meena", BEFORE)
    uncook(**of(meena, item=rice))
    uncook(**of(meena, item=rice))
    assert total("Rice").cooked is None
    named = {"meal": LUNCH, "dish": "Rice"}
    assert recorded() == [("kitchen.cook", named), ("kitchen.uncook", named)]


def test_a_tick_is_of_one_meal_of_one_day(meena: User) -> None:
    Boxes().add(["Rice"])
    cook(**of(meena, item=number("Rice"), meal=Meal.DINNER))
    cook(**of(meena, item=number("Rice"), day=MONDAY + timedelta(days=1)))
    assert total("Rice").cooked is None


def test_what_nobody_knows_cannot_be_ticked(meena: User) -> None:
    assert refusal(cook, **of(meena, item=0)) == ("item", "No such dish.")


@pytest.mark.parametrize(
    "action", [choose, undo_choice, substitute, undo_substitution, cook, uncook]
)
def test_nothing_of_a_day_that_has_passed_is_changed(meena: User, action: Any) -> None:
    told: dict[Any, dict[str, Any]] = {
        choose: eggs(meena),
        substitute: paneer(meena),
    }
    given = {**told.get(action, of(meena, item=number("Rice"))), "now": AFTERWARDS}
    sentence = "That day has passed: its sheet can no longer be changed."
    assert refusal(action, **given) == ("", sentence)
    assert recorded() == []


@pytest.mark.parametrize("action", [choose, cook])
def test_only_a_substitute_can_be_of_all_meals(meena: User, action: Any) -> None:
    told = eggs(meena) if action is choose else of(meena, item=number("Rice"))
    assert refusal(action, **{**told, "meal": 0}) == ("meal", "There is no such meal.")
    substitute(**paneer(meena, meal=0))
    assert [(kept.meal, kept.item.name) for kept in Substitution.objects.all()] == [(0, "Rice")]
    assert not CookedDish.objects.exists()
