"""Short version of python -m system_tests.faults.killed_renderings."""

from pathlib import Path

import pytest

from system_tests.faults import killed_renderings
from system_tests.faults.kill import server
from tests.system_tests.conftest import OpenShop

pytestmark = [pytest.mark.enable_socket, pytest.mark.slow]


def test_pages_and_prices_come_from_one_rendering(shop: OpenShop, folder: Path) -> None:
    settings = killed_renderings.prepare(folder)
    report = killed_renderings.run(shop(**settings), kills=4)
    assert report.faults == []


@pytest.mark.sqlite_only
def test_system_test_detects_pages_live_without_their_prices(shop: OpenShop, folder: Path) -> None:
    settings = killed_renderings.prepare(folder)
    report = killed_renderings.run(shop(server("one-menu"), **settings), kills=3)
    assert "price" in report.faults_by_kind()
