"""Fixtures of the tests of deliveries."""

from typing import Any

import pytest


@pytest.fixture
def doors(db: None) -> Any:
    # pytest reads this file before Django is set up.
    from tests.factories.deliveries import Doors
    from tests.factories.kitchen import Boxes

    return Doors(Boxes())


@pytest.fixture
def ravi(db: None) -> Any:
    from tests.factories.accounts import make_rider

    return make_rider()


@pytest.fixture
def priya(db: None) -> Any:
    from tests.factories.accounts import make_desk_account

    return make_desk_account()
