"""Short version of python -m system_tests.faults.fault_injection."""

import subprocess
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from system_tests.faults import fault_injection
from system_tests.support.databases import Cluster, Sqlite
from system_tests.support.shop import open_shop
from system_tests.support.shop import small_disk as disk
from tests import shared_db
from tests.system_tests.conftest import OpenShop

pytestmark = pytest.mark.enable_socket


@pytest.fixture
def small_disk(folder: Path) -> Iterator[Path]:
    with ExitStack() as stack:
        try:
            place = stack.enter_context(disk(folder / "disk", fault_injection.DISK))
        except (OSError, subprocess.CalledProcessError) as error:
            pytest.skip(f"no file system can be mounted here: {error}")
        yield place


def test_visitors_wait_for_a_locked_database_and_succeed(shop: OpenShop) -> None:
    assert fault_injection.locked(shop(), 2.0).faults == []


@pytest.mark.postgresql_only
def test_visitors_get_503_while_postgresql_is_down_and_succeed_later(
    shop: OpenShop, cluster: Cluster | None
) -> None:
    assert cluster
    assert fault_injection.gone(shop(), cluster, 3.0).faults == []


@pytest.mark.sqlite_only
def test_full_disk_acknowledges_nothing_and_recovers(small_disk: Path) -> None:
    with open_shop(small_disk, Sqlite(shared_db.tables_in(small_disk))) as shop:
        assert fault_injection.full(shop, small_disk, 2.0).faults == []
