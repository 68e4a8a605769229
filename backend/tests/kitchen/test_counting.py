"""A day added up: what is cooked, for how many, and for whom it does not fit."""

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
)
from oottam.kitchen.services.choices import choose, substitute
from oottam.kitchen.services.dietary_acceptance import check_day
from oottam.kitchen.services.dishes import find_or_create_item
from oottam.plans.models import KitchenAlias, Meal, MealPlan, PlanState, Serving, ServingState
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


def chosen(item: str, option: str) -> None:
    choose(
        day=MONDAY,
        meal=LUNCH,
        item=number(item),
        chosen=number(option),
        actor=make_cook(),
        now=BEFORE,
    )


def replaced(item: str, instead: str, meal: int = 0, by: str = "meena") -> None:
    what = {"item": number(item), "instead": number(instead)}
    seen = check_day(MONDAY, meal, **what).seen
    substitute(
        day=MONDAY, meal=meal, **what, reason="Sold out", actor=make_cook(by), now=BEFORE,
        accepted=AcceptedWarnings(seen, clash=True, reason="Agreed", not_known=True, left_out=True),
    )  # fmt: skip


def shares(found: tuple[Share, ...]) -> list[tuple[str, int]]:
    return [(share.name, share.quantity) for share in found]


def test_an_empty_day_has_no_meals() -> None:
    assert day_view(MONDAY).meals == ()


def test_equal_dishes_of_all_menus_are_one_total(boxes: Boxes) -> None:
    boxes.add(["Sambar", ("Idli", 2)], number=3)
    boxes.add(["Sambar"], diet="any", kind="combo")
    boxes.add(["Sambar"], meal=Meal.DINNER)
    assert portions(sheet()) == {"Idli": 6, "Sambar": 4}
    assert portions(sheet(Meal.DINNER)) == {"Sambar": 1}
    sambar = total("Sambar")
    assert (sambar.quantity, sambar.boxes, sambar.veg) == (4, 4, 3)
    assert (total("Idli").quantity, total("Idli").boxes) == (6, 3)


def test_names_that_staff_have_merged_are_one_total(boxes: Boxes) -> None:
    """Lines name the kitchen's dish; the label keeps what was ordered."""
    idli = find_or_create_item("Idli")
    KitchenAlias.objects.create(source="tray", dish="idly", item=idli)
    boxes.add(["Idli"])
    assert portions(sheet()) == {"Idli": 1}


@pytest.mark.parametrize("state", ServingState)
def test_planned_delivered_and_failed_boxes_count_and_no_others(
    boxes: Boxes, state: ServingState
) -> None:
    plan = boxes.add(["Idli"])
    held = state == ServingState.HELD
    Serving.objects.filter(plan=plan).update(state=state, date=None if held else MONDAY)
    counts = state in (ServingState.PLANNED, ServingState.DELIVERED, ServingState.FAILED)
    seen = day_view(MONDAY, with_boxes=True)
    assert portions(seen) == ({"Idli": 1} if counts else {})
    assert len(seen.boxes) == (1 if counts else 0)


def test_a_box_with_two_dishes_that_are_cooked_as_one_is_one_box(boxes: Boxes) -> None:
    make_dish("Idli")
    boxes.add(["Idli", "Idli / Podi Idli"])
    boxes.add(["Idli / Podi Idli"])
    idli = total("Idli")
    assert (idli.quantity, idli.boxes) == (3, 2)


def test_the_last_numbers_of_a_track_are_free(boxes: Boxes) -> None:
    days = [MONDAY - timedelta(days=ahead) for ahead in range(6)]
    last = boxes.plan(["Idli"], days[::-1], free_days=1)
    boxes.plan(["Idli"], days, free_days=1)
    seen = day_view(MONDAY, with_boxes=True)
    assert (seen.meals[0].boxes, seen.meals[0].free) == (2, 1)
    assert [box.plan for box in seen.boxes if box.is_free] == [last.pk]


def test_of_a_track_with_fewer_days_the_last_that_is_left_is_free(boxes: Boxes) -> None:
    plan = boxes.plan(["Idli"], [MONDAY, MONDAY + timedelta(days=1)], free_days=1)
    assert sheet().free == 0
    Serving.objects.filter(plan=plan, seq=2).update(state=ServingState.CANCELLED)
    assert sheet().free == 1


