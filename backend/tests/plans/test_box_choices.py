"""A customer chooses between the alternatives of a dish, and between her addresses, for one box until its cut-off."""

from datetime import datetime
from typing import Any

import pytest

from oottam.audit.models import AuditEntry
from oottam.core.days import EVERY_DAY
from oottam.core.errors import DomainError
from oottam.delivery.models import Route, RoutePin
from oottam.delivery.progress import places_of_boxes, progress
from oottam.delivery.runs import runs_of
from oottam.kitchen.day import day_view, delivery_boxes, packed_boxes
from oottam.kitchen.services.dish_choices import KITCHENS_CHOICE
from oottam.menu.models import SoldOut
from oottam.plans.services import change_receipts, customer_changes
from oottam.plans.services.action_runner import Action, ActionResult
from oottam.plans.services.box_choices import ChooseAddress, ChooseDishes
from oottam.plans.services.plan_actions import ChangeAddress, ChangeBox, Undo
from oottam.plans.services.price_changes import pending_price_changes
from oottam.plans.services.repository import load, load_calendar
from oottam.requests.models import Kind
from oottam.schedule.domain.actions import Move, Pause, Skip
from oottam.schedule.domain.dish_names import OrderedDish
from oottam.schedule.models import (
    Alternative,
    BoxLine,
    Choice,
    KitchenItem,
    MealPlan,
    PlanChange,
    Serving,
    ServingState,
)
from oottam.workflow.models import BoxAddress, LaterAddress
from oottam.workflow.services.details import save_details
from oottam.workflow.services.later_addresses import USUAL, place_of
from tests.factories.kitchen import make_dish
from tests.factories.plans import BREAKFAST, DINNER, LUNCH, Planner, at, day, on, sections
from tests.plans.test_addresses import HOME, MONDAY_TO_FRIDAY, OFFICE

pytestmark = pytest.mark.django_db
WEEK = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]


def breakfasts(planner: Planner, **details: Any) -> MealPlan:
    """Breakfasts of the menu's first week, from Mon 7 Dec: idlis on Monday, milk on Friday."""
    weeks: dict[str, Any] = {
        f"week{week}": {"breakfast": WEEK if week == 1 else [], "lunch": [], "dinner": []}
        for week in range(1, 5)
    }
    return planner.plan(Kind.COMBO, selectedItems=weeks, fulfilment=details)


def do(
    planner: Planner, plan: MealPlan, action: Action, now: datetime | None = None
) -> ActionResult:
    """Execute the customer's action on the plan's current version."""
    plan = MealPlan.objects.select_related("request").get(pk=plan.pk)
    return customer_changes.execute(
        plan=plan,
        version=plan.version,
        action=action,
        now=now or planner.now,
        key="k",
        sender="10.0.0.1",
    )


def refusal(planner: Planner, plan: MealPlan, action: Action, now: datetime | None = None) -> str:
    """Return why the action is refused; nothing is stored."""
    before = (PlanChange.objects.count(), BoxAddress.objects.count(), BoxLine.objects.count())
    with pytest.raises(DomainError) as refused:
        do(planner, plan, action, now)
    after = (PlanChange.objects.count(), BoxAddress.objects.count(), BoxLine.objects.count())
    assert after == before
    return str(refused.value)


def dish(name: str) -> int:
    return KitchenItem.objects.get(name=name).pk


def choose(plan: MealPlan, number: int, name: str, position: int = 1) -> ChooseDishes:
    """Choose this dish for the breakfast of a day of December."""
    item = dish(name) if name else KITCHENS_CHOICE
    return ChooseDishes(on(plan, number, BREAKFAST), {position: item})


def contents(plan: MealPlan, number: int, meal: int = BREAKFAST) -> list[tuple[str, str, int]]:
    """Return the names of a box's dishes, as ordered and as the kitchen's, with their quantities."""
    lines = BoxLine.objects.filter(
        box_contents=Serving.objects.get(pk=on(plan, number, meal)).box_contents
    )
    return list(lines.values_list("ordered_name", "item__name", "quantity"))


def cooked(number: int) -> dict[str, int]:
    """Return the portions by dish that the sheet of a day's breakfast counts."""
    [sheet] = [sheet for sheet in day_view(day(number)).meals if sheet.meal == BREAKFAST]
    return {total.name: total.quantity for total in sheet.dishes}


