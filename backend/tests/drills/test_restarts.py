"""Restarts under load in short (python -m drills.restarts is the long one)."""

import pytest

from drills import restarts
from tests.drills.conftest import OpenShop

pytestmark = pytest.mark.enable_socket


def test_no_form_that_reached_the_server_fails_when_it_is_restarted(shop: OpenShop) -> None:
    assert restarts.drill(shop(), restarts=2, alone=True).faults == []


def test_the_drill_notices_when_the_server_ends_at_once(sqlite_only: None, shop: OpenShop) -> None:
    opened = shop(("drills.unprotected", "draining"))
    assert "unanswered" in restarts.drill(opened, restarts=5, alone=True).sorts()