def test_a_plan_that_was_cancelled_did_not_come_to_its_free_days(boxes: Boxes) -> None:
    plan = boxes.plan(["Idli"], [MONDAY, MONDAY + timedelta(days=1)], free_days=1)
    Serving.objects.filter(plan=plan, seq=2).update(state=ServingState.CANCELLED)
    MealPlan.objects.filter(pk=plan.pk).update(state=PlanState.CANCELLED)
    assert (sheet().boxes, sheet().free) == (1, 0)


def test_what_makes_up_for_another_box_is_not_free(boxes: Boxes) -> None:
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
    [box] = day_view(MONDAY, with_boxes=True).boxes
    assert (box.is_free, box.is_made_up, box.seq, box.of) == (False, True, 2, 1)


class TestAlternatives:
    """34 ordered, 9 of them by people who eat no eggs."""

    @pytest.fixture(autouse=True)
    def ordered(self, boxes: Boxes) -> None:
        make_eggs_or_sprouts()
        boxes.add([EGGS_OR_SPROUTS], diet="any", number=25)
        boxes.add([EGGS_OR_SPROUTS], diet="veg", number=9)

    def test_until_somebody_chooses_they_stand_under_to_choose_with_the_default(self) -> None:
        [found] = sheet().to_choose
        assert (found.name, found.quantity, found.veg) == (EGGS_OR_SPROUTS, 34, 9)
        assert shares(found.split) == [("Boiled Eggs", 25), ("Sprouts Salad", 9)]
        assert [(o.name, shares(o.split)) for o in found.options] == [
            ("Boiled Eggs", [("Boiled Eggs", 25), ("Sprouts Salad", 9)]),
            ("Sprouts Salad", [("Sprouts Salad", 34)]),
        ]

    def test_the_totals_hold_what_is_cooked_if_nobody_chooses(self) -> None:
        assert portions(sheet()) == {"Boiled Eggs": 25, "Sprouts Salad": 9}
        # Those who eat no eggs have nothing to choose from.
        assert [t.by_default for t in sheet().dishes] == [25, 0]

    def test_choosing_eggs_gives_25_and_9(self) -> None:
        chosen(EGGS_OR_SPROUTS, "Boiled Eggs")
        seen = sheet()
        assert portions(seen) == {"Boiled Eggs": 25, "Sprouts Salad": 9}
        assert seen.to_choose == ()
        assert [t.by_default for t in seen.dishes] == [0, 0]
        assert seen.alternatives[0].chosen == number("Boiled Eggs")

    def test_choosing_sprouts_gives_34(self) -> None:
        chosen(EGGS_OR_SPROUTS, "Sprouts Salad")
        assert portions(sheet()) == {"Sprouts Salad": 34}
        assert (total("Sprouts Salad").veg, total("Sprouts Salad").boxes) == (9, 34)

    def test_another_day_and_another_meal_are_chosen_for_themselves(self, boxes: Boxes) -> None:
        boxes.add([EGGS_OR_SPROUTS], diet="any", meal=Meal.DINNER)
        boxes.add([EGGS_OR_SPROUTS], diet="any", on=MONDAY + timedelta(days=1))
        chosen(EGGS_OR_SPROUTS, "Sprouts Salad")
        assert portions(sheet(Meal.DINNER)) == {"Boiled Eggs": 1}
        assert portions(sheet(on=MONDAY + timedelta(days=1))) == {"Boiled Eggs": 1}

    def test_a_choice_that_is_no_alternative_any_more_counts_for_nothing(self) -> None:
        chosen(EGGS_OR_SPROUTS, "Sprouts Salad")
        find_or_create_item(EGGS_OR_SPROUTS).alternatives.filter(
            option=number("Sprouts Salad")
        ).delete()
        assert portions(sheet()) == {"Boiled Eggs": 25}


def test_where_only_one_alternative_suits_nobody_has_to_choose(boxes: Boxes) -> None:
    make_eggs_or_sprouts()
    boxes.add([EGGS_OR_SPROUTS], diet="veg")
    assert sheet().alternatives == ()
    assert portions(sheet()) == {"Sprouts Salad": 1}


def test_where_no_alternative_suits_nothing_fits(boxes: Boxes) -> None:
    make_dish("Boiled Eggs", "nonveg")
    make_dish("Chicken", "nonveg")
    plan = boxes.add([("Boiled Eggs / Chicken", 2), "Rice"], diet="veg")
    seen = sheet()
    person = Person(plan.request.reference, "Asha Raman")
    assert seen.nothing_fits == (NothingFits(person, "Boiled Eggs / Chicken", 2),)
    assert portions(seen) == {"Rice": 1}


