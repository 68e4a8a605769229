"""Confirming a request creates its plan; later steps of the request change the plan."""

from datetime import date
from typing import Any

import pytest
from django.contrib.auth.models import User

from oottam.accounts.roles import Role
from oottam.core.errors import DomainError
from oottam.plans.services import plan_preview
from oottam.plans.services.plan_actions import ChangeBox, ChangeDays
from oottam.plans.services.repository import load_calendar
from oottam.requests.models import Kind, Request
from oottam.schedule.domain.dish_names import OrderedDish
from oottam.schedule.initial_schedule import first_start
from oottam.schedule.models import (
    BoxContents,
    BoxLine,
    ClosedDay,
    KitchenItem,
    Meal,
    MealPlan,
    PlanChange,
    Serving,
    ServingState,
    Track,
)
from oottam.workflow.services import transitions
from oottam.workflow.services.details import save_details
from oottam.workflow.services.event_details import save_event
from tests.factories.accounts import make_staff_account
from tests.factories.plans import (
    BREAKFAST,
    DINNER,
    LUNCH,
    Planner,
    at,
    dates,
    day,
    make_combo_plan,
    on,
    sections,
    skip,
)

pytestmark = pytest.mark.django_db
MEAL = {"image": "", "desc": "", "category": ""}


def contents(plan: MealPlan, meal: int = LUNCH) -> list[list[str]]:
    """Return the dish names of each serving, ordered by day."""
    servings = Serving.objects.filter(plan=plan, meal=meal).order_by("date")
    return [
        list(
            BoxLine.objects.filter(box_contents=serving.box_contents).values_list(
                "ordered_name", flat=True
            )
        )
        for serving in servings
    ]


@pytest.mark.parametrize("kind", [Kind.VEG, Kind.NONVEG, Kind.TRAY])
def test_day_order_has_a_track_per_section(planner: Planner, kind: Kind) -> None:
    plan = planner.plan(kind, date=6, sections=sections("breakfast", "dinner"))
    week = [day(number) for number in (7, 8, 9, 10, 11, 12)]
    assert dates(plan, BREAKFAST) == dates(plan, DINNER) == week
    assert dates(plan, LUNCH) == []
    assert list(plan.tracks.values_list("meal", "servings", "weekdays")) == [(1, 6, 63), (3, 6, 63)]
    lines = list(plan.request.order.lines.values_list("dish_name", flat=True))
    assert contents(plan, DINNER) == [lines] * 6
    assert BoxContents.objects.filter(plan=plan).count() == 1


def test_free_days_are_the_last_days_and_are_cooked(planner: Planner) -> None:
    plan = planner.lunches(30)
    assert plan.free_days == 2
    assert len(dates(plan)) == 30


def test_other_weekdays_can_be_agreed(planner: Planner) -> None:
    plan = planner.plan(fulfilment={"weekdays": 0b0010101}, date=6, sections=sections("lunch"))
    assert dates(plan) == [day(number) for number in (7, 9, 11, 14, 16, 18)]


def test_planning_skips_closed_days(planner: Planner) -> None:
    ClosedDay.objects.create(
        date=day(9), meal=0, reason="Holiday", by=planner.actor, at=planner.now
    )
    ClosedDay.objects.create(
        date=day(10), meal=DINNER, reason="Gas", by=planner.actor, at=planner.now
    )
    plan = planner.plan(date=6, sections=sections("lunch", "dinner"))
    assert dates(plan) == [day(number) for number in (7, 8, 10, 11, 12, 14)]
    assert dates(plan, DINNER) == [day(number) for number in (7, 8, 11, 12, 14, 15)]


def test_combo_is_placed_by_week_and_weekday_from_monday(planner: Planner) -> None:
    plan = make_combo_plan(planner, week1=["Monday", "Thursday"], week3=["Saturday"])
    assert dates(plan) == [day(7), day(10), day(26)]
    weekdays = dict(Track.objects.filter(plan=plan).values_list("meal", "weekdays"))
    assert weekdays == {LUNCH: 0b0101001, DINNER: 0b0111111}
    stored = plan.request.combo.slots.get(week=1, meal="lunch", day="Monday").items
    assert contents(plan)[0] == stored.split(" + ")


