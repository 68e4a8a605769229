"""Many people at the same plans, in short (python -m drills.schedules is the long one)."""

import pytest

from drills import schedules
from tests.drills.conftest import OpenShop

pytestmark = pytest.mark.enable_socket


def test_whatever_is_done_at_once_is_done_once_and_seen_by_every_sheet(
    shop: OpenShop, kind: str
) -> None:
    report = schedules.drill(shop(), seconds=3, customers=16)
    assert report.faults == [], kind
    assert report.figures["done to plans"]


@pytest.mark.parametrize(("without", "found"), [("version", "blind"), ("snapshot", "labels")])
def test_the_drill_notices_when_a_protection_is_missing(
    shop: OpenShop, kind: str, without: str, found: str
) -> None:
    opened = shop(schedules.server(without))
    report = schedules.drill(opened, seconds=120, customers=0, without=without)
    assert found in report.sorts(), kind
