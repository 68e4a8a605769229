"""What other dishes in a plan's boxes cost, by the menu's present prices."""

from typing import Any

from oottam.orders.models import Order
from oottam.plans.services import action_runner
from oottam.plans.services.plan_actions import ChangeBox, Undo
from oottam.plans.services.price_changes import pending_price_changes
from oottam.requests.models import Kind
from oottam.schedule.domain.dish_names import OrderedDish
from oottam.schedule.models import MealPlan, PlanChange
from tests.factories.kitchen import make_dish
from tests.factories.plans import LUNCH, Planner, day, on


def ordered(plan: MealPlan) -> list[OrderedDish]:
    lines = Order.objects.get(request=plan.request).lines.all()
    return [OrderedDish("veg", line.dish_name, line.dish_id) for line in lines]


def previewed(planner: Planner, plan: MealPlan, change: ChangeBox) -> dict[str, Any]:
    version = MealPlan.objects.get(pk=plan.pk).version
    return action_runner.preview(
        plan_id=plan.pk, version=version, action=change, now=planner.now
    ).data


def test_tripled_quantities_cost_twice_the_boxes_more(planner: Planner) -> None:
    plan = planner.lunches(6)
    dishes = ordered(plan)
    three = [OrderedDish(each.source, each.name, each.id, 3) for each in dishes]
    data = previewed(planner, plan, ChangeBox(three, meal=LUNCH, since=day(7)))
    paid = plan.request.order.total_paise
    assert data["price"]["difference"] == 2 * paid
    assert data["price"]["words"] == "other dishes in 6 boxes"
    assert "unpriced" not in data


def test_same_dishes_cost_nothing_more(planner: Planner) -> None:
    plan = planner.lunches(6)
    data = previewed(planner, plan, ChangeBox(ordered(plan), serving_ids=[on(plan, 9)]))
    assert data["price"]["difference"] == 0


def test_free_boxes_and_replacements_cost_nothing(planner: Planner) -> None:
    plan = planner.lunches(15)
    plan.refresh_from_db()
    assert plan.free_days == 1
    three = [OrderedDish(each.source, each.name, each.id, 3) for each in ordered(plan)]
    data = previewed(planner, plan, ChangeBox(three, serving_ids=[on(plan, 22), on(plan, 23)]))
    assert data["price"]["words"] == "other dishes in 1 box"
    assert "price" not in previewed(planner, plan, ChangeBox(three, serving_ids=[on(plan, 23)]))


def test_dish_without_a_price_is_named(planner: Planner) -> None:
    plan = planner.lunches(6)
    make_dish("Grandmother's Soup")
    dishes = [*ordered(plan), OrderedDish("custom", "Grandmother's Soup")]
    data = previewed(planner, plan, ChangeBox(dishes, serving_ids=[on(plan, 9)]))
    assert data["unpriced"] == ["Grandmother's Soup"]
    assert data["price"]["difference"] == 0


def test_boxes_that_no_menu_prices_ask_for_an_agreement(planner: Planner) -> None:
    plan = planner.plan(Kind.COMBO)
    box = plan.all_servings.filter(state=1).first()
    assert box is not None
    data = previewed(planner, plan, ChangeBox([OrderedDish("veg", "Curd Rice")], [box.pk]))
    assert data == {"unpriced": True}


def test_difference_waits_for_an_adjustment_until_it_is_undone(planner: Planner) -> None:
    plan = planner.lunches(6)
    three = [OrderedDish(each.source, each.name, each.id, 3) for each in ordered(plan)]
    planner.do(plan, ChangeBox(three, serving_ids=[on(plan, 9)]))
    [pending] = pending_price_changes(plan.request_id)
    assert pending.difference == plan.request.order.total_paise // 6 * 2
    change = PlanChange.objects.filter(plan=plan, action="box").get()
    planner.do(plan, Undo(change.pk))
    assert not pending_price_changes(plan.request_id)
    undone = PlanChange.objects.filter(plan=plan, action="undo").get()
    assert undone.data["price"]["difference"] == -pending.difference
