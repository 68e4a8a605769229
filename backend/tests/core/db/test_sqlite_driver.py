"""Selection of a sound SQLite library."""

import sqlite3

import pytest
import sqlcipher3

from oottam.core.db import sqlite_driver


@pytest.mark.parametrize(
    ("version", "sound"),
    [
        ((3, 40, 1), False),
        ((3, 44, 5), False),
        ((3, 44, 6), True),
        ((3, 50, 6), False),
        ((3, 50, 7), True),
        ((3, 51, 2), False),
        ((3, 51, 3), True),
        ((3, 53, 4), True),
        ((4, 0, 0), True),
    ],
)
def test_versions_with_the_wal_reset_fault_are_not_sound(
    version: tuple[int, int, int], sound: bool
) -> None:
    assert sqlite_driver.is_sound(version) is sound


def test_import_of_sqlite3_returns_sqlcipher3() -> None:
    assert sqlite3.sqlite_version_info == sqlcipher3.sqlite_version_info


def test_install_raises_for_a_faulty_library(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlcipher3, "sqlite_version_info", (3, 40, 1))
    monkeypatch.setattr(sqlcipher3, "sqlite_version", "3.40.1")
    with pytest.raises(sqlite_driver.FaultySqliteError) as stopped:
        sqlite_driver.install()
    assert str(stopped.value) == (
        "SQLite 3.40.1 can lose committed orders. "
        "Install the locked dependencies again (make clean build): they bring SQLite 3.51.3 or newer."
    )
