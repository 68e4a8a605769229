"""Slow readers in short (python -m drills.unread is the long one)."""

from pathlib import Path

import pytest

from drills import unread
from drills.proxy import TRUSTED, behind_nginx, find_nginx
from tests.drills.conftest import OpenShop

pytestmark = [
    pytest.mark.enable_socket,
    pytest.mark.usefixtures("sqlite_only"),
    pytest.mark.skipif(not find_nginx(), reason="nginx is not installed"),
]


def test_honest_visitors_are_served_beside_hundreds_that_read_nothing_and_sigterm_ends_it(
    shop: OpenShop, folder: Path
) -> None:
    opened = shop(**TRUSTED)
    opened.close()
    unread.prepare(opened)
    opened.open()
    with behind_nginx(opened, folder):
        report = unread.drill(opened, connections=200, seconds=2.0, wait=False)
        # How long they wait is measured in the long drill: a busy machine would spoil it here.
        assert set(report.sorts()) <= {"slow"}, report.text()
        ended = unread.ending(opened, connections=100)
        assert ended.faults == []
