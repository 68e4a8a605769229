"""Short version of python -m system_tests.security.tampered_prices."""

import pytest

from system_tests.security import tampered_prices
from system_tests.support.shop import server
from tests.system_tests.conftest import OpenShop

pytestmark = [pytest.mark.enable_socket, pytest.mark.sqlite_only]


def test_server_price_is_charged_and_tampered_totals_are_flagged(shop: OpenShop) -> None:
    report = tampered_prices.run(shop(CAP_PER_PERSON="0"), tampered=200, honest=20)
    assert report.faults == []
    assert report.figures["tampered totals"] == 200


def test_system_test_detects_charging_of_submitted_totals(shop: OpenShop) -> None:
    report = tampered_prices.run(shop(server("own-price")), tampered=30, honest=10)
    assert set(report.faults_by_kind()) == {"price"}
