"""Short version of python -m system_tests.load.slow_clients."""

import pytest

from system_tests.load import slow_clients
from tests.system_tests.conftest import OpenShop

pytestmark = [pytest.mark.enable_socket, pytest.mark.sqlite_only]


def test_visitors_are_served_beside_slow_clients(
    shop: OpenShop,
) -> None:
    report = slow_clients.run(shop(), connections=500, seconds=2.0)
    # Only the long system test measures response times, which a busy machine would distort here.
    assert set(report.faults_by_kind()) <= {"slow"}, report.text()
