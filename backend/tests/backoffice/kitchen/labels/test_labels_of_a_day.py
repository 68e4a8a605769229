"""The labels of a day: one per box, in the order of delivery, with what was agreed and no more."""

from dataclasses import replace
from datetime import date, datetime, time
from typing import Any

import pytest
import time_machine

from oottam import catalogue
from oottam.backoffice.kitchen.labels.label import NONVEG, VEG, Dish, Label
from oottam.backoffice.kitchen.labels.queries import boxes_of, labels_of
from oottam.kitchen.services.cutoff import take_due_snapshots
from oottam.menu.models import SoldOut
from oottam.schedule.models import (
    AcceptedDish,
    Choice,
    Ingredient,
    Meal,
    Serving,
    ServingState,
    Substitution,
)
from oottam.workflow.models import FulfilmentDetails
from tests.factories.accounts import make_cook
from tests.factories.kitchen import (
    EGGS_OR_SPROUTS,
    LUNCH,
    MONDAY,
    SUNDAY_EVENING,
    Boxes,
    make_dish,
    make_eggs_or_sprouts,
)

pytestmark = pytest.mark.django_db
LATER = datetime.fromisoformat("2026-12-06T20:00:00+05:30")


@pytest.fixture
def boxes() -> Boxes:
    return Boxes()


def labels(day: date = MONDAY) -> list[Label]:
    return labels_of(boxes_of(day), day)


def put(plan: Any, **facts: Any) -> None:
    FulfilmentDetails.objects.filter(request=plan.request).update(**facts)


def test_a_label_names_customer_dishes_and_address(boxes: Boxes) -> None:
    make_dish("Idli")
    make_dish("Vada")
    plan = boxes.plan(
        ["Idli", ("Vada", 2)],
        [MONDAY, date(2026, 12, 8)],
        name="கவிதா ராமன்",
        allergens=["peanut", "milk"],
        note="No onion",
        free_days=2,
    )
    assert labels() == [
        Label(
            day=MONDAY,
            meal="Lunch",
            name="கவிதா ராமன்",
            reference=plan.request.reference,
            stop="600 090 · Besant Nagar",
            delivery_time=time(12, 30),
            dishes=(Dish("Idli"), Dish("Vada", 2)),
            allergens=("Milk", "Peanuts"),
            note="No onion",
            mark=VEG,
            number=1,
            of=2,
            is_free=True,
        )
    ]


@pytest.mark.parametrize(
    ("state", "count"),
    [
        (ServingState.PLANNED, 1),
        (ServingState.DELIVERED, 1),
        (ServingState.FAILED, 1),
        (ServingState.FORFEITED, 0),
        (ServingState.CANCELLED, 0),
    ],
)
def test_a_box_of_the_day_has_a_label(boxes: Boxes, state: int, count: int) -> None:
    boxes.add(["Idli"], state=state)
    assert len(labels()) == count


def test_labels_are_sorted_by_meal_pin_code_locality_address_and_name(boxes: Boxes) -> None:
    ways: list[tuple[str, dict[str, Any], int]] = [
        ("dinner", {"pin": "600001"}, Meal.DINNER),
        ("no pin", {"pin": "", "locality": "Adyar"}, LUNCH),
        ("second locality", {"pin": "600020", "locality": "Gandhi Nagar"}, LUNCH),
        ("second street", {"pin": "600020", "locality": "adyar", "address": "10 A Road"}, LUNCH),
        ("Zaid", {"pin": "600020", "locality": "Adyar", "address": "9 A Road"}, LUNCH),
        ("arun", {"pin": "600020", "locality": "Adyar", "address": "9 A Road"}, LUNCH),
        ("first pin", {"pin": "600004", "locality": "Mylapore"}, LUNCH),
    ]
    for name, facts, meal in ways:
        put(boxes.add(["Idli"], name=name, meal=meal), **facts)
    assert [label.name for label in labels()] == [
        "first pin",
        "arun",
        "Zaid",
        "second street",
        "second locality",
        "no pin",
        "dinner",
    ]


