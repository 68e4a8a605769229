"""Boxes of past days without a result: neither to come nor delivered, until the desk says what became of them."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.db import transaction

from oottam.audit.models import AuditEntry
from oottam.core.errors import DomainError
from oottam.delivery.models import DeliveryOutcome
from oottam.delivery.services import no_result
from oottam.plans.services import action_runner
from oottam.plans.services.day_closing import settle
from oottam.plans.services.plan_preview import used_boxes
from oottam.requests.models import Request
from oottam.schedule.domain.actions import Forfeit, Move, Replace, Skip
from oottam.schedule.lock import lock_schedules
from oottam.schedule.models import MealPlan, ScheduleState, Serving, ServingState
from oottam.workflow.services import transitions
from tests.factories.deliveries import (
    LUNCH,
    NOON,
    TUESDAY_NOON,
    DeliveryPlans,
    make_delivery_event,
    make_failed_delivery,
    make_route,
    make_run,
    record_event,
)
from tests.factories.kitchen import MONDAY

TUESDAY = MONDAY + timedelta(days=1)
PLANNED, DELIVERED = ServingState.PLANNED, ServingState.DELIVERED


def states(plan: MealPlan) -> tuple[list[int], str, str]:
    """Return the states of the plan's boxes, of the plan, and its request's status."""
    boxes = Serving.objects.filter(plan=plan).order_by("seq").values_list("state", flat=True)
    plan = MealPlan.objects.select_related("request").get(pk=plan.pk)
    return list(boxes), plan.state, plan.request.status


def count(*, counts: bool | None) -> None:
    with transaction.atomic():
        lock_schedules()
    ScheduleState.objects.update(counts_as_delivered=counts)


def answer(plan: MealPlan, priya: User) -> int:
    boxes = Serving.objects.filter(plan=plan).values_list("pk", flat=True)
    return no_result.record_delivered(
        serving_ids=list(boxes), token="page", actor=priya, now=TUESDAY_NOON
    )


def test_new_shop_leaves_a_past_box_open_and_its_plan_running(
    delivery_plans: DeliveryPlans, priya: User
) -> None:
    make_route("Beach", "600090", actor=priya)
    plan = delivery_plans.add()
    assert settle(TUESDAY_NOON) == 0
    assert states(plan) == ([PLANNED], "running", "active")
    [box] = no_result.list_open_boxes(TUESDAY, 10)
    assert (box.reference, box.day, box.meal) == (plan.request.reference, MONDAY, LUNCH)
    assert not no_result.list_open_boxes(MONDAY, 10)


@pytest.mark.parametrize("counts", [None, True])
def test_shop_that_counts_them_as_delivered_leaves_those_without_a_route(
    delivery_plans: DeliveryPlans, counts: bool | None, priya: User
) -> None:
    make_route("Beach", "600090", actor=priya)
    routed, unrouted = delivery_plans.add(), delivery_plans.add(pin="600001")
    count(counts=counts)
    assert settle(TUESDAY_NOON) == 1
    assert states(routed) == ([DELIVERED], "ended", "completed")
    assert states(unrouted) == ([PLANNED], "running", "active")


def test_lists_name_route_and_rider(delivery_plans: DeliveryPlans, ravi: User, priya: User) -> None:
    make_run(make_route("Beach", "600090", actor=priya), ravi, actor=priya)
    delivery_plans.add()
    delivery_plans.add(pin="600001")
    places = [(box.route, box.rider) for box in no_result.list_open_boxes(TUESDAY, 10)]
    assert places == [("Beach", ravi.username), ("", "")]


def test_answering_the_last_box_ends_plan_and_request(
    delivery_plans: DeliveryPlans, priya: User
) -> None:
    plan = delivery_plans.add()
    settle(TUESDAY_NOON)
    assert answer(plan, priya) == 1
    assert states(plan) == ([DELIVERED], "ended", "completed")
    assert MealPlan.objects.get(pk=plan.pk).version == plan.version + 1
    actions = AuditEntry.objects.filter(reference=plan.request.reference).order_by("pk")
    assert [each.action for each in actions] == [
        "request.begin", "delivery.delivered", "request.complete",
    ]  # fmt: skip


def test_late_failure_ends_the_plan_and_waits_for_a_decision(
    delivery_plans: DeliveryPlans, priya: User
) -> None:
    plan = delivery_plans.add()
    settle(TUESDAY_NOON)
    make_failed_delivery(plan, priya, TUESDAY_NOON)
    assert states(plan) == ([ServingState.FAILED], "ended", "completed")


def test_plan_with_another_open_box_or_one_of_today_goes_on(
    delivery_plans: DeliveryPlans, priya: User
) -> None:
    of_today, open_box = delivery_plans.add(days=2), delivery_plans.add(days=2)
    settle(TUESDAY_NOON)
    Serving.objects.filter(plan=of_today, seq=2).update(state=DELIVERED)
    answer(of_today, priya)
    assert states(of_today) == ([DELIVERED, DELIVERED], "running", "active")
    wednesday = TUESDAY_NOON + timedelta(days=1)
    settle(wednesday)
    record_event(make_delivery_event(open_box), priya, wednesday)
    assert states(open_box) == ([DELIVERED, PLANNED], "running", "active")


def test_undo_opens_box_plan_and_request_again(delivery_plans: DeliveryPlans, priya: User) -> None:
    plan = delivery_plans.add()
    settle(TUESDAY_NOON)
    answer(plan, priya)
    recorded = [each.pk for each in no_result.recorded_today(TUESDAY_NOON)]
    assert no_result.undo(outcome_ids=recorded, actor=priya, now=TUESDAY_NOON) == 1
    assert states(plan) == ([PLANNED], "running", "active")
    assert not no_result.recorded_today(TUESDAY_NOON)
    assert Request.objects.get(plan=plan).closed_at is None


def test_what_a_rider_sent_meanwhile_is_not_overwritten(
    delivery_plans: DeliveryPlans, ravi: User, priya: User
) -> None:
    plan = delivery_plans.add()
    settle(TUESDAY_NOON)
    make_failed_delivery(plan, ravi, TUESDAY_NOON)
    assert answer(plan, priya) == 0
    assert DeliveryOutcome.objects.get(stands=True).by == ravi


def test_form_that_is_posted_twice_counts_once(delivery_plans: DeliveryPlans, priya: User) -> None:
    plan = delivery_plans.add()
    assert [answer(plan, priya), answer(plan, priya)] == [1, 0]
    assert DeliveryOutcome.objects.count() == 1


def test_desk_answers_for_a_box_of_long_ago_but_a_known_result_stays(
    delivery_plans: DeliveryPlans, priya: User
) -> None:
    plan, later = delivery_plans.add(), NOON + timedelta(days=40)
    record_event(make_delivery_event(plan), priya, later)
    assert states(plan)[0] == [DELIVERED]
    with pytest.raises(DomainError, match="over, or still to come"):
        make_failed_delivery(plan, priya, later)


@pytest.mark.parametrize("action", [Skip, Move, Forfeit, Replace])
def test_open_box_of_a_past_day_is_neither_moved_nor_charged(
    action: type, delivery_plans: DeliveryPlans, priya: User
) -> None:
    plan = delivery_plans.add()
    number = Serving.objects.get(plan=plan).pk
    actions: dict[type, action_runner.Action] = {
        Skip: Skip([number]),
        Move: Move(number, TUESDAY + timedelta(days=3)),
        Forfeit: Forfeit(number),
        Replace: Replace(number),
    }
    with pytest.raises(DomainError, match="The box of Mon 7 Dec has no result yet"):
        action_runner.preview(
            plan_id=plan.pk, version=plan.version, action=actions[action], now=TUESDAY_NOON
        )


def test_cancelling_gives_no_money_back_for_it_and_leaves_it_open(
    delivery_plans: DeliveryPlans, priya: User
) -> None:
    plan = delivery_plans.add(days=4)
    settle(TUESDAY_NOON)
    # Monday has no result; Tuesday's and Wednesday's cut-offs have passed or not.
    assert used_boxes(Request.objects.get(plan=plan), TUESDAY_NOON) == (2, 4)
    request = Request.objects.get(plan=plan)
    transitions.cancel(
        reference=request.reference,
        version=request.version,
        actor=priya,
        now=TUESDAY_NOON,
        reason="Moved away",
    )
    boxes, state, status = states(plan)
    assert (boxes[0], state, status) == (PLANNED, "cancelled", "cancelled")
    assert answer(plan, priya) == 1
    assert states(plan)[1:] == ("cancelled", "cancelled")


def test_open_box_keeps_its_request_from_being_completed(
    delivery_plans: DeliveryPlans, priya: User
) -> None:
    plan = delivery_plans.add()
    settle(TUESDAY_NOON)
    request = Request.objects.get(plan=plan)
    with pytest.raises(DomainError, match="without a result"):
        transitions.complete(
            reference=request.reference, version=request.version, actor=priya, now=TUESDAY_NOON
        )


def test_owner_decides_whether_boxes_count_as_delivered(
    delivery_plans: DeliveryPlans, priya: User
) -> None:
    count(counts=None)
    no_result.set_counts_as_delivered(counts=False, actor=priya, now=TUESDAY_NOON)
    assert ScheduleState.objects.get().counts_as_delivered is False
    entry = AuditEntry.objects.get(action="delivery.rule")
    assert entry.data == {"counts_as_delivered": {"was": None, "now": False}}


def test_outcome_of_today_does_not_end_the_plan(delivery_plans: DeliveryPlans, ravi: User) -> None:
    plan = delivery_plans.add()
    record_event(make_delivery_event(plan), ravi)
    assert states(plan)[:2] == ([DELIVERED], "running")
