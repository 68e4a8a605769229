"""Tampered totals in short (python -m system_tests.security.tampered_prices is the long one)."""

import pytest

from system_tests.security import tampered_prices
from tests.system_tests.conftest import OpenShop

pytestmark = [pytest.mark.enable_socket, pytest.mark.sqlite_only]


def test_the_price_is_always_the_server_s_and_every_other_total_is_flagged(shop: OpenShop) -> None:
    report = tampered_prices.run(shop(CAP_PER_PERSON="0"), tampered=200, honest=20)
    assert report.faults == []
    assert report.figures["totals that were not the server's"] == 200


def test_the_system_test_notices_when_the_server_charges_what_it_is_sent(shop: OpenShop) -> None:
    report = tampered_prices.run(
        shop(("system_tests.support.disabled_protections", "own-price")), tampered=30, honest=10
    )
    assert set(report.faults_by_kind()) == {"price"}
