"""Slow clients in short (python -m system_tests.load.slow_clients is the long one)."""

import pytest

from system_tests.load import slow_clients
from tests.system_tests.conftest import OpenShop

pytestmark = [pytest.mark.enable_socket, pytest.mark.sqlite_only]


def test_honest_visitors_are_served_beside_hundreds_that_send_a_byte_at_a_time(
    shop: OpenShop,
) -> None:
    report = slow_clients.run(shop(), connections=500, seconds=2.0)
    # How long they wait is measured in the long system test: a busy machine would spoil it here.
    assert set(report.faults_by_kind()) <= {"slow"}, report.text()
