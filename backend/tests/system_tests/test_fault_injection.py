"""Outages in short (python -m system_tests.faults.fault_injection is the long one)."""

import subprocess
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from system_tests.faults import fault_injection
from system_tests.support.databases import Cluster, Sqlite
from system_tests.support.shop import open_shop
from tests import shared_db
from tests.system_tests.conftest import OpenShop

pytestmark = pytest.mark.enable_socket


@pytest.fixture
def small_disk(folder: Path) -> Iterator[Path]:
    with ExitStack() as stack:
        try:
            place = stack.enter_context(fault_injection.small_disk(folder))
        except (OSError, subprocess.CalledProcessError) as error:
            pytest.skip(f"no file system can be mounted here: {error}")
        yield place


def test_while_another_holds_the_lock_everybody_waits_and_is_taken(shop: OpenShop) -> None:
    assert fault_injection.locked(shop(), 2.0).faults == []


@pytest.mark.postgresql_only
def test_while_postgresql_is_gone_everybody_is_told_and_afterwards_taken(
    shop: OpenShop, cluster: Cluster | None
) -> None:
    assert cluster
    assert fault_injection.gone(shop(), cluster, 3.0).faults == []


@pytest.mark.sqlite_only
def test_when_the_disk_is_full_nobody_is_told_otherwise_and_it_recovers(small_disk: Path) -> None:
    with open_shop(small_disk, Sqlite(shared_db.tables_in(small_disk))) as shop:
        assert fault_injection.full(shop, small_disk, 2.0).faults == []
