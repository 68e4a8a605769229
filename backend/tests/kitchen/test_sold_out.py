"""A dish that sold out after its order came: who plans, changes or cooks it is told."""

from datetime import date, timedelta

import pytest
from django.contrib.auth.models import User

from oottam.core.errors import DomainError
from oottam.kitchen.services import choices
from oottam.kitchen.services.dietary_checks import check_plan, check_request
from oottam.kitchen.services.sold_out import meals_holding, sold_out_dishes
from oottam.menu.models import SoldOut
from oottam.plans.services.plan_actions import ChangeBox
from oottam.requests.models import Request
from oottam.schedule.domain.dish_names import OrderedDish
from oottam.schedule.models import MealPlan
from oottam.workflow.services.editing import AcceptedWarnings
from oottam.workflow.services.transitions import confirm
from tests.factories.kitchen import BEFORE, LUNCH, MONDAY, Boxes, make_dish, number
from tests.factories.plans import FRIDAY, Planner, day, on

pytestmark = pytest.mark.django_db
TODAY = BEFORE.date()


def sell_out(name: str, until: date | None = None) -> str:
    SoldOut.objects.create(dish_name=name, until=until, since=FRIDAY)
    return name


def dish_of(request: Request) -> str:
    line = request.order.lines.first()
    assert line is not None
    return str(line.dish_name)


def test_confirming_needs_a_tick_for_what_sold_out_since(planner: Planner) -> None:
    request = planner.asked()
    name = sell_out(dish_of(request), day(8))
    with pytest.raises(DomainError, match=f"{name} is sold out until Tue 8 Dec") as refused:
        planner.confirm(request)
    assert refused.value.field == "sold_out"
    check = check_request(Request.objects.get(pk=request.pk), FRIDAY.date())
    assert check
    seen = AcceptedWarnings(check.seen, clash=True, reason="x", not_known=True, sold_out=True)
    confirm(**planner.current(request), accepted=seen)
    assert MealPlan.objects.filter(request=request).exists()


def test_dish_that_is_back_by_the_first_day_needs_none(planner: Planner) -> None:
    request = planner.asked()
    sell_out(dish_of(request), day(6))
    assert planner.confirm(request)


def test_plan_names_what_its_next_boxes_lack(planner: Planner) -> None:
    plan = planner.lunches(6)
    name = sell_out(dish_of(plan.request), day(7))
    check = check_plan(plan, day(7))
    assert [str(each) for each in check.sold_out] == [f"{name} is sold out until Mon 7 Dec"]
    assert not check_plan(plan, day(8)).sold_out


def test_box_changed_to_a_sold_out_dish_needs_a_tick(planner: Planner) -> None:
    plan = planner.lunches(6)
    sell_out("Curd Rice")
    change = ChangeBox([OrderedDish("veg", "Curd Rice")], serving_ids=[on(plan, 9)])
    with pytest.raises(DomainError, match="Curd Rice is sold out until it is taken back"):
        planner.do(plan, change)


def test_meals_that_hold_it_are_listed_until_it_is_replaced(priya: User) -> None:
    boxes = Boxes()
    make_dish("Rice")
    days = [MONDAY + timedelta(days=ahead) for ahead in range(3)]
    boxes.plan(["Rice"], days)
    boxes.plan(["Rice"], days[:1])
    sell_out("Rice", days[1])

    def listed() -> list[tuple[date, int, int]]:
        found = meals_holding(sold_out_dishes(TODAY), TODAY, TODAY + timedelta(days=14))
        return [(each.day, each.meal, each.boxes) for each in found]

    assert listed() == [(MONDAY, LUNCH, 2), (days[1], LUNCH, 1)]
    make_dish("Millet")
    choices.substitute(
        day=MONDAY, meal=LUNCH, item=number("Rice"), instead=number("Millet"), reason="",
        actor=priya, now=BEFORE, accepted=AcceptedWarnings(not_known=True),
    )  # fmt: skip
    assert listed() == [(days[1], LUNCH, 1)]


def test_alternative_that_is_left_is_cooked(planner: Planner) -> None:
    out = sold_out_dishes(TODAY)
    assert not out.among([("Idli", 0)], TODAY)
    sell_out("Idli")
    out = sold_out_dishes(TODAY)
    assert [each.name for each in out.among([("Idli", 0)], TODAY)] == ["Idli"]
    assert not out.among([("Idli", 0), ("Podi Idli", 0)], TODAY)
