"""Short version of python -m system_tests.faults.kill."""

import pytest

from system_tests.faults import kill
from system_tests.support.databases import Cluster
from system_tests.support.shop import server
from tests.system_tests.conftest import OpenShop

pytestmark = pytest.mark.enable_socket


def test_acknowledged_forms_survive_kills_exactly_once(
    shop: OpenShop, cluster: Cluster | None
) -> None:
    report = kill.run(shop(), requests=800, kills=4, repeats=100, cluster=cluster)
    assert report.faults == []
    assert report.figures["acknowledged"] == 800


@pytest.mark.parametrize(
    ("without", "found"),
    [
        # The next test covers PostgreSQL's commit.
        pytest.param("answers-after-commit", "lost", marks=pytest.mark.sqlite_only),
        ("idempotency", "doubled"),
    ],
)
def test_system_test_detects_a_disabled_protection(
    shop: OpenShop, without: str, found: str
) -> None:
    report = kill.run(shop(server(without)), requests=160, kills=3, repeats=20)
    assert found in report.faults_by_kind()


@pytest.mark.postgresql_only
def test_system_test_detects_asynchronous_postgresql_commits(
    shop: OpenShop, cluster: Cluster | None
) -> None:
    assert cluster
    cluster.set("synchronous_commit", "off")
    cluster.set("wal_writer_delay", "'10s'")  # even slow visitors have forms waiting then
    try:
        report = kill.run(shop(), requests=160, kills=2, repeats=20, cluster=cluster)
    finally:
        cluster.set("synchronous_commit", "on")
        cluster.set("wal_writer_delay", "DEFAULT")
    assert "lost" in report.faults_by_kind()
