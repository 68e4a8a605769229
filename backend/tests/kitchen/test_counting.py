"""The day's totals: dishes to cook, portions, and dietary conflicts."""

from collections import Counter
from datetime import time, timedelta
from typing import Any

import pytest

from oottam.kitchen.day import (
    Answer,
    DishAnswer,
    Event,
    KitchenNote,
    NothingFits,
    Person,
    Share,
    day_view,
    packed_boxes,
)
from oottam.kitchen.services.choices import choose, substitute
from oottam.kitchen.services.dietary_acceptance import check_day
from oottam.kitchen.services.dishes import find_or_create_item
from oottam.kitchen.shopping import shopping_list
from oottam.schedule.models import KitchenAlias, Meal, MealPlan, PlanState, Serving, ServingState
from oottam.workflow.services.editing import AcceptedWarnings
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
    portions,
    sheet,
    total,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def boxes() -> Boxes:
    return Boxes()


def make_choice(item: str, option: str) -> None:
    choose(
        day=MONDAY,
        meal=LUNCH,
        item=number(item),
        chosen=number(option),
        actor=make_cook(),
        now=BEFORE,
    )


def make_substitute(item: str, instead: str, meal: int = 0, by: str = "meena") -> None:
    what = {"item": number(item), "instead": number(instead)}
    seen = check_day(MONDAY, meal, **what).seen
    substitute(
        day=MONDAY, meal=meal, **what, reason="Sold out", actor=make_cook(by), now=BEFORE,
        accepted=AcceptedWarnings(seen, clash=True, reason="Agreed", not_known=True, left_out=True),
    )  # fmt: skip


def shares(found: tuple[Share, ...]) -> list[tuple[str, int]]:
    return [(share.name, share.quantity) for share in found]


def test_empty_day_has_no_meals() -> None:
    assert day_view(MONDAY).meals == ()


def test_equal_dishes_of_several_menus_are_one_total(boxes: Boxes) -> None:
    boxes.add(["Sambar", ("Idli", 2)], number=3)
    boxes.add(["Sambar"], diet="any", kind="combo")
    boxes.add(["Sambar"], meal=Meal.DINNER)
    assert portions(sheet()) == {"Idli": 6, "Sambar": 4}
    assert portions(sheet(Meal.DINNER)) == {"Sambar": 1}
    sambar = total("Sambar")
    assert (sambar.quantity, sambar.boxes, sambar.veg) == (4, 4, 3)
    assert (total("Idli").quantity, total("Idli").boxes) == (6, 3)


def test_merged_names_are_one_total(boxes: Boxes) -> None:
    """Lines name the kitchen's dish; labels show the ordered name."""
    idli = find_or_create_item("Idli")
    KitchenAlias.objects.create(source="tray", dish="idly", item=idli)
    boxes.add(["Idli"])
    assert portions(sheet()) == {"Idli": 1}


@pytest.mark.parametrize("state", ServingState)
def test_only_planned_delivered_and_failed_servings_count(
    boxes: Boxes, state: ServingState
) -> None:
    plan = boxes.add(["Idli"])
    held = state == ServingState.HELD
    Serving.objects.filter(plan=plan).update(state=state, date=None if held else MONDAY)
    counts = state in (ServingState.PLANNED, ServingState.DELIVERED, ServingState.FAILED)
    seen = day_view(MONDAY)
    assert portions(seen) == ({"Idli": 1} if counts else {})
    assert len(packed_boxes(MONDAY)) == (1 if counts else 0)


def test_box_with_two_names_of_one_dish_counts_as_one_box(boxes: Boxes) -> None:
    make_dish("Idli")
    boxes.add(["Idli", "Idli / Podi Idli"])
    boxes.add(["Idli / Podi Idli"])
    idli = total("Idli")
    assert (idli.quantity, idli.boxes) == (3, 2)


def test_last_servings_of_a_track_are_free(boxes: Boxes) -> None:
    days = [MONDAY - timedelta(days=ahead) for ahead in range(6)]
    last = boxes.plan(["Idli"], days[::-1], free_days=1)
    boxes.plan(["Idli"], days, free_days=1)
    seen = day_view(MONDAY)
    assert (seen.meals[0].boxes, seen.meals[0].free) == (2, 1)
    assert [box.plan_id for box in packed_boxes(MONDAY) if box.is_free] == [last.pk]


