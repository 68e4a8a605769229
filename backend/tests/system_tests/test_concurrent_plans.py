"""Many people at the same plans, in short (python -m system_tests.load.concurrent_plans is the long one)."""

import pytest

from system_tests.load import concurrent_plans
from tests.system_tests.conftest import OpenShop

pytestmark = pytest.mark.enable_socket


def test_whatever_is_done_at_once_is_done_once_and_seen_by_every_sheet(
    shop: OpenShop, kind: str
) -> None:
    report = concurrent_plans.run(shop(), seconds=3, customers=16)
    assert report.faults == [], kind
    assert report.figures["done to plans"]


@pytest.mark.parametrize(("without", "found"), [("version", "conflict"), ("snapshot", "labels")])
def test_the_system_test_notices_when_a_protection_is_missing(
    shop: OpenShop, kind: str, without: str, found: str
) -> None:
    opened = shop(concurrent_plans.server(without))
    report = concurrent_plans.run(opened, seconds=120, customers=0, without=without)
    assert found in report.faults_by_kind(), kind