def test_combo_must_start_on_a_monday(planner: Planner) -> None:
    request = planner.asked(Kind.COMBO, fulfilment={"start_date": day(9)})
    with pytest.raises(DomainError) as refused:
        planner.confirm(request)
    assert (refused.value.field, str(refused.value)) == (
        "start_date",
        "Weekly meals start on a Monday, such as Mon 14 Dec.",
    )
    assert not MealPlan.objects.exists()
    assert Request.objects.get(pk=request.pk).status == "new"


def test_combo_serving_on_a_closed_day_moves_to_the_end(planner: Planner) -> None:
    ClosedDay.objects.create(
        date=day(10), meal=0, reason="Holiday", by=planner.actor, at=planner.now
    )
    plan = make_combo_plan(planner, week1=["Monday", "Thursday"], week2=["Monday"])
    assert dates(plan) == [day(7), day(14), day(17)]


def chosen(*ids: str) -> list[dict[str, str]]:
    return [{**MEAL, "id": each, "title": f"Meal {each}"} for each in ids]


def test_chosen_meals_rotate_in_their_order(planner: Planner) -> None:
    plan = planner.plan(Kind.SUBSCRIPTION, selectedItems=chosen("L3", "L1", "B2"))
    titles = [meal.menu_title for meal in plan.request.subscription.meals.all()]
    assert contents(plan) == [[titles[0]], [titles[1]]] * 3
    assert contents(plan, BREAKFAST) == [[titles[2]]] * 6
    assert len(dates(plan)) == 6


def test_menu_table_meals_are_placed_as_combos_and_repeat_every_four_weeks(
    planner: Planner,
) -> None:
    ids = ("W1-L-Monday", "W2-L-Friday", "W1-D-Tuesday")
    plan = planner.plan(Kind.SUBSCRIPTION, fulfilment={"days": 30}, selectedItems=chosen(*ids))
    assert dates(plan) == [day(7), day(18), day(4, 1)]  # weeks 1, 2, and 1 again
    assert dates(plan, DINNER) == [day(8), day(5, 1)]
    assert plan.tracks.get(meal=LUNCH).servings == 3


def test_menu_table_meals_start_with_the_first_chosen_week(planner: Planner) -> None:
    plan = planner.plan(Kind.SUBSCRIPTION, selectedItems=chosen("W3-L-Wednesday"))
    assert dates(plan) == [day(9)]


def test_meal_missing_from_the_menus_is_planned_by_its_title(planner: Planner) -> None:
    plan = planner.plan(Kind.SUBSCRIPTION, selectedItems=chosen("X9"))
    assert contents(plan) == [["Meal X9"]] * 6  # lunch by default


def test_event_is_one_empty_serving_on_its_day(planner: Planner) -> None:
    plan = planner.plan(Kind.EVENT)
    assert dates(plan, Meal.EVENT) == [day(12)]
    assert contents(plan, Meal.EVENT) == [[]]
    dishes = [OrderedDish("tray", "Phulka", quantity=80)]
    planner.do(plan, ChangeBox(dishes, serving_ids=[on(plan, 12, Meal.EVENT)]))
    assert BoxLine.objects.get(box_contents__plan=plan).quantity == 80


@pytest.mark.parametrize("kind", [Kind.APPOINTMENT, Kind.NUTRITION])
def test_other_kinds_create_no_plan(planner: Planner, kind: Kind) -> None:
    from tests.factories.requests import make_confirmable, make_request

    request = make_confirmable(make_request(planner.send, kind), planner.actor)
    transitions.confirm(
        **{**planner.current(request), "now": at("1 09:00").replace(month=11, day=23)}
    )
    assert not MealPlan.objects.exists()


def test_same_dish_of_two_menus_is_one_kitchen_item(planner: Planner) -> None:
    planner.plan(Kind.VEG, date=6, sections=sections("lunch"))
    before = KitchenItem.objects.count()
    planner.plan(Kind.VEG, date=6, sections=sections("dinner"))
    assert KitchenItem.objects.count() == before


def test_alternatives_are_one_kitchen_item_with_options(planner: Planner) -> None:
    make_combo_plan(planner, week1=["Monday"])
    item = KitchenItem.objects.filter(name__contains=" / ").first()
    assert item is not None
    options = [each.option.name for each in item.alternatives.all()]
    assert " / ".join(options) == item.name