def test_last_remaining_serving_of_a_shortened_track_is_free(boxes: Boxes) -> None:
    plan = boxes.plan(["Idli"], [MONDAY, MONDAY + timedelta(days=1)], free_days=1)
    assert sheet().free == 0
    Serving.objects.filter(plan=plan, seq=2).update(state=ServingState.CANCELLED)
    assert sheet().free == 1


def test_cancelled_plan_has_no_free_servings(boxes: Boxes) -> None:
    plan = boxes.plan(["Idli"], [MONDAY, MONDAY + timedelta(days=1)], free_days=1)
    Serving.objects.filter(plan=plan, seq=2).update(state=ServingState.CANCELLED)
    MealPlan.objects.filter(pk=plan.pk).update(state=PlanState.CANCELLED)
    assert (sheet().boxes, sheet().free) == (1, 0)


def test_replacement_is_not_free(boxes: Boxes) -> None:
    plan = boxes.plan(["Idli"], [MONDAY - timedelta(days=1)], free_days=1)
    failed = Serving.objects.get(plan=plan)
    Serving.objects.create(
        plan=plan,
        meal=LUNCH,
        seq=2,
        date=MONDAY,
        box_contents=failed.box_contents,
        replacement_for=failed,
    )
    assert sheet().free == 0
    [box] = packed_boxes(MONDAY)
    assert (box.is_free, box.is_replacement, box.seq, box.of) == (False, True, 2, 1)


class TestAlternatives:
    """34 ordered, 9 of them vegetarian."""

    @pytest.fixture(autouse=True)
    def ordered(self, boxes: Boxes) -> None:
        make_eggs_or_sprouts()
        boxes.add([EGGS_OR_SPROUTS], diet="any", number=25)
        boxes.add([EGGS_OR_SPROUTS], diet="veg", number=9)

    def test_open_choice_is_listed_with_its_default_split(self) -> None:
        [found] = sheet().to_choose
        assert (found.name, found.quantity, found.veg) == (EGGS_OR_SPROUTS, 34, 9)
        assert shares(found.split) == [("Boiled Eggs", 25), ("Sprouts Salad", 9)]
        assert [(o.name, shares(o.split)) for o in found.options] == [
            ("Boiled Eggs", [("Boiled Eggs", 25), ("Sprouts Salad", 9)]),
            ("Sprouts Salad", [("Sprouts Salad", 34)]),
        ]

    def test_totals_use_the_default_of_an_open_choice(self) -> None:
        assert portions(sheet()) == {"Boiled Eggs": 25, "Sprouts Salad": 9}
        # Vegetarians have only one option.
        assert [t.by_default for t in sheet().dishes] == [25, 0]

    def test_choosing_eggs_gives_25_and_9(self) -> None:
        make_choice(EGGS_OR_SPROUTS, "Boiled Eggs")
        seen = sheet()
        assert portions(seen) == {"Boiled Eggs": 25, "Sprouts Salad": 9}
        assert seen.to_choose == ()
        assert [t.by_default for t in seen.dishes] == [0, 0]
        assert seen.alternatives[0].chosen == number("Boiled Eggs")

    def test_choosing_sprouts_gives_34(self) -> None:
        make_choice(EGGS_OR_SPROUTS, "Sprouts Salad")
        assert portions(sheet()) == {"Sprouts Salad": 34}
        assert (total("Sprouts Salad").veg, total("Sprouts Salad").boxes) == (9, 34)

    def test_choice_applies_only_to_its_day_and_meal(self, boxes: Boxes) -> None:
        boxes.add([EGGS_OR_SPROUTS], diet="any", meal=Meal.DINNER)
        boxes.add([EGGS_OR_SPROUTS], diet="any", on=MONDAY + timedelta(days=1))
        make_choice(EGGS_OR_SPROUTS, "Sprouts Salad")
        assert portions(sheet(Meal.DINNER)) == {"Boiled Eggs": 1}
        assert portions(sheet(on=MONDAY + timedelta(days=1))) == {"Boiled Eggs": 1}

    def test_choice_of_a_removed_alternative_is_ignored(self) -> None:
        make_choice(EGGS_OR_SPROUTS, "Sprouts Salad")
        find_or_create_item(EGGS_OR_SPROUTS).alternatives.filter(
            option=number("Sprouts Salad")
        ).delete()
        assert portions(sheet()) == {"Boiled Eggs": 25}


