"""Kill -9 under load, in short (python -m system_tests.faults.kill is the long one)."""

import pytest

from system_tests.faults import kill
from system_tests.support.databases import Cluster
from tests.system_tests.conftest import OpenShop

pytestmark = pytest.mark.enable_socket


def test_what_was_acknowledged_survives_kills_once(shop: OpenShop, cluster: Cluster | None) -> None:
    report = kill.run(shop(), requests=800, kills=4, repeats=100, cluster=cluster)
    assert report.faults == []
    assert report.figures["acknowledged"] == 800


@pytest.mark.parametrize(
    ("without", "found"),
    [
        # PostgreSQL's own commit is broken in the next test.
        pytest.param("answers-after-commit", "lost", marks=pytest.mark.sqlite_only),
        ("idempotency", "doubled"),
    ],
)
def test_the_system_test_notices_when_a_protection_is_missing(
    shop: OpenShop, without: str, found: str
) -> None:
    report = kill.run(shop(kill.server(without)), requests=160, kills=3, repeats=20)
    assert found in report.faults_by_kind()


@pytest.mark.postgresql_only
def test_the_system_test_notices_when_postgresql_does_not_wait_for_its_disk(
    shop: OpenShop, cluster: Cluster | None
) -> None:
    assert cluster
    cluster.set("synchronous_commit", "off")
    cluster.set(
        "wal_writer_delay", "'10s'"
    )  # however slow the visitors, some of theirs waits for it
    try:
        report = kill.run(shop(), requests=160, kills=2, repeats=20, cluster=cluster)
    finally:
        cluster.set("synchronous_commit", "on")
        cluster.set("wal_writer_delay", "DEFAULT")
    assert "lost" in report.faults_by_kind()
