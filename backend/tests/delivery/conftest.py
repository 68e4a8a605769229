"""Fixtures of the tests of deliveries."""

from typing import Any

import pytest


@pytest.fixture
def delivery_plans(db: None) -> Any:
    # pytest reads this file before Django is set up.
    from tests.factories.deliveries import DeliveryPlans
    from tests.factories.kitchen import Boxes

    return DeliveryPlans(Boxes())


@pytest.fixture
def ravi(db: None) -> Any:
    from tests.factories.accounts import make_rider

    return make_rider()


@pytest.fixture
def priya(db: None) -> Any:
    from tests.factories.accounts import make_desk_account

    return make_desk_account()
