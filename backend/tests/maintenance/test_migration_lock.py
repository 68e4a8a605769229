"""Servers that start together on an empty database migrate it once, without errors."""

import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.db import connection

from oottam.maintenance import migration_lock
from system_tests.support.databases import database
from tests.api_client import WAIT_SECONDS
from tests.config.test_database_faults import SHARED
from tests.serving.live import BACKEND

PROCESSES = 2
MIGRATE = [sys.executable, str(BACKEND / "manage.py"), "migrate", "--skip-checks", "-v0"]


@pytest.fixture
def kind(request: pytest.FixtureRequest) -> str:
    """The database's kind: "sqlite" or "postgresql"."""
    return str(request.config.getoption("--database"))


@pytest.mark.enable_socket
def test_concurrent_migrations_all_succeed(
    environment: dict[str, str], kind: str, tmp_path: Path
) -> None:
    with database(kind, tmp_path) as (target, _):
        shop = {**environment, "DATABASE_URL": target.url, **SHARED}
        begun = [
            subprocess.Popen(MIGRATE, env=shop, stderr=subprocess.PIPE, text=True)
            for _ in range(PROCESSES)
        ]
        ends = [(process.communicate()[1], process.returncode) for process in begun]
        assert ends == [("", 0)] * PROCESSES
        twice = "SELECT app, name FROM django_migrations GROUP BY app, name HAVING count(*) > 1"
        assert target.rows(twice) == []


@contextmanager
def locked_elsewhere() -> Iterator[threading.Event]:
    """Another thread holds the lock until the yielded event is set."""
    release, at_work = threading.Event(), threading.Event()

    def work() -> None:
        with migration_lock.hold(connection):
            at_work.set()
            release.wait(WAIT_SECONDS)

    worker = threading.Thread(target=work)
    worker.start()
    assert at_work.wait(WAIT_SECONDS)
    try:
        yield release
    finally:
        release.set()
        worker.join()


@pytest.mark.django_db(transaction=True)
def test_second_process_waits_for_the_lock(monkeypatch: pytest.MonkeyPatch) -> None:
    with locked_elsewhere() as release:
        monkeypatch.setattr(migration_lock.time, "sleep", lambda _: release.set())  # type: ignore[attr-defined]
        with migration_lock.hold(connection):
            assert release.is_set()  # the event is set by the wait only


@pytest.mark.django_db(transaction=True)
def test_lock_timeout_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(migration_lock, "TIMEOUT_SECONDS", 0.0)
    with (
        locked_elsewhere(),
        pytest.raises(ImproperlyConfigured) as error,
        migration_lock.hold(connection),
    ):
        pytest.fail("two at once")
    assert str(error.value) == (
        "Another process has been migrating the tables for 0 minutes. "
        "Wait for it or stop it, then try again."
    )