def test_single_suitable_alternative_needs_no_choice(boxes: Boxes) -> None:
    make_eggs_or_sprouts()
    boxes.add([EGGS_OR_SPROUTS], diet="veg")
    assert sheet().alternatives == ()
    assert portions(sheet()) == {"Sprouts Salad": 1}


def test_box_without_a_suitable_alternative_is_listed_as_not_fitting(boxes: Boxes) -> None:
    make_dish("Boiled Eggs", "nonveg")
    make_dish("Chicken", "nonveg")
    plan = boxes.add([("Boiled Eggs / Chicken", 2), "Rice"], diet="veg")
    seen = sheet()
    person = Person(plan.request.reference, "Asha Raman")
    assert seen.nothing_fits == (NothingFits(person, "Boiled Eggs / Chicken", 2),)
    assert portions(seen) == {"Rice": 1}


def test_alternative_without_a_mark_is_not_used_for_vegetarians(boxes: Boxes) -> None:
    make_dish("Puttu Roll", "")
    make_dish("Rice")
    boxes.add(["Puttu Roll / Rice"], diet="veg")
    assert portions(sheet()) == {"Rice": 1}


def test_vegetarian_gets_an_ordered_dish_unless_it_is_non_vegetarian(
    boxes: Boxes,
) -> None:
    make_dish("Puttu Roll", "")
    make_dish("Chicken", "nonveg")
    boxes.add(["Puttu Roll", "Chicken"], diet="veg")
    assert portions(sheet()) == {"Puttu Roll": 1}
    assert [each.ordered for each in sheet().nothing_fits] == ["Chicken"]


def test_unknown_diet_is_counted_as_vegetarian(boxes: Boxes) -> None:
    make_dish("Chicken", "nonveg")
    boxes.add(["Chicken"], diet="unknown")
    boxes.add(["Chicken"], diet="any")
    assert portions(sheet()) == {"Chicken": 1}
    assert len(sheet().nothing_fits) == 1


class TestSubstitutes:
    @pytest.fixture(autouse=True)
    def dishes_exist(self) -> None:
        make_eggs_or_sprouts()
        make_dish("Paneer")
        make_dish("Chicken", "nonveg")
        make_dish("Rice")

    def test_sheet_names_the_replaced_dish(self, boxes: Boxes) -> None:
        boxes.add(["Rice"], number=3)
        boxes.add(["Paneer"])
        make_substitute("Rice", "Paneer")
        assert portions(sheet()) == {"Paneer": 4}
        assert shares(total("Paneer").instead_of) == [("Rice", 3)]
        [found] = sheet().substitutions
        assert (found.name, found.instead_name, found.quantity) == ("Rice", "Paneer", 3)
        assert (found.reason, found.by.by) == ("Sold out", "meena")

    def test_substitute_of_a_meal_overrides_one_of_the_day(self, boxes: Boxes) -> None:
        boxes.add(["Rice"])
        boxes.add(["Rice"], meal=Meal.DINNER)
        make_substitute("Rice", "Paneer")
        make_substitute("Rice", "Sprouts Salad", meal=LUNCH, by="ravi")
        assert portions(sheet()) == {"Sprouts Salad": 1}
        assert [each.instead_name for each in sheet().substitutions] == ["Sprouts Salad"]
        assert portions(sheet(Meal.DINNER)) == {"Paneer": 1}

    def test_substitutes_are_not_chained(self, boxes: Boxes) -> None:
        boxes.add(["Rice", "Paneer"])
        make_substitute("Rice", "Paneer")
        make_substitute("Paneer", "Sprouts Salad", by="ravi")
        assert portions(sheet()) == {"Paneer": 1, "Sprouts Salad": 1}

    def test_substitute_must_suit_the_diet(self, boxes: Boxes) -> None:
        boxes.add(["Rice"], diet="any")
        boxes.add(["Rice"], diet="veg")
        make_substitute("Rice", "Chicken")
        assert portions(sheet()) == {"Chicken": 1}
        assert [each.ordered for each in sheet().nothing_fits] == ["Rice"]

    def test_substitute_replaces_the_used_alternative(self, boxes: Boxes) -> None:
        boxes.add([EGGS_OR_SPROUTS], diet="any")
        make_substitute("Boiled Eggs", "Paneer")
        assert portions(sheet()) == {"Paneer": 1}
        assert total("Paneer").by_default == 1

    def test_substitute_replaces_all_alternatives(self, boxes: Boxes) -> None:
        boxes.add([EGGS_OR_SPROUTS], diet="any")
        make_substitute(EGGS_OR_SPROUTS, "Paneer")
        assert portions(sheet()) == {"Paneer": 1}
        assert sheet().to_choose == ()


