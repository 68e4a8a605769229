"""Hostile bodies in short (python -m system_tests.security.hostile_input is the long one)."""

import pytest

from system_tests.security import hostile_input, malformed_http
from tests.system_tests.conftest import OpenShop

pytestmark = pytest.mark.enable_socket


def test_a_hostile_body_is_taken_whole_or_refused_by_field_and_nothing_breaks(
    shop: OpenShop, kind: str
) -> None:
    describe = 16 if kind == "sqlite" else 0  # making them takes long, and once is enough
    opened = shop(CAP_PER_PERSON="0")
    report = hostile_input.run(opened, spoil=300, describe=describe, texts=64, pages=8)
    assert report.faults == []


@pytest.mark.sqlite_only
def test_whatever_the_spelling_of_a_request_it_is_answered_and_nothing_breaks(
    shop: OpenShop,
) -> None:
    report = malformed_http.run(shop(CAP_PER_PERSON="0", CAP_PER_ADDRESS="0"), count=400)
    assert report.faults == []
