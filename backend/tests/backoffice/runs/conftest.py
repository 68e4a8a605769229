"""Monday at eleven: a desk user, a rider, and stops."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

import pytest
import time_machine

ELEVEN = datetime.fromisoformat("2026-12-07T11:00:00+05:30")


@pytest.fixture(autouse=True)
def clock(db: None) -> Iterator[Any]:
    with time_machine.travel(ELEVEN, tick=False) as traveller:
        yield traveller


@pytest.fixture
def delivery_plans(clock: Any) -> Any:
    # Read before Django is set up.
    from tests.factories.deliveries import DeliveryPlans
    from tests.factories.kitchen import Boxes

    return DeliveryPlans(Boxes())


@pytest.fixture
def ravi(clock: Any) -> Any:
    from tests.factories.accounts import make_rider

    return make_rider()


@pytest.fixture
def priya(clock: Any) -> Any:
    from tests.factories.accounts import make_desk_account

    return make_desk_account()