def sentences(plan: MealPlan, change: int | None) -> list[str]:
    plan = MealPlan.objects.select_related("request").get(pk=plan.pk)
    draft = load(plan, load_calendar(at("4 10:00")))
    [receipt] = [each for each in change_receipts.receipts(plan, draft) if each.change.pk == change]
    return receipt.sentences


@pytest.mark.both_databases
def test_chosen_alternative_is_cooked_labelled_and_nothing_else_changes(planner: Planner) -> None:
    plan = breakfasts(planner)
    others = {number: contents(plan, number) for number in range(8, 13)}
    assert cooked(7) == {"ABC Juice": 1, "Idli": 1}
    outcome = do(planner, plan, choose(plan, 7, "Podi Idli"))
    assert contents(plan, 7) == [("Podi Idli", "Podi Idli", 1), ("ABC Juice", "ABC Juice", 1)]
    assert {number: contents(plan, number) for number in range(8, 13)} == others
    assert cooked(7) == {"ABC Juice": 1, "Podi Idli": 1}
    [box] = packed_boxes(day(7))
    assert (box.dishes[0].ordered, box.dishes[0].cooked) == ("Podi Idli", "Podi Idli")
    assert sentences(plan, outcome.change_id) == [
        "Breakfast of Mon 7 Dec: Podi Idli instead of Idli / Podi Idli."
    ]
    [sheet] = [sheet for sheet in day_view(day(7)).meals if sheet.meal == BREAKFAST]
    assert not sheet.alternatives


def test_choice_changes_until_the_cut_off_and_goes_back_to_the_kitchen(planner: Planner) -> None:
    plan = breakfasts(planner)
    ordered = contents(plan, 7)
    do(planner, plan, choose(plan, 7, "Podi Idli"))
    do(planner, plan, choose(plan, 7, "Idli"))
    assert cooked(7) == {"ABC Juice": 1, "Idli": 1}
    do(planner, plan, choose(plan, 7, ""))
    assert contents(plan, 7) == ordered
    assert refusal(planner, plan, choose(plan, 7, "")) == "This is what comes already."


def test_undo_brings_back_what_was_there(planner: Planner) -> None:
    plan = breakfasts(planner)
    ordered = contents(plan, 7)
    first = do(planner, plan, choose(plan, 7, "Podi Idli")).change_id or 0
    second = do(planner, plan, choose(plan, 7, "Idli")).change_id or 0
    assert "changed again since" in refusal(planner, plan, Undo(first))
    do(planner, plan, Undo(second))
    undone = do(planner, plan, Undo(first))
    assert contents(plan, 7) == ordered
    assert sentences(plan, undone.change_id) == [
        "Breakfast of Mon 7 Dec: Idli / Podi Idli instead of Podi Idli."
    ]


def test_cut_off_holds_to_the_minute_for_choice_and_undo(planner: Planner) -> None:
    plan = breakfasts(planner)
    action = choose(plan, 8, "Sprouts Salad", 2)
    assert action.serving_id
    fitting = choose(plan, 12, "Oats Dosa")
    chosen = do(planner, plan, fitting, at("11 17:59")).change_id or 0
    assert "has passed" in refusal(planner, plan, fitting, at("11 18:00"))
    assert "counts on this box" in refusal(planner, plan, Undo(chosen), at("11 18:00"))
    assert "no result yet" in refusal(planner, plan, choose(plan, 7, "Idli"), at("9 10:00"))


@pytest.mark.parametrize(
    ("details", "offered"),
    [
        ({}, {"Almond Milk", "Peanut Milk"}),
        ({"allergens": ["peanut"]}, set()),
        ({"allergens": ["tree-nut"]}, set()),
        ({"allergens": ["fish"]}, {"Almond Milk", "Peanut Milk"}),
    ],
)
def test_alternative_that_harms_her_is_not_offered(
    planner: Planner, details: dict[str, Any], offered: set[str]
) -> None:
    plan = breakfasts(planner, **details)
    for name in ("Almond Milk", "Peanut Milk"):
        action = choose(plan, 11, name, 2)
        if name in offered:
            do(planner, plan, action)
        else:
            assert refusal(planner, plan, action) == "This dish cannot be chosen for this box."


