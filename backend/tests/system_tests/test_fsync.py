"""Durability, verified by strace."""

import shutil
from pathlib import Path

import pytest

from system_tests.faults import fsync
from system_tests.support.databases import Sqlite
from system_tests.support.report import Report
from system_tests.support.shop import Shop, server
from tests import shared_db

pytestmark = [
    pytest.mark.enable_socket,
    pytest.mark.sqlite_only,
    pytest.mark.skipif(not shutil.which("strace"), reason="strace is not installed"),
]


def watched(folder: Path, without: str = "") -> Report:
    shop = Shop(folder, Sqlite(shared_db.tables_in(folder)), server(without))
    return fsync.run(shop, folder / "strace", requests=16)


def test_fsync_precedes_each_acknowledgement(folder: Path) -> None:
    report = watched(folder)
    assert report.faults == []
    assert report.figures["of these after a sync"] == 16


def test_system_test_detects_a_missing_fsync(folder: Path) -> None:
    assert set(watched(folder, "synchronous-full").faults_by_kind()) == {"early"}
