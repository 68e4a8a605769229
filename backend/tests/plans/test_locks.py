"""The order of locks: who changes a plan and who changes its request must not wait for each other."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from oottam.plans.services.plan_actions import Cancel
from tests.factories.plans import Planner

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql_only]


def test_an_action_locks_the_request_before_the_schedule(planner: Planner) -> None:
    plan = planner.lunches(6)
    with CaptureQueriesContext(connection) as captured:
        planner.do(plan, Cancel())
    locked = [query["sql"] for query in captured if "FOR UPDATE" in query["sql"]]
    tables = [re.search(r'FROM "(\w+)"', sql) for sql in locked]
    assert [table and table[1] for table in tables][:2] == ["requests_request", "schedule_turn"]
    # A plan that is locked, too, would be waited for by the holder of the schedule.
    assert locked[0].endswith('FOR UPDATE OF "requests_request"')