def test_vegetarian_chooses_among_vegetarian_dishes_only(planner: Planner) -> None:
    plan = breakfasts(planner)
    action = choose(plan, 8, "Boiled Eggs", 2)
    assert refusal(planner, plan, action) == "This dish cannot be chosen for this box."
    eats_all = breakfasts(planner, diet="any")
    do(planner, eats_all, choose(eats_all, 8, "Boiled Eggs", 2))
    assert contents(eats_all, 8)[1][0] == "Boiled Eggs"


def test_dish_of_unknown_contents_is_not_offered_to_the_allergic(planner: Planner) -> None:
    plan = breakfasts(planner, allergens=["fish"])
    make_dish("Peanut Milk", known=False)
    assert "cannot be chosen" in refusal(planner, plan, choose(plan, 11, "Peanut Milk", 2))


def test_dish_that_is_sold_out_is_not_offered(planner: Planner) -> None:
    plan = breakfasts(planner)
    SoldOut.objects.create(dish_name="Podi Idli", until=day(7), since=planner.now)
    assert "cannot be chosen" in refusal(planner, plan, choose(plan, 7, "Podi Idli"))


@pytest.mark.parametrize("chosen", [{1: 999_999}, {2: 1}, {9: KITCHENS_CHOICE}, {}])
def test_wrong_choices_are_refused(planner: Planner, chosen: dict[int, int]) -> None:
    plan = breakfasts(planner)
    assert refusal(planner, plan, ChooseDishes(on(plan, 7, BREAKFAST), chosen))


def test_box_of_another_plan_cannot_be_chosen_for(planner: Planner) -> None:
    plan, other = breakfasts(planner), breakfasts(planner)
    assert refusal(planner, plan, choose(other, 7, "Podi Idli")) == "The plan has no such box."


def test_choice_costs_nothing_and_the_desk_prices_what_was_ordered(planner: Planner) -> None:
    plan = planner.lunches(6)
    ordered = BoxLine.objects.filter(box_contents__plan=plan)[0].item
    for position, name in enumerate(("Red Smoothie", "Green Smoothie"), start=1):
        Alternative.objects.create(item=ordered, position=position, option=make_dish(name))
    outcome = do(planner, plan, ChooseDishes(on(plan, 9), {1: dish("Green Smoothie")}))
    assert not pending_price_changes(plan.request_id)
    assert outcome.data.keys() == {"key", "chosen", "ends"}
    changed = planner.do(
        plan, ChangeBox([OrderedDish("kitchen", ordered.name, str(ordered.pk))], [on(plan, 9)])
    )
    assert changed.data["price"]["difference"] == 0


def test_kitchens_choice_for_the_day_leaves_hers_alone(planner: Planner) -> None:
    plan, other = breakfasts(planner), breakfasts(planner)
    do(planner, plan, choose(plan, 7, "Podi Idli"))
    Choice.objects.create(
        date=day(7), meal=BREAKFAST, item_id=dish("Idli / Podi Idli"), chosen_id=dish("Idli"),
        by=planner.actor, at=planner.now,
    )  # fmt: skip
    assert cooked(7) == {"ABC Juice": 2, "Idli": 1, "Podi Idli": 1}
    assert other


def office(planner: Planner, plan: MealPlan, address: str = OFFICE, **options: Any) -> int:
    """Store an office for weekdays; return its id."""
    given: dict[str, Any] = {"since": day(7), "meals": (LUNCH,), "weekdays": MONDAY_TO_FRIDAY}
    planner.do(plan, ChangeAddress(place=place_of(address, "", ""), **{**given, **options}))
    return LaterAddress.objects.latest("pk").pk


def goes_to(number: int, meal: int = LUNCH) -> str:
    """Return the address of a box, which its label and its run have."""
    [carried] = [box.address for box in delivery_boxes(day(number), meal)]
    [labelled] = [box.address for box in packed_boxes(day(number)) if box.meal == meal]
    assert carried == labelled
    return carried


