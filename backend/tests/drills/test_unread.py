"""Slow readers in short (python -m drills.unread is the long one)."""

import pytest

from drills import unread
from tests.drills.conftest import OpenShop

pytestmark = [pytest.mark.enable_socket, pytest.mark.usefixtures("sqlite_only")]


def test_honest_visitors_are_served_beside_hundreds_that_read_nothing_and_sigterm_ends_it(
    shop: OpenShop,
) -> None:
    opened = shop()
    opened.close()
    unread.prepare(opened)
    opened.open()
    report = unread.drill(opened, connections=200, seconds=2.0, wait=False)
    # How long they wait is measured in the long drill: a busy machine would spoil it here.
    assert set(report.sorts()) <= {"slow"}, report.text()
    ended = unread.ending(opened, connections=100)
    assert ended.faults == []
