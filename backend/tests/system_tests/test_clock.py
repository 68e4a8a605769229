"""Short version of python -m system_tests.faults.clock."""

from pathlib import Path

import pytest

from system_tests.faults import clock
from tests.system_tests.conftest import OpenShop

pytestmark = [pytest.mark.enable_socket, pytest.mark.sqlite_only]


def test_references_and_dates_are_correct_across_midnight_and_clock_jumps(
    shop: OpenShop, folder: Path
) -> None:
    its_clock = clock.Clock(folder)
    opened = shop(("system_tests.support.shifted_clock", str(its_clock.file)))
    assert clock.run(opened, its_clock, jumps=3, seconds=1.0).faults == []
