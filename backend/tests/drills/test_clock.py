"""Clock jumps in short (python -m drills.clock is the long one)."""

import pytest

from drills import clock

pytestmark = [pytest.mark.enable_socket, pytest.mark.usefixtures("sqlite_only")]


def test_references_and_dates_are_right_through_midnight_and_jumps_of_the_clock() -> None:
    with clock.shop_with_clock("sqlite") as (shop, its_clock):
        assert clock.drill(shop, its_clock, jumps=3, seconds=1.0).faults == []
