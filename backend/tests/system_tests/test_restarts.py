"""Short version of python -m system_tests.faults.restarts."""

import pytest

from system_tests.faults import restarts
from system_tests.support.shop import server
from tests.system_tests.conftest import OpenShop

pytestmark = pytest.mark.enable_socket


def test_restart_fails_no_received_form(shop: OpenShop) -> None:
    assert restarts.run(shop(), restarts=2, alone=True).faults == []


@pytest.mark.sqlite_only
def test_system_test_detects_disabled_draining(
    shop: OpenShop,
) -> None:
    report = restarts.run(shop(server("draining")), restarts=5, alone=True)
    assert "unanswered" in report.faults_by_kind()
