"""A kitchen on a Sunday evening, an hour before Monday's cut-off."""

from collections.abc import Iterator
from typing import Any

import pytest
import time_machine


@pytest.fixture
def clock(db: None) -> Iterator[Any]:
    # Read before Django is set up.
    from tests.factories.kitchen import BEFORE

    with time_machine.travel(BEFORE, tick=False) as traveller:
        yield traveller


@pytest.fixture
def boxes() -> Any:
    from tests.factories.kitchen import Boxes

    return Boxes()


@pytest.fixture
def meena(clock: Any) -> Any:
    """The cook's browser."""
    from tests.factories.accounts import logged_in, make_cook

    return logged_in(make_cook())


@pytest.fixture
def later(meena: Any, clock: Any) -> Any:
    """Move the clock and log the cook in again; later(moment) is the browser then."""

    def move_to(moment: Any) -> Any:
        from django.contrib.auth.models import User

        from tests.factories.accounts import logged_in

        clock.move_to(moment)
        return logged_in(User.objects.get(username="meena"))

    return move_to
