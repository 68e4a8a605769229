"""Short version of python -m system_tests.load.non_reading_clients."""

from pathlib import Path

import pytest

from system_tests.load import non_reading_clients
from system_tests.support.nginx import TRUSTED, behind_nginx, find_nginx
from tests.system_tests.conftest import OpenShop

pytestmark = [
    pytest.mark.enable_socket,
    pytest.mark.sqlite_only,
    pytest.mark.skipif(not find_nginx(), reason="nginx is not installed"),
]


def test_visitors_are_served_beside_non_reading_clients_and_sigterm_stops_the_server(
    shop: OpenShop, folder: Path
) -> None:
    opened = shop(**TRUSTED)
    opened.close()
    non_reading_clients.prepare(opened)
    opened.open()
    with behind_nginx(opened, folder):
        report = non_reading_clients.run(opened, connections=200, seconds=2.0, wait=False)
        # Only the long system test measures response times, which a busy machine would distort here.
        assert set(report.faults_by_kind()) <= {"slow"}, report.text()
        ended = non_reading_clients.ending(opened, connections=100)
        assert ended.faults == []