@pytest.mark.both_databases
def test_chosen_address_is_that_of_one_box(planner: Planner) -> None:
    plan = planner.plan(date=6, sections=sections("lunch", "dinner"))
    place = office(planner, plan)
    do(planner, plan, ChooseAddress(on(plan, 9), USUAL))
    saturday = do(planner, plan, ChooseAddress(on(plan, 12), place))
    assert [goes_to(number) for number in range(7, 13)] == [
        *(OFFICE, OFFICE, HOME, OFFICE, OFFICE, OFFICE),
    ]
    assert goes_to(12, DINNER) == HOME
    assert sentences(plan, saturday.change_id) == ["Lunch of Sat 12 Dec goes to the other address."]
    entry = AuditEntry.objects.latest("pk")
    assert (entry.action, entry.data["by_customer"]) == ("schedule.address", True)


@pytest.mark.both_databases
def test_runs_and_routes_follow_the_choice(planner: Planner) -> None:
    beach, tech = (Route.objects.create(name=name, position=at) for at, name in enumerate("BT"))
    RoutePin.objects.create(pin="600090", route=beach)
    RoutePin.objects.create(pin="600113", route=tech)
    plan = planner.lunches(6)
    office(planner, plan)
    do(planner, plan, ChooseAddress(on(plan, 9), USUAL))
    routes = {number: [row.route for row in progress(day(number))] for number in (8, 9)}
    assert routes == {8: [tech.pk], 9: [beach.pk]}
    run = runs_of(day(9), LUNCH).of_route(beach.pk)
    assert run is not None
    assert run.boxes == 1
    assert [*places_of_boxes(day(9)).values()] == [("B", "")]


def test_address_is_undone_to_what_was_chosen_before(planner: Planner) -> None:
    plan = planner.lunches(6)
    place = office(planner, plan)
    first = do(planner, plan, ChooseAddress(on(plan, 9), USUAL)).change_id or 0
    second = do(planner, plan, ChooseAddress(on(plan, 9), place)).change_id or 0
    assert goes_to(9) == OFFICE
    assert "changed again since" in refusal(planner, plan, Undo(first))
    do(planner, plan, Undo(second))
    assert goes_to(9) == HOME
    undone = do(planner, plan, Undo(first))
    assert goes_to(9) == OFFICE
    assert not BoxAddress.objects.exists()
    assert sentences(plan, undone.change_id) == ["Lunch of Wed 9 Dec goes to the other address."]


def test_cut_off_holds_for_the_address_and_its_undo(planner: Planner) -> None:
    plan = planner.lunches(6)
    office(planner, plan)
    action = ChooseAddress(on(plan, 9), USUAL)
    change = do(planner, plan, action, at("8 17:59")).change_id or 0
    assert "has passed" in refusal(planner, plan, ChooseAddress(on(plan, 9), 1), at("8 18:00"))
    assert "counts on this box" in refusal(planner, plan, Undo(change), at("8 18:00"))
    planner.do(plan, Undo(change), at("8 18:00"))
    assert goes_to(9) == OFFICE


def test_day_that_has_passed_keeps_its_address(planner: Planner) -> None:
    plan = planner.lunches(6)
    office(planner, plan)
    change = do(planner, plan, ChooseAddress(on(plan, 9), USUAL)).change_id or 0
    with pytest.raises(DomainError, match="Wed 9 Dec has passed"):
        planner.do(plan, Undo(change), at("10 10:00"))


@pytest.mark.parametrize("address", [USUAL, 999_999])
def test_what_is_not_stored_or_there_already_is_refused(planner: Planner, address: int) -> None:
    plan = planner.lunches(6)
    office(planner, plan)
    assert refusal(planner, plan, ChooseAddress(on(plan, 12), address))


def test_one_address_leaves_nothing_to_choose(planner: Planner) -> None:
    plan = planner.lunches(6)
    assert refusal(planner, plan, ChooseAddress(on(plan, 9), USUAL))
    whole = office(planner, plan, weekdays=EVERY_DAY)
    for address in (USUAL, whole):
        assert refusal(planner, plan, ChooseAddress(on(plan, 9), address))


def test_address_of_another_customer_is_refused(planner: Planner) -> None:
    plan, other = planner.lunches(6), planner.lunches(6)
    office(planner, plan)
    foreign = office(planner, other)
    assert refusal(planner, plan, ChooseAddress(on(plan, 12), foreign))