def test_allergy_answers_are_clash_none_found_or_not_known(boxes: Boxes) -> None:
    make_dish("Curd Rice", known=True, grams={"milk": 50})
    make_dish("Rice", known=True)
    make_dish("Puttu Roll")
    make_dish("Peanut Chutney", grams={"peanut": 10})
    plan = boxes.add(
        ["Curd Rice", "Rice", "Puttu Roll", "Peanut Chutney"],
        allergens=["peanut", "milk", "soy"],
        name="Ravi",
    )
    boxes.add(["Curd Rice"])
    boxes.add(["Rice"], allergens=["milk"], name="Asha")
    seen = sheet().allergies
    # Clashes come first.
    assert [(each.person.name, each.clashes) for each in seen] == [("Ravi", True), ("Asha", False)]
    assert seen[0].person == Person(plan.request.reference, "Ravi")
    assert seen[0].dishes == (
        DishAnswer("Curd Rice", Answer.CLASH, ("milk",)),
        DishAnswer("Rice", Answer.NONE_FOUND),
        DishAnswer("Puttu Roll", Answer.NOT_KNOWN),
        # Incomplete ingredients, but a known one clashes.
        DishAnswer("Peanut Chutney", Answer.CLASH, ("peanut",)),
    )


def test_allergies_are_checked_against_the_cooked_dish(boxes: Boxes) -> None:
    make_dish("Rice", known=True)
    make_dish("Curd Rice", known=True, grams={"milk": 50})
    boxes.add(["Rice"], allergens=["milk"])
    make_substitute("Rice", "Curd Rice")
    assert sheet().allergies[0].dishes == (DishAnswer("Curd Rice", Answer.CLASH, ("milk",)),)


def test_kitchen_notes_name_the_customer(boxes: Boxes) -> None:
    plan = boxes.add(["Rice"], note="No onions", name="Asha")
    boxes.add(["Rice"])
    person = Person(plan.request.reference, "Asha")
    assert sheet().notes == (KitchenNote(person, "No onions"),)


def test_empty_box_counts_as_undecided(boxes: Boxes) -> None:
    plan = boxes.add([], name="Asha")
    boxes.add(["Rice"])
    seen = sheet()
    assert seen.boxes == 2
    assert seen.undecided == (Person(plan.request.reference, "Asha"),)


def test_events_are_listed_with_dishes_guests_time_and_venue(boxes: Boxes) -> None:
    make_dish("Chicken", "nonveg")
    plan = boxes.event([("Chicken", 40), ("Rice", 60)], venue="Town hall")
    seen = sheet(Meal.EVENT)
    assert portions(seen) == {
        "Chicken": 40,
        "Rice": 60,
    }  # as agreed, independent of the number of guests
    assert seen.events == (
        Event(
            Person(plan.request.reference, "Asha Raman"),
            time(19),
            40,
            "Town hall",
            (Share(number("Chicken"), "Chicken", 40), Share(number("Rice"), "Rice", 60)),
        ),
    )


