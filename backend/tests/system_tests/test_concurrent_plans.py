"""Short version of python -m system_tests.load.concurrent_plans."""

import pytest

from system_tests.load import concurrent_plans
from tests.system_tests.conftest import OpenShop

pytestmark = pytest.mark.enable_socket


def test_concurrent_changes_apply_once_and_sheets_are_consistent(shop: OpenShop, kind: str) -> None:
    report = concurrent_plans.run(shop(), seconds=3, customers=16)
    assert report.faults == [], kind
    assert report.figures["plan changes accepted"]


@pytest.mark.parametrize(("without", "found"), [("version", "conflict"), ("snapshot", "labels")])
def test_system_test_detects_a_disabled_protection(
    shop: OpenShop, kind: str, without: str, found: str
) -> None:
    opened = shop(concurrent_plans.command(without))
    report = concurrent_plans.run(opened, seconds=120, customers=0, without=without)
    assert found in report.faults_by_kind(), kind
