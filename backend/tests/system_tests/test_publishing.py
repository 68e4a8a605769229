"""Short version of python -m system_tests.faults.publishing."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from system_tests.faults import publishing
from system_tests.support.databases import Database
from system_tests.support.report import Report
from system_tests.support.shop import server

pytestmark = [pytest.mark.enable_socket, pytest.mark.slow]
Publish = Callable[..., Report]


@pytest.fixture
def publish(folder: Path, database: Database, kind: str) -> Iterator[Publish]:
    """Run the system test with this many kills."""
    with ExitStack() as stack:

        def run(kills: int, without: str = "", *, rendered: bool = False) -> Report:
            count = 2 if kind == "postgresql" else 1
            shops = publishing.open_shops(
                folder, database, stack, server(without), count, rendered=rendered
            )
            return publishing.run(shops, folder, database, kills=kills)

        yield run


@pytest.mark.parametrize("rendered", [False, pytest.param(True, marks=pytest.mark.sqlite_only)])
def test_orders_are_charged_what_their_page_showed(publish: Publish, *, rendered: bool) -> None:
    assert publish(3, rendered=rendered).faults == []


@pytest.mark.sqlite_only
def test_system_test_detects_pages_live_without_their_prices(publish: Publish) -> None:
    assert "price" in publish(3, "one-menu", rendered=True).faults_by_kind()
