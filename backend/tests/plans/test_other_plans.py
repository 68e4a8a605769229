"""Where a customer has two plans, what would come twice is said, and a new plan is proposed after the old one."""

import pytest

from oottam.backoffice.request.first_day import proposed_first_day
from oottam.plans.services import action_runner
from oottam.plans.services.other_plans import describe_overlaps, last_box_of_another
from oottam.requests.models import Request
from oottam.workflow.services.details import save_details
from oottam.workflow.services.transitions import cancel
from tests.factories.plans import LUNCH, Planner, day, skip

pytestmark = pytest.mark.django_db


def overlaps(planner: Planner, request: Request, number: int) -> list[str]:
    """Preview skipping the lunch of that day of December."""
    plan = Request.objects.get(pk=request.pk).plan
    outcome = action_runner.preview(
        plan_id=plan.pk,
        version=plan.version,
        action=skip(plan, [day(number)], [LUNCH]),
        now=planner.now,
    )
    return describe_overlaps(request, outcome.moved)


def test_box_that_moves_to_a_day_of_another_plan_is_named(planner: Planner) -> None:
    first = planner.lunches(6).request
    assert overlaps(planner, first, 9) == []
    second = planner.lunches(6, start=day(14)).request
    assert overlaps(planner, first, 9) == [
        f"On Mon 14 Dec a lunch of {second.reference} comes, too."
    ]
    cancel(**planner.current(second), reason="Changed their mind")
    assert overlaps(planner, first, 9) == []


def test_plan_of_another_person_does_not_count(planner: Planner) -> None:
    first = planner.lunches(6).request
    second = planner.lunches(6, start=day(14)).request
    Request.objects.filter(pk=second.pk).update(
        phone_normalised="+919840000000", email="b@example.com"
    )
    assert overlaps(planner, first, 9) == []
    assert last_box_of_another(first) is None


def test_new_plan_is_proposed_after_the_one_that_runs(planner: Planner) -> None:
    running = planner.lunches(6).request
    request = planner.asked()
    save_details(**planner.current(request), start_date=None)
    proposed = proposed_first_day(Request.objects.get(pk=request.pk), planner.now)
    assert proposed is not None
    assert proposed.day == day(14)
    assert f"{running.reference} brings food until Sat 12 Dec." in proposed.hint
