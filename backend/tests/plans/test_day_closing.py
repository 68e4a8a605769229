"""Day closing: passed days settle servings, plans and requests."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from oottam.audit.models import AuditEntry
from oottam.kitchen.services.cutoff import take_due_snapshots
from oottam.plans.services.day_closing import activate_due, settle
from oottam.requests.models import Request
from oottam.schedule.models import MealPlan, Serving, ServingState
from tests.factories.kitchen import BEFORE, MONDAY, SUNDAY_EVENING, Boxes
from tests.factories.plans import let_count_as_delivered

pytestmark = pytest.mark.django_db
ON_MONDAY = SUNDAY_EVENING + timedelta(hours=16)
ON_TUESDAY = ON_MONDAY + timedelta(days=1)
DAYS = [MONDAY, MONDAY + timedelta(days=1)]


@pytest.fixture
def boxes() -> Boxes:
    return Boxes()


def states(plan: MealPlan) -> list[int]:
    return list(Serving.objects.filter(plan=plan).order_by("seq").values_list("state", flat=True))


def status(plan: MealPlan) -> str:
    return Request.objects.get(plan=plan).status


def state(plan: MealPlan) -> str:
    return MealPlan.objects.get(pk=plan.pk).state


@pytest.fixture
def counting(boxes: Boxes) -> None:
    let_count_as_delivered()


@pytest.mark.usefixtures("counting")
def test_passed_days_count_as_delivered_where_the_shop_says_so(boxes: Boxes) -> None:
    plan = boxes.plan(["Rice"], DAYS)
    assert settle(ON_MONDAY) == 0
    assert states(plan) == [1, 1]
    assert settle(ON_TUESDAY) == 1
    assert states(plan) == [2, 1]


@pytest.mark.usefixtures("counting")
@pytest.mark.parametrize("before", [3, 4, 5])
def test_servings_with_another_outcome_keep_it(boxes: Boxes, before: int) -> None:
    plan = boxes.plan(["Rice"], [MONDAY], state=before)
    settle(ON_TUESDAY)
    assert states(plan) == [before]


def test_closed_day_costs_one_query_afterwards(boxes: Boxes) -> None:
    boxes.plan(["Rice"], DAYS)
    settle(ON_TUESDAY)
    with CaptureQueriesContext(connection) as queries:
        assert settle(ON_TUESDAY + timedelta(hours=1)) == 0
    assert len(queries) == 1


@pytest.mark.usefixtures("counting")
def test_days_during_a_server_outage_are_closed(boxes: Boxes) -> None:
    settle(BEFORE)
    plan = boxes.plan(["Rice"], [MONDAY + timedelta(days=ahead) for ahead in range(5)])
    assert settle(ON_MONDAY + timedelta(days=4)) == 4
    assert states(plan) == [2, 2, 2, 2, 1]


@pytest.mark.usefixtures("counting")
def test_closed_days_can_be_closed_again(boxes: Boxes) -> None:
    settle(ON_TUESDAY)
    plan = boxes.plan(["Rice"], DAYS)
    assert settle(ON_TUESDAY) == 0
    assert settle(ON_TUESDAY, since=MONDAY) == 1
    assert states(plan) == [2, 1]


def test_request_is_active_from_its_first_cut_off(boxes: Boxes) -> None:
    begins = boxes.plan(["Rice"], DAYS)
    later = boxes.plan(["Rice"], DAYS[1:])
    take_due_snapshots(SUNDAY_EVENING)
    assert activate_due(SUNDAY_EVENING) == 1
    assert (status(begins), status(later)) == ("active", "confirmed")
    entry = AuditEntry.objects.get(reference=begins.request.reference)
    assert (entry.action, entry.actor, entry.at) == ("request.begin", None, SUNDAY_EVENING)
    assert entry.data == {"status": {"was": "confirmed", "now": "active"}}
    assert Request.objects.get(plan=begins).version == 2
    assert activate_due(SUNDAY_EVENING) == 0


def test_repeated_activation_costs_one_query(boxes: Boxes) -> None:
    take_due_snapshots(SUNDAY_EVENING)
    activate_due(SUNDAY_EVENING)
    with CaptureQueriesContext(connection) as queries:
        activate_due(SUNDAY_EVENING)
    assert len(queries) == 1


@pytest.mark.usefixtures("counting")
def test_request_is_completed_with_its_last_delivered_serving(boxes: Boxes) -> None:
    over = boxes.plan(["Rice"], [MONDAY], status="active")
    goes_on = boxes.plan(["Rice"], DAYS, status="active")
    settle(ON_TUESDAY)
    assert (status(over), state(over)) == ("completed", "ended")
    assert (status(goes_on), state(goes_on)) == ("active", "running")
    request = Request.objects.get(plan=over)
    assert (request.closed_at, request.follow_up_on, request.version) == (ON_TUESDAY, None, 2)
    entry = AuditEntry.objects.get(reference=request.reference)
    assert (entry.action, entry.actor) == ("request.complete", None)


@pytest.mark.usefixtures("counting")
def test_request_without_a_snapshot_is_activated_before_completion(boxes: Boxes) -> None:
    plan = boxes.plan(["Rice"], [MONDAY])
    settle(ON_TUESDAY)
    assert status(plan) == "completed"
    actions = AuditEntry.objects.filter(reference=plan.request.reference).order_by("pk")
    assert [entry.action for entry in actions] == ["request.begin", "request.complete"]


@pytest.mark.parametrize(
    "last", [ServingState.FAILED, ServingState.FORFEITED, ServingState.DELIVERED]
)
def test_plan_whose_last_serving_was_settled_by_hand_ends_after_that_day(
    boxes: Boxes, last: ServingState
) -> None:
    plan = boxes.plan(["Rice"], [MONDAY], status="active", state=last)
    settle(ON_TUESDAY)
    assert (status(plan), state(plan)) == ("completed", "ended")


def test_paused_plan_does_not_end(boxes: Boxes) -> None:
    plan = boxes.plan(["Rice"], DAYS, status="active")
    Serving.objects.filter(plan=plan, seq=2).update(date=None, state=ServingState.HELD)
    settle(ON_TUESDAY)
    assert (status(plan), state(plan)) == ("active", "running")


@pytest.mark.usefixtures("counting")
def test_cancelled_request_stays_cancelled(boxes: Boxes) -> None:
    plan = boxes.plan(["Rice"], [MONDAY], status="cancelled")
    MealPlan.objects.update(state="cancelled")
    settle(ON_TUESDAY)
    assert (status(plan), state(plan), states(plan)) == ("cancelled", "cancelled", [2])


def test_interrupted_day_closing_continues(boxes: Boxes) -> None:
    """The servings are delivered, their requests not yet completed."""
    plan = boxes.plan(["Rice"], [MONDAY], status="active", state=2)
    MealPlan.objects.update(state="ended")
    settle(ON_TUESDAY)
    assert status(plan) == "completed"
