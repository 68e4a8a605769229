"""The desk, on the Friday before the tests' plans begin."""

from collections.abc import Iterator
from typing import Any

import pytest
import time_machine


@pytest.fixture(autouse=True)
def clock(db: None) -> Iterator[Any]:
    # Read before Django is set up.
    from tests.factories.plans import FRIDAY

    with time_machine.travel(FRIDAY, tick=False) as traveller:
        yield traveller


@pytest.fixture
def staff(planner: Any) -> Any:
    from tests.factories.accounts import logged_in

    return logged_in(planner.actor)


@pytest.fixture
def later(planner: Any, staff: Any, clock: Any) -> Any:
    """Move the clock and log in again: later("7 19:00") of that December."""

    def move_to(moment: Any) -> None:
        from tests.factories.plans import at

        clock.move_to(at(moment) if isinstance(moment, str) else moment)
        staff.force_login(planner.actor, backend="django.contrib.auth.backends.ModelBackend")

    return move_to