def test_a_label_names_the_chosen_dish(boxes: Boxes) -> None:
    item = make_eggs_or_sprouts()
    boxes.add([EGGS_OR_SPROUTS, "Idli"], diet="any")
    boxes.add([EGGS_OR_SPROUTS], diet="veg", name="Zoya")
    one, other = labels()
    assert one.dishes == (Dish(EGGS_OR_SPROUTS), Dish("Idli"))  # nobody has chosen yet
    assert other.dishes == (Dish("Sprouts Salad"),)
    Choice.objects.create(
        date=MONDAY,
        meal=LUNCH,
        item=item,
        chosen=make_dish("Boiled Eggs", "nonveg"),
        by=make_cook(),
        at=LATER,
    )
    one, other = labels()
    assert one.dishes == (Dish("Boiled Eggs"), Dish("Idli"))
    assert other.dishes == (Dish("Sprouts Salad"),)


def test_a_label_names_the_replacement_and_the_replaced_dish(boxes: Boxes) -> None:
    ordered, instead = make_dish("Idli"), make_dish("Pongal")
    Substitution.objects.create(
        date=MONDAY, item=ordered, instead=instead, by=make_cook(), at=LATER
    )
    boxes.add(["Idli"])
    assert labels()[0].dishes == (Dish("Pongal, instead of Idli"),)


def test_a_dish_without_a_suitable_replacement_points_to_the_sheet(boxes: Boxes) -> None:
    make_dish("Boiled Eggs", "nonveg")
    boxes.add(["Boiled Eggs"], diet="veg")
    boxes.add(["Boiled Eggs", "Idli"], diet="veg", name="Zoya")
    one, other = labels()
    assert (one.dishes, one.mark) == ((), "")
    assert one.warnings == other.warnings == ("No suitable dish: 1 × Boiled Eggs (see sheet)",)
    assert other.dishes == (Dish("Idli"),)


def test_a_box_changed_after_the_cut_off_is_marked(boxes: Boxes) -> None:
    """Only the second of two boxes was changed after the cut-off."""
    item = make_eggs_or_sprouts()
    boxes.add([EGGS_OR_SPROUTS], diet="any", name="Asha")
    boxes.add(["Idli"], name="Zoya")
    take_due_snapshots(SUNDAY_EVENING)
    assert [label.is_changed for label in labels()] == [False, False]
    chosen = make_dish("Sprouts Salad")
    Choice.objects.create(
        date=MONDAY, meal=LUNCH, item=item, chosen=chosen, by=make_cook("mani"), at=LATER
    )
    assert [(label.name, label.is_changed) for label in labels()] == [
        ("Asha", True),
        ("Zoya", False),
    ]


def test_a_replacement_box_has_no_number(boxes: Boxes) -> None:
    plan = boxes.plan(["Idli"], [date(2026, 12, 4), date(2026, 12, 5)])
    missed = Serving.objects.filter(plan=plan).earliest("seq")
    Serving.objects.create(
        plan=plan,
        meal=LUNCH,
        seq=3,
        date=MONDAY,
        box_contents=missed.box_contents,
        replacement_for=missed,
    )
    (label,) = labels()
    assert (label.number, label.of, label.is_replacement) == (0, 0, True)


def test_an_event_has_one_label_and_no_number(boxes: Boxes) -> None:
    boxes.event([("Curd Rice", 40)])
    (label,) = labels()
    assert (label.meal, label.of, label.dishes) == ("Event", 0, (Dish("Curd Rice", 40),))


def test_a_person_without_details_has_a_label(boxes: Boxes) -> None:
    plan = boxes.add(["Idli"])
    FulfilmentDetails.objects.filter(request=plan.request).delete()
    (label,) = labels()
    assert (label.stop, label.allergens, label.note) == ("", (), "")


@pytest.mark.parametrize(
    ("marks", "expected"),
    [
        (["veg", "veg"], VEG),
        (["veg", "nonveg"], NONVEG),
        (["nonveg", "nonveg"], NONVEG),
        ([], ""),
    ],
)
def test_the_mark_covers_all_dishes_of_the_box(
    boxes: Boxes, marks: list[str], expected: str
) -> None:
    for at, mark in enumerate(marks):
        make_dish(f"Dish {at}", mark)
    boxes.add([f"Dish {at}" for at in range(len(marks))], diet="any")
    assert labels()[0].mark == expected


