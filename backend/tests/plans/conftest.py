"""Fixtures of the tests of plans."""

from typing import Any

import pytest


@pytest.fixture
def planner(send: Any, db: None) -> Any:
    # pytest reads this file before Django is set up.
    from oottam.accounts.roles import Role
    from tests.factories.accounts import make_staff_account
    from tests.factories.plans import Planner

    return Planner(send, make_staff_account("priya", Role.DESK))