@pytest.mark.parametrize(
    ("now", "proposed"),
    [
        ("4 10:00", day(5)),  # a Friday
        ("4 17:59", day(5)),
        ("4 18:00", day(7)),  # Sunday is no service day
        ("5 23:59", day(7)),
        ("6 17:59", day(7)),
        ("6 18:00", day(8)),
    ],
)
def test_proposed_start_is_the_first_day_before_its_cut_off(
    planner: Planner, now: str, proposed: date
) -> None:
    request = planner.asked(date=6, sections=sections("lunch"))
    assert first_start(request, load_calendar(at(now))) == proposed


@pytest.mark.parametrize(
    ("now", "proposed"), [("4 10:00", day(7)), ("6 17:59", day(7)), ("6 18:00", day(14))]
)
def test_proposed_start_of_a_combo_is_a_monday(planner: Planner, now: str, proposed: date) -> None:
    request = planner.asked(Kind.COMBO)
    assert first_start(request, load_calendar(at(now))) == proposed


def test_confirming_after_the_cut_off_names_the_next_day(planner: Planner) -> None:
    request = planner.asked(date=6, sections=sections("lunch"))
    planner.now = at("6 18:00")
    with pytest.raises(DomainError, match="it can start on Tue 8 Dec"):
        planner.confirm(request)


def test_cancelling_a_request_cancels_future_servings(planner: Planner) -> None:
    """Tue 8 Dec is past its cut-off and is forfeited."""
    plan = planner.lunches(6)
    planner.now = at("7 20:00")
    transitions.cancel(**planner.current(plan.request), reason="Moves away")
    states = list(
        Serving.objects.filter(plan=plan).order_by("date").values_list("state", flat=True)
    )
    cancelled = ServingState.CANCELLED
    # Today's serving is delivered or on its way: day closing settles it.
    assert states == [ServingState.FORFEITED, ServingState.FORFEITED, *[cancelled] * 4]
    plan.refresh_from_db()
    assert plan.state == "cancelled"


def test_reopened_and_confirmed_request_is_planned_again(planner: Planner) -> None:
    plan = planner.lunches(6)
    planner.do(plan, skip(plan, [day(9)], [LUNCH]))
    owner = make_staff_account("meena", Role.OWNER)
    transitions.cancel(**planner.current(plan.request), reason="Moves away")
    transitions.reopen(**{**planner.current(plan.request), "actor": owner}, reason="Stays")
    planner.now = at("8 09:00")
    save_details(**planner.current(plan.request), start_date=day(14))
    planner.confirm(plan.request)
    assert dates(plan) == [day(number) for number in (14, 15, 16, 17, 18, 19)]
    assert Serving.objects.filter(plan=plan).count() == 6
    plan.refresh_from_db()
    assert plan.state == "running"


def test_reopened_started_plan_continues_with_remaining_servings(planner: Planner) -> None:
    plan = planner.lunches(6)
    owner = make_staff_account("meena", Role.OWNER)
    Serving.objects.filter(plan=plan, date__lte=day(8)).update(state=ServingState.DELIVERED)
    planner.now = at("8 20:00")  # Wed 9 Dec is forfeited
    transitions.cancel(**planner.current(plan.request), reason="Moves away")
    transitions.reopen(**{**planner.current(plan.request), "actor": owner}, reason="Stays")
    save_details(**planner.current(plan.request), start_date=day(14))
    planner.confirm(plan.request)
    assert dates(plan) == [day(number) for number in (7, 8, 14, 15, 16)]


