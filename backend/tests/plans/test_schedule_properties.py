"""Property test: every sequence of actions keeps the schedule's invariants.

The suite runs few examples; `make property-schedule` runs thousands.
"""

import os
from collections import Counter
from collections.abc import Callable

import pytest
from django.db import connection
from hypothesis import HealthCheck, settings
from hypothesis.stateful import run_state_machine_as_test

from oottam.accounts.roles import Role
from tests.factories.accounts import make_staff_account
from tests.factories.ordered_boxes import make_requests_of_every_kind
from tests.factories.plans import Planner
from tests.plans.delivery_state_machine import DeliveryStateMachine

# Fewer on PostgreSQL: rules and statements are the same.
DEFAULT_EXAMPLES = {"sqlite": 12, "postgresql": 4}
EXAMPLES = int(os.environ.get("PROPERTY_EXAMPLES", "0"))
# No time limit for many examples.
pytestmark = [pytest.mark.django_db, *([pytest.mark.timeout(0)] if EXAMPLES else [])]
STEPS = 25 if EXAMPLES else 12
REQUIRED_ACTIONS = (
    *("skip", "move", "undo", "undo cancel", "close", "open", "cancel", "days", "box"),
    *("skip by customer", "pause by customer", "resume by customer", "undo by customer"),
    *("box by customer", "address", "address by customer"),
    *("delivered", "failed", "undo outcome", "redeliver", "replace failure", "forfeit failure"),
)


@pytest.mark.parametrize("half", ["first", "second"])
def test_schedule_keeps_its_invariants_under_any_actions(
    planner: Planner, half: str, record_property: Callable[[str, object], None]
) -> None:
    class Shop(DeliveryStateMachine):
        pass

    Shop.planner, Shop.owner = planner, make_staff_account("meena", Role.OWNER)
    Shop.pool, Shop.counts = make_requests_of_every_kind(planner), Counter()
    run_state_machine_as_test(
        Shop,
        settings=settings(
            max_examples=EXAMPLES // 2 or DEFAULT_EXAMPLES[connection.vendor],
            stateful_step_count=STEPS,
            derandomize=not EXAMPLES,
            database=None,
            deadline=None,
            print_blob=bool(EXAMPLES),
            report_multiple_bugs=False,
            suppress_health_check=list(HealthCheck),
        ),
    )
    record_property("counts", {str(name): count for name, count in Shop.counts.items()})
    for action in REQUIRED_ACTIONS if EXAMPLES else ():
        assert Shop.counts[action], f"no example of {action}"