def test_a_dish_whose_mark_is_not_known_is_chosen_for_no_vegetarian(boxes: Boxes) -> None:
    make_dish("Puttu Roll", "")
    make_dish("Rice")
    boxes.add(["Puttu Roll / Rice"], diet="veg")
    assert portions(sheet()) == {"Rice": 1}


def test_what_a_vegetarian_ordered_by_its_name_is_theirs_unless_it_is_not_vegetarian(
    boxes: Boxes,
) -> None:
    make_dish("Puttu Roll", "")
    make_dish("Chicken", "nonveg")
    boxes.add(["Puttu Roll", "Chicken"], diet="veg")
    assert portions(sheet()) == {"Puttu Roll": 1}
    assert [each.ordered for each in sheet().nothing_fits] == ["Chicken"]


def test_whoever_is_not_known_to_eat_everything_gets_no_meat(boxes: Boxes) -> None:
    make_dish("Chicken", "nonveg")
    boxes.add(["Chicken"], diet="unknown")
    boxes.add(["Chicken"], diet="any")
    assert portions(sheet()) == {"Chicken": 1}
    assert len(sheet().nothing_fits) == 1


class TestSubstitutes:
    @pytest.fixture(autouse=True)
    def known(self) -> None:
        make_eggs_or_sprouts()
        make_dish("Paneer")
        make_dish("Chicken", "nonveg")
        make_dish("Rice")

    def test_the_sheet_names_what_was_replaced(self, boxes: Boxes) -> None:
        boxes.add(["Rice"], number=3)
        boxes.add(["Paneer"])
        replaced("Rice", "Paneer")
        assert portions(sheet()) == {"Paneer": 4}
        assert shares(total("Paneer").instead_of) == [("Rice", 3)]
        [found] = sheet().substitutions
        assert (found.name, found.instead_name, found.quantity) == ("Rice", "Paneer", 3)
        assert (found.reason, found.by.by) == ("Sold out", "meena")

    def test_one_of_a_meal_goes_before_one_of_the_day(self, boxes: Boxes) -> None:
        boxes.add(["Rice"])
        boxes.add(["Rice"], meal=Meal.DINNER)
        replaced("Rice", "Paneer")
        replaced("Rice", "Sprouts Salad", meal=LUNCH, by="ravi")
        assert portions(sheet()) == {"Sprouts Salad": 1}
        assert [each.instead_name for each in sheet().substitutions] == ["Sprouts Salad"]
        assert portions(sheet(Meal.DINNER)) == {"Paneer": 1}

    def test_chains_are_not_followed(self, boxes: Boxes) -> None:
        boxes.add(["Rice", "Paneer"])
        replaced("Rice", "Paneer")
        replaced("Paneer", "Sprouts Salad", by="ravi")
        assert portions(sheet()) == {"Paneer": 1, "Sprouts Salad": 1}

    def test_a_substitute_suits_the_diet_or_nothing_fits(self, boxes: Boxes) -> None:
        boxes.add(["Rice"], diet="any")
        boxes.add(["Rice"], diet="veg")
        replaced("Rice", "Chicken")
        assert portions(sheet()) == {"Chicken": 1}
        assert [each.ordered for each in sheet().nothing_fits] == ["Rice"]

    def test_it_replaces_a_chosen_alternative(self, boxes: Boxes) -> None:
        boxes.add([EGGS_OR_SPROUTS], diet="any")
        replaced("Boiled Eggs", "Paneer")
        assert portions(sheet()) == {"Paneer": 1}
        assert total("Paneer").by_default == 1

    def test_it_replaces_all_alternatives_at_once(self, boxes: Boxes) -> None:
        boxes.add([EGGS_OR_SPROUTS], diet="any")
        replaced(EGGS_OR_SPROUTS, "Paneer")
        assert portions(sheet()) == {"Paneer": 1}
        assert sheet().to_choose == ()


def test_a_dish_clashes_or_nothing_is_found_or_it_is_not_known(boxes: Boxes) -> None:
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
    # Those with a clash come first.
    assert [(each.person.name, each.clashes) for each in seen] == [("Ravi", True), ("Asha", False)]
    assert seen[0].person == Person(plan.request.reference, "Ravi")
    assert seen[0].dishes == (
        DishAnswer("Curd Rice", Answer.CLASH, ("milk",)),
        DishAnswer("Rice", Answer.NONE_FOUND),
        DishAnswer("Puttu Roll", Answer.NOT_KNOWN),
        # Not all is known of it, and what is known clashes already.
        DishAnswer("Peanut Chutney", Answer.CLASH, ("peanut",)),
    )