def test_usual_address_is_the_present_one_after_a_move(planner: Planner) -> None:
    adyar = "9 Gandhi Nagar, Adyar, Chennai 600 020"
    plan = planner.lunches(6)
    office(planner, plan)
    do(planner, plan, ChooseAddress(on(plan, 10), USUAL))
    office(planner, plan, adyar, since=day(9), weekdays=EVERY_DAY)
    office(planner, plan, since=day(9))
    do(planner, plan, ChooseAddress(on(plan, 11), USUAL))
    assert [goes_to(number) for number in range(8, 13)] == [OFFICE, OFFICE, adyar, adyar, adyar]


def test_choice_follows_an_office_that_the_desk_replaces(planner: Planner) -> None:
    plan = planner.lunches(6)
    place = office(planner, plan)
    do(planner, plan, ChooseAddress(on(plan, 12), place))
    moved = "7 Anna Salai, Guindy, Chennai 600 032"
    changed = planner.do(
        plan,
        ChangeAddress(
            day(8), (LUNCH,), MONDAY_TO_FRIDAY, place_of(moved, "", ""), instead_of=place
        ),
    )
    assert goes_to(12) == moved
    planner.do(plan, Undo(changed.change_id or 0))
    assert goes_to(12) == OFFICE


def test_choice_lapses_where_the_desk_withdraws_the_address(planner: Planner) -> None:
    plan = planner.lunches(6)
    place = office(planner, plan)
    do(planner, plan, ChooseAddress(on(plan, 12), place))
    change = PlanChange.objects.get(data__address=place)
    planner.do(plan, Undo(change.pk))
    assert goes_to(12) == HOME


def test_box_that_moves_away_has_the_address_of_its_new_day(planner: Planner) -> None:
    plan = planner.lunches(6)
    office(planner, plan)
    do(planner, plan, ChooseAddress(on(plan, 9), USUAL))
    planner.do(plan, Move(on(plan, 9), day(14)))
    assert goes_to(14) == OFFICE


def test_paused_and_cancelled_boxes_have_nothing_to_choose(planner: Planner) -> None:
    plan = breakfasts(planner)
    box = on(plan, 7, BREAKFAST)
    planner.do(plan, Pause(day(7), None, [BREAKFAST]))
    assert "on hold" in refusal(planner, plan, ChooseDishes(box, {1: dish("Podi Idli")}))
    assert "on hold" in refusal(planner, plan, ChooseAddress(box, USUAL))
    Serving.objects.filter(pk=box).update(state=ServingState.CANCELLED)
    assert "cancelled" in refusal(planner, plan, ChooseDishes(box, {1: dish("Podi Idli")}))


def test_choices_count_among_the_changes_that_a_customer_may_make(
    planner: Planner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(customer_changes, "MAX_CHANGES", 1)
    plan = breakfasts(planner)
    do(planner, plan, choose(plan, 7, "Podi Idli"))
    assert "very often" in refusal(planner, plan, choose(plan, 7, "Idli"))


def test_same_address_stored_twice_is_one(planner: Planner) -> None:
    plan = planner.lunches(6)
    first = office(planner, plan, weekdays=1)
    second = office(planner, plan, weekdays=2)
    do(planner, plan, ChooseAddress(on(plan, 12), first))
    assert goes_to(12) == OFFICE
    assert refusal(planner, plan, ChooseAddress(on(plan, 10), second))


def test_desk_sees_what_the_customer_chose(planner: Planner) -> None:
    plan = breakfasts(planner)
    do(planner, plan, choose(plan, 7, "Podi Idli"))
    [(change, said)], count = change_receipts.newest_unseen(5)
    assert (change.action, said, count) == (
        "box",
        ["Breakfast of Mon 7 Dec: Podi Idli instead of Idli / Podi Idli."],
        1,
    )


def test_skipped_box_keeps_the_dish_that_she_chose(planner: Planner) -> None:
    plan = breakfasts(planner)
    do(planner, plan, choose(plan, 7, "Podi Idli"))
    do(planner, plan, Skip(serving_ids=[on(plan, 7, BREAKFAST)]))
    assert contents(plan, 14)[0][0] == "Podi Idli"


def test_diet_of_a_customer_who_chose_is_followed(planner: Planner) -> None:
    plan = breakfasts(planner, diet="any")
    do(planner, plan, choose(plan, 8, "Boiled Eggs", 2))
    save_details(**planner.current(plan.request), diet="veg")
    assert "Boiled Eggs" not in cooked(8)
    do(planner, plan, choose(plan, 8, "", 2))
    assert "Sprouts Salad" in cooked(8)
