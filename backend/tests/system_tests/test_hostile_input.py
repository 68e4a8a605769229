"""Short version of python -m system_tests.security.hostile_input."""

import pytest

from system_tests.security import hostile_input, malformed_http
from tests.system_tests.conftest import OpenShop

pytestmark = pytest.mark.enable_socket


def test_hostile_body_is_stored_unchanged_or_refused_by_field(shop: OpenShop, kind: str) -> None:
    described = 16 if kind == "sqlite" else 0  # slow to generate, so only on SQLite
    opened = shop(CAP_PER_PERSON="0")
    report = hostile_input.run(opened, spoiled=300, described=described, texts=64, pages=8)
    assert report.faults == []


@pytest.mark.sqlite_only
def test_malformed_http_requests_get_a_response(
    shop: OpenShop,
) -> None:
    report = malformed_http.run(shop(CAP_PER_PERSON="0", CAP_PER_ADDRESS="0"), count=400)
    assert report.faults == []