def test_what_is_cooked_is_held_against_the_allergies_not_what_was_ordered(boxes: Boxes) -> None:
    make_dish("Rice", known=True)
    make_dish("Curd Rice", known=True, grams={"milk": 50})
    boxes.add(["Rice"], allergens=["milk"])
    replaced("Rice", "Curd Rice")
    assert sheet().allergies[0].dishes == (DishAnswer("Curd Rice", Answer.CLASH, ("milk",)),)


def test_notes_for_the_kitchen_name_the_person(boxes: Boxes) -> None:
    plan = boxes.add(["Rice"], note="No onions", name="Asha")
    boxes.add(["Rice"])
    person = Person(plan.request.reference, "Asha")
    assert sheet().notes == (KitchenNote(person, "No onions"),)


def test_a_box_of_which_nobody_knows_what_lies_in_it_counts_as_undecided(boxes: Boxes) -> None:
    plan = boxes.add([], name="Asha")
    boxes.add(["Rice"])
    seen = sheet()
    assert seen.boxes == 2
    assert seen.undecided == (Person(plan.request.reference, "Asha"),)


def test_events_stand_with_their_dishes_guests_time_and_venue(boxes: Boxes) -> None:
    make_dish("Chicken", "nonveg")
    plan = boxes.event([("Chicken", 40), ("Rice", 60)], venue="Town hall")
    seen = sheet(Meal.EVENT)
    assert portions(seen) == {"Chicken": 40, "Rice": 60}  # as agreed, whoever comes
    assert seen.events == (
        Event(
            Person(plan.request.reference, "Asha Raman"),
            time(19),
            40,
            "Town hall",
            (Share(number("Chicken"), "Chicken", 40), Share(number("Rice"), "Rice", 60)),
        ),
    )


def test_every_portion_is_in_the_totals_or_fits_nobody(boxes: Boxes) -> None:
    """Sheet = sum over servings x lines."""
    make_eggs_or_sprouts()
    make_dish("Chicken", "nonveg")
    boxes.add([EGGS_OR_SPROUTS, ("Rice", 3)], diet="any", number=2)
    boxes.add([EGGS_OR_SPROUTS, ("Chicken", 2)], diet="veg", number=3)
    seen = sheet()
    fits = sum(total.quantity for total in seen.dishes)
    assert fits + sum(each.quantity for each in seen.nothing_fits) == 2 * 4 + 3 * 3


def test_a_box_knows_what_its_label_says(boxes: Boxes) -> None:
    make_dish("Curd Rice", known=True, grams={"milk": 50})
    make_eggs_or_sprouts()
    plan = boxes.plan(
        ["Curd Rice", (EGGS_OR_SPROUTS, 2)],
        [MONDAY, MONDAY + timedelta(days=1)],
        allergens=["milk"],
        note="Ring twice",
    )
    [box] = day_view(MONDAY, with_boxes=True).boxes
    assert (box.person.reference, box.plan, box.meal, box.seq, box.of) == (
        plan.request.reference, plan.pk, LUNCH, 1, 2,
    )  # fmt: skip
    assert (box.delivery_time, box.address, box.pin, box.locality) == (
        time(12, 30), "12 Beach Road", "600090", "Besant Nagar",
    )  # fmt: skip
    assert (box.needs.allergens, box.note, box.is_changed) == (("milk",), "Ring twice", False)
    told: list[Any] = [(d.ordered, d.cooked, d.quantity, d.answer, d.clashes) for d in box.dishes]
    assert told == [
        ("Curd Rice", "Curd Rice", 1, Answer.CLASH, ("milk",)),
        (EGGS_OR_SPROUTS, "Sprouts Salad", 2, Answer.NOT_KNOWN, ()),
    ]


def test_in_a_box_nothing_fits_is_said(boxes: Boxes) -> None:
    make_dish("Chicken", "nonveg")
    boxes.add(["Chicken"], diet="veg")
    [box] = day_view(MONDAY, with_boxes=True).boxes
    assert [(d.ordered, d.cooked) for d in box.dishes] == [("Chicken", None)]
