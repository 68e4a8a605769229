"""A draft is saved as a whole, whatever days its boxes exchange."""

import pytest

from oottam.plans.services import repository
from oottam.schedule.models import ActionType, PlanChange, Serving
from tests.factories.plans import LUNCH, Planner, dates, day, on

pytestmark = pytest.mark.django_db


def test_two_boxes_can_exchange_their_days(planner: Planner) -> None:
    """Each day has one box of a meal: one of the two has to leave first."""
    plan = planner.lunches(6)
    first, second = on(plan, 7), on(plan, 8)
    draft = repository.load(plan, repository.load_calendar(planner.now))
    servings = {serving.serving_id: serving for serving in draft.servings()}
    servings[first].day, servings[second].day = day(8), day(7)
    change = PlanChange.objects.create(
        plan=plan, action=ActionType.MOVE, by=planner.actor, at=planner.now
    )
    repository.save(draft, change)
    assert (on(plan, 8), on(plan, 7)) == (first, second)
    assert dates(plan, LUNCH) == [day(number) for number in range(7, 13)]
    assert Serving.objects.filter(plan=plan).count() == 6