def test_a_box_has_no_mark_until_its_dish_is_chosen(boxes: Boxes) -> None:
    """One of the alternatives is not vegetarian, and the first one is."""
    make_dish("Sprouts Salad")
    eggs = make_dish("Boiled Eggs", "nonveg")
    either = make_dish("Sprouts Salad / Boiled Eggs")
    boxes.add(["Sprouts Salad / Boiled Eggs"], diet="any", name="Asha")
    boxes.add(["Sprouts Salad / Boiled Eggs"], diet="veg", name="Zoya")
    assert [label.mark for label in labels()] == ["", VEG]
    Choice.objects.create(
        date=MONDAY, meal=LUNCH, item=either, chosen=eggs, by=make_cook(), at=LATER
    )
    assert [label.mark for label in labels()] == [NONVEG, VEG]


def test_a_label_names_a_clash_as_the_sheet_does(boxes: Boxes) -> None:
    eggs = make_dish("Egg Curry", "nonveg", known=True, grams={"egg": 50})
    plan = boxes.add(["Egg Curry", "Idli"], diet="any", name="Asha", allergens=["egg"])
    boxes.add(["Egg Curry"], diet="any", name="Zoya")
    assert [label.warnings for label in labels()] == [("Egg Curry has eggs",), ()]
    AcceptedDish.objects.create(plan=plan, item=eggs, clashes="egg", by=make_cook(), at=LATER)
    assert labels()[0].warnings == ("Egg Curry has eggs, as was agreed",)


def test_a_label_warns_of_a_dish_that_sold_out_until_it_is_replaced(
    boxes: Boxes,
) -> None:
    fish, vada = make_dish("Meen Kuzhambu"), make_dish("Vada")
    boxes.add([("Meen Kuzhambu", 2), "Idli"], diet="any")
    boxes.add(["Vada"], name="Zoya")
    SoldOut.objects.create(dish_name="Meen Kuzhambu", since=LATER, until=MONDAY)
    SoldOut.objects.create(dish_name="Vada", since=LATER, until=date(2026, 12, 6))
    with time_machine.travel(LATER, tick=False):
        assert [label.warnings for label in labels()] == [("SOLD OUT: Meen Kuzhambu",), ()]
        Substitution.objects.create(
            date=MONDAY, meal=LUNCH, item=fish, instead=vada, by=make_cook(), at=LATER
        )
        assert [label.warnings for label in labels()] == [(), ()]


def test_a_label_warns_of_a_chosen_alternative_that_sold_out(boxes: Boxes) -> None:
    item = make_eggs_or_sprouts()
    boxes.add([EGGS_OR_SPROUTS], diet="any")
    SoldOut.objects.create(dish_name="Boiled Eggs", since=LATER)
    with time_machine.travel(LATER, tick=False):
        assert [label.warnings for label in labels()] == [()]
        Choice.objects.create(
            date=MONDAY, meal=LUNCH, item=item, chosen=make_dish("Boiled Eggs", "nonveg"),
            by=make_cook(), at=LATER,
        )  # fmt: skip
        assert [label.warnings for label in labels()] == [("SOLD OUT: Boiled Eggs",)]


def test_labels_of_a_past_day_warn_of_nothing_that_sold_out_since(boxes: Boxes) -> None:
    boxes.add(["Idli"])
    SoldOut.objects.create(dish_name="Idli", since=LATER)
    with time_machine.travel(datetime.fromisoformat("2026-12-08T08:00:00+05:30"), tick=False):
        assert [label.warnings for label in labels()] == [()]


@pytest.mark.parametrize(
    ("shown", "amounts"), [("pages", ""), ("pages-and-labels", "360 kcal, 12 g protein")]
)
def test_labels_say_what_a_dish_holds_where_the_shop_wants_it(
    boxes: Boxes, shown: Any, amounts: str
) -> None:
    make_dish("Curd Rice", known=True, grams={"rice": 100})
    Ingredient.objects.update(
        protein=12, carbohydrate=78, fat=0, fibre=0, source="own", confidence="matched"
    )
    make_dish("Secret Stew")
    boxes.plan(["Curd Rice", ("Secret Stew", 2)], [MONDAY])
    known = catalogue.current()
    catalogue.use(replace(known, site=replace(known.site, figures=shown)))
    [label] = labels()
    assert label.dishes == (Dish("Curd Rice", amounts=amounts), Dish("Secret Stew", 2))


def test_what_a_dish_holds_stands_beside_its_name_on_paper() -> None:
    assert Dish("Idli", amounts="300 kcal, 11 g protein").text == "Idli (300 kcal, 11 g protein)"
    assert Dish("Idli", 2, "300 kcal").text == "Idli (each 300 kcal)"
    assert Dish("Idli", 2).text == "Idli"