def test_preview_equals_the_confirmed_plan(planner: Planner) -> None:
    """The preview also covers a reopened request; `test_schedule.py` of its page covers each kind."""
    request = planner.asked(date=15, sections=sections("lunch", "dinner"))
    seen = plan_preview.preview_plan(request, planner.now)
    plan = planner.confirm(request)
    assert {each.meal: list(each.days) for each in seen} == {
        LUNCH: dates(plan), DINNER: dates(plan, DINNER)
    }  # fmt: skip
    assert [each.free for each in seen] == [(dates(plan)[-1],)] * 2
    Serving.objects.filter(plan=plan, date__lte=day(8)).update(state=ServingState.DELIVERED)
    planner.now = at("8 20:00")
    transitions.cancel(**planner.current(plan.request), reason="Moves away")
    owner = make_staff_account("meena", Role.OWNER)
    transitions.reopen(**{**planner.current(plan.request), "actor": owner}, reason="Stays")
    save_details(**planner.current(plan.request), start_date=day(14))
    seen = plan_preview.preview_plan(Request.objects.get(pk=request.pk), planner.now)
    planner.confirm(request)
    came = [day(7), day(8)]
    assert {each.meal: [*came, *each.days] for each in seen} == {
        LUNCH: dates(plan), DINNER: dates(plan, DINNER)
    }  # fmt: skip


def test_too_many_servings_for_the_calendar_are_rejected(planner: Planner) -> None:
    fulfilment = {"days": 366, "weekdays": 1}
    request = planner.asked(Kind.SUBSCRIPTION, fulfilment=fulfilment, selectedItems=chosen("L1"))
    with pytest.raises(DomainError, match="There is no free day for years") as refused:
        planner.confirm(request)
    assert refused.value.field == "days"


def test_diet_change_applies_to_every_serving(planner: Planner) -> None:
    plan = planner.lunches(6)
    assert set(BoxLine.objects.values_list("veg_only", flat=True)) == {True}
    save_details(**planner.current(plan.request), diet="any")
    assert set(BoxLine.objects.values_list("veg_only", flat=True)) == {False}


def test_days_of_a_planned_request_are_changed_only_in_the_schedule(planner: Planner) -> None:
    plan = planner.lunches(6)
    with pytest.raises(DomainError, match="It has a plan now") as refused:
        save_details(**planner.current(plan.request), start_date=day(14))
    assert refused.value.field == "start_date"


def test_moving_an_event_moves_its_serving(planner: Planner) -> None:
    plan = planner.plan(Kind.EVENT)
    agreed: dict[str, Any] = {"time": None, "guests": 20, "venue": "At home"}
    save_event(**planner.current(plan.request), date=day(13), **agreed)
    assert dates(plan, Meal.EVENT) == [day(13)]  # a Sunday
    with pytest.raises(DomainError, match="agree another day, or cancel it"):
        save_event(**planner.current(plan.request), date=None, **agreed)


def test_request_with_future_servings_cannot_be_completed(planner: Planner) -> None:
    plan = planner.lunches(6)
    with pytest.raises(DomainError, match="It has boxes to come, or without a result"):
        transitions.complete(**planner.current(plan.request))
    Serving.objects.update(state=ServingState.DELIVERED)
    transitions.complete(**planner.current(plan.request))


def test_subscription_without_meals_has_empty_servings(planner: Planner) -> None:
    plan = planner.plan(Kind.SUBSCRIPTION, selectedItems=[])
    assert not Serving.objects.exists()
    planner.do(plan, ChangeDays(LUNCH, 2))
    assert dates(plan) == [day(5), day(7)]
    assert contents(plan) == [[], []]  # counted as undecided


def test_plan_change_stores_actor_and_time(planner: Planner) -> None:
    plan = planner.lunches(6)
    change = PlanChange.objects.get(plan=plan)
    assert (change.action, change.by, change.at) == ("confirm", planner.actor, planner.now)
    assert change.servings.count() == 6


def test_customer_text_includes_the_planned_days(planner: Planner) -> None:
    from oottam.workflow.services.agreement import agreed_facts

    plan = planner.lunches(15)
    planner.do(plan, skip(plan, [day(9)], [LUNCH]))
    texts = {fact.label: fact.text for fact in agreed_facts(plan.request)}
    assert texts == {
        "First day": "Monday, 7 December 2026",
        "Last day": "Thursday, 24 December 2026",
        "Lunch": "15 days, Monday to Saturday: 7 to 24 Dec, except 9 Dec",
        "Free days": "23 Dec; moved paid days until 24 Dec",
        "Delivery time": "12:30 pm",
    }


def test_request_without_a_plan_has_no_day_text(
    planner: Planner, django_user_model: type[User]
) -> None:
    from oottam.plans.services.customer_text import describe_plan

    assert describe_plan(planner.asked()) == []
