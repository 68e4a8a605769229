"""Short version of python -m system_tests.faults.generated_files."""

import pytest

from system_tests.faults import generated_files
from system_tests.support.shop import server
from tests.system_tests.conftest import OpenShop

pytestmark = pytest.mark.enable_socket


def test_every_file_is_complete_or_reported_as_failed(shop: OpenShop, kind: str) -> None:
    report = generated_files.run(shop(), files=9, has_full_disk=kind == "sqlite")
    assert report.faults == []


@pytest.mark.sqlite_only
def test_system_test_detects_a_partial_file(
    shop: OpenShop,
) -> None:
    report = generated_files.run(shop(server("whole-files")), files=9)
    assert "half" in report.faults_by_kind()
