"""Short version of python -m system_tests.load.slow_clients."""

import pytest

from system_tests.load import slow_clients
from system_tests.support.nginx import TRUSTED, behind_nginx, find_nginx
from tests.system_tests.conftest import OpenShop

pytestmark = [pytest.mark.enable_socket, pytest.mark.sqlite_only]


def test_visitors_are_served_beside_slow_senders(shop: OpenShop) -> None:
    report = slow_clients.run(
        shop(), slow_clients.SENDERS, connections=500, seconds=2.0, wait=False
    )
    # Only the long system test measures response times, which a busy machine would distort here.
    assert set(report.faults_by_kind()) <= {"slow"}, report.text()


@pytest.mark.skipif(not find_nginx(), reason="nginx is not installed")
def test_visitors_are_served_beside_non_reading_clients_and_sigterm_stops_the_server(
    shop: OpenShop,
) -> None:
    opened = shop(**TRUSTED)
    slow_clients.add_large_file(opened)
    with behind_nginx(opened):
        report = slow_clients.run(
            opened, slow_clients.NON_READERS, connections=200, seconds=2.0, wait=False
        )
        assert set(report.faults_by_kind()) <= {"slow"}, report.text()
        ended = slow_clients.ending(opened, connections=100)
        assert ended.faults == []
