"""Tampered totals in short (python -m drills.prices is the long one)."""

import pytest

from drills import prices
from tests.drills.conftest import OpenShop

pytestmark = [pytest.mark.enable_socket, pytest.mark.usefixtures("sqlite_only")]


def test_the_price_is_always_the_server_s_and_every_other_total_is_flagged(shop: OpenShop) -> None:
    report = prices.drill(shop(CAP_PER_PERSON="0"), tampered=200, honest=20)
    assert report.faults == []
    assert report.figures["totals that were not the server's"] == 200


def test_the_drill_notices_when_the_server_charges_what_it_is_sent(shop: OpenShop) -> None:
    report = prices.drill(shop(("drills.unprotected", "own-price")), tampered=30, honest=10)
    assert set(report.sorts()) == {"price"}