def test_every_portion_is_counted_or_listed_as_not_fitting(boxes: Boxes) -> None:
    """Totals and non-fitting portions add up to the ordered portions."""
    make_eggs_or_sprouts()
    make_dish("Chicken", "nonveg")
    boxes.add([EGGS_OR_SPROUTS, ("Rice", 3)], diet="any", number=2)
    boxes.add([EGGS_OR_SPROUTS, ("Chicken", 2)], diet="veg", number=3)
    seen = sheet()
    fits = sum(total.quantity for total in seen.dishes)
    assert fits + sum(each.quantity for each in seen.nothing_fits) == 2 * 4 + 3 * 3


def test_box_has_the_data_of_its_label(boxes: Boxes) -> None:
    make_dish("Curd Rice", known=True, grams={"milk": 50})
    make_eggs_or_sprouts()
    plan = boxes.plan(
        ["Curd Rice", (EGGS_OR_SPROUTS, 2)],
        [MONDAY, MONDAY + timedelta(days=1)],
        allergens=["milk"],
        note="Ring twice",
    )
    [box] = packed_boxes(MONDAY)
    assert (box.person.reference, box.plan_id, box.meal, box.seq, box.of) == (
        plan.request.reference, plan.pk, LUNCH, 1, 2,
    )  # fmt: skip
    assert (box.delivery_time, box.address, box.pin, box.locality) == (
        time(12, 30), "12 Beach Road", "600090", "Besant Nagar",
    )  # fmt: skip
    assert (box.needs.allergens, box.note, box.is_changed) == (("milk",), "Ring twice", False)
    dishes: list[Any] = [(d.ordered, d.cooked, d.quantity, d.answer, d.clashes) for d in box.dishes]
    assert dishes == [
        ("Curd Rice", "Curd Rice", 1, Answer.CLASH, ("milk",)),
        (EGGS_OR_SPROUTS, "Sprouts Salad", 2, Answer.NOT_KNOWN, ()),
    ]


def test_box_shows_a_dish_that_does_not_fit(boxes: Boxes) -> None:
    make_dish("Chicken", "nonveg")
    boxes.add(["Chicken"], diet="veg")
    [box] = packed_boxes(MONDAY)
    assert [(d.ordered, d.cooked) for d in box.dishes] == [("Chicken", None)]


def test_default_is_the_first_alternative_that_suits_each_customers_allergies() -> None:
    boxes = Boxes()
    make_dish("Boiled Eggs", "nonveg", known=True, grams={"egg": 100})
    make_dish("Paneer Tikka", known=True, grams={"milk": 80})
    make_dish("Sprouts Salad", known=True, grams={"moong": 80})
    dish = "Boiled Eggs / Paneer Tikka / Sprouts Salad"
    boxes.add([dish], diet="any")
    boxes.add([dish], diet="any", allergens=["egg"])
    boxes.add([dish], diet="any", allergens=["egg", "milk"])
    boxes.add([dish], diet="veg", allergens=["milk"])
    seen = day_view(MONDAY)
    expected = {"Boiled Eggs": 1, "Paneer Tikka": 1, "Sprouts Salad": 2}
    assert portions(seen) == expected
    [either] = sheet().to_choose
    assert {share.name: share.quantity for share in either.split} == expected
    assert Counter(dish.cooked for box in packed_boxes(MONDAY) for dish in box.dishes) == expected
    assert not any(each.clashes for each in sheet().allergies)
    bought = {each.name: each.grams for each in shopping_list(MONDAY, MONDAY).purchases}
    assert bought == {"Egg": 100, "Milk": 80, "Moong": 160}


def test_allergy_without_a_suitable_alternative_gets_the_first_and_shows_the_clash() -> None:
    make_dish("Paneer Tikka", known=True, grams={"milk": 80})
    make_dish("Kheer", known=True, grams={"milk": 80})
    Boxes().add(["Paneer Tikka / Kheer"], allergens=["milk"])
    assert portions(sheet()) == {"Paneer Tikka": 1}
    assert total("Paneer Tikka").clashes == 1


def test_unknown_alternative_is_preferred_to_one_that_clashes() -> None:
    make_dish("Paneer Tikka", known=True, grams={"milk": 80})
    make_dish("Chutney")
    Boxes().add(["Paneer Tikka / Chutney"], allergens=["milk"])
    assert portions(sheet()) == {"Chutney": 1}
