"""Anything that people do to schedules leaves them right: as many boxes as were ordered, on days that can be, once.

A few examples here; `make property-schedule` looks at thousands.
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
from tests.plans.at_the_door import AnythingAndDeliveries

FEW = {"sqlite": 20, "postgresql": 6}  # the rules are the same, and the statements
MANY = int(os.environ.get("PROPERTY_EXAMPLES", "0"))
# Many examples take as long as they take.
pytestmark = [pytest.mark.django_db, *([pytest.mark.timeout(0)] if MANY else [])]
STEPS = 25 if MANY else 12
TRIED = (
    *("skip", "move", "undo", "cancel by mistake", "close", "open", "cancel", "days", "box"),
    *("delivered", "failed", "untell", "again", "make up a failure", "call forfeited"),
)


@pytest.mark.parametrize("part", ["one half", "the other half"])
def test_whatever_is_done_in_whatever_order_the_schedule_is_right(
    planner: Planner, part: str, record_property: Callable[[str, object], None]
) -> None:
    class Shop(AnythingAndDeliveries):
        pass

    Shop.planner, Shop.owner = planner, make_staff_account("meena", Role.OWNER)
    Shop.pool, Shop.did = make_requests_of_every_kind(planner), Counter()
    run_state_machine_as_test(
        Shop,
        settings=settings(
            max_examples=MANY // 2 or FEW[connection.vendor],
            stateful_step_count=STEPS,
            derandomize=not MANY,
            database=None,
            deadline=None,
            print_blob=bool(MANY),
            report_multiple_bugs=False,
            suppress_health_check=list(HealthCheck),
        ),
    )
    record_property("did", {str(name): count for name, count in Shop.did.items()})
    for done in TRIED if MANY else ():
        assert Shop.did[done], f"nothing was tried of {done}"
