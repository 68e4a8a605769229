"""Short version of python -m system_tests.faults.publishing."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from system_tests.faults import publishing
from system_tests.faults.kill import server
from system_tests.support.databases import Database
from system_tests.support.report import Report

pytestmark = [pytest.mark.enable_socket, pytest.mark.slow]
Publish = Callable[..., Report]


@pytest.fixture
def publish(folder: Path, database: Database, kind: str) -> Iterator[Publish]:
    """Run the system test with this many kills."""
    with ExitStack() as stack:

        def run(kills: int, without: str | None = None) -> Report:
            count = 2 if kind == "postgresql" else 1
            shops = publishing.open_shops(folder, database, stack, server(without), count)
            return publishing.run(shops, folder, database, kills=kills)

        yield run


def test_orders_are_charged_what_their_page_showed(publish: Publish) -> None:
    assert publish(3).faults == []


def test_system_test_detects_orders_charged_by_another_edition(publish: Publish) -> None:
    assert "price" in publish(3, "page-edition").faults_by_kind()
