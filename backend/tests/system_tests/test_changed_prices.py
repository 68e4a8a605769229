"""Short version of python -m system_tests.faults.changed_prices."""

from collections.abc import Callable
from pathlib import Path

import pytest

from system_tests.faults import changed_prices
from system_tests.faults.clock import Clock
from system_tests.support.menu_pages import write_renderer
from system_tests.support.report import Report
from tests.system_tests.conftest import OpenShop

pytestmark = [pytest.mark.enable_socket, pytest.mark.slow]
Play = Callable[..., Report]


@pytest.fixture
def play(folder: Path, shop: OpenShop) -> Play:
    """Play the day, with a protection disabled."""

    def run(without: str = "") -> Report:
        clock = Clock(folder)
        write_renderer(folder)
        opened = shop(clock.day_server(without), **changed_prices.SETTINGS)
        return changed_prices.play(opened, clock, seconds=1.0)

    return run


def test_every_customer_pays_what_the_page_showed(play: Play) -> None:
    assert play().faults == []


def test_system_test_detects_orders_charged_by_another_edition(play: Play) -> None:
    assert "price" in play("page-edition").faults_by_kind()
