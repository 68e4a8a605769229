"""Restarts under load in short (python -m system_tests.faults.restarts is the long one)."""

import pytest

from system_tests.faults import restarts
from tests.system_tests.conftest import OpenShop

pytestmark = pytest.mark.enable_socket


def test_no_form_that_reached_the_server_fails_when_it_is_restarted(shop: OpenShop) -> None:
    assert restarts.run(shop(), restarts=2, alone=True).faults == []


@pytest.mark.sqlite_only
def test_the_system_test_notices_when_the_server_ends_at_once(
    shop: OpenShop,
) -> None:
    opened = shop(("system_tests.support.disabled_protections", "draining"))
    assert "unanswered" in restarts.run(opened, restarts=5, alone=True).faults_by_kind()
