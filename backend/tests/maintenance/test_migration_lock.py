"""Servers that start together on an empty database make its tables once, and all of them end well."""

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
from tests.config.test_database_faults import SHARED
from tests.serving.live import BACKEND

AT_ONCE = 3
MIGRATE = [sys.executable, str(BACKEND / "manage.py"), "migrate", "--skip-checks", "-v0"]


@pytest.fixture
def kind(request: pytest.FixtureRequest) -> str:
    """The database's kind: "sqlite" or "postgresql"."""
    return str(request.config.getoption("--database"))


@pytest.mark.enable_socket
def test_several_that_begin_at_once_all_end_well(
    environment: dict[str, str], kind: str, tmp_path: Path
) -> None:
    with database(kind, tmp_path) as (kept, _):
        shop = {**environment, "DATABASE_URL": kept.url, **SHARED}
        begun = [
            subprocess.Popen(MIGRATE, env=shop, stderr=subprocess.PIPE, text=True)
            for _ in range(AT_ONCE)
        ]
        ends = [(process.communicate(timeout=120)[1], process.returncode) for process in begun]
        assert ends == [("", 0)] * AT_ONCE
        twice = "SELECT app, name FROM django_migrations GROUP BY app, name HAVING count(*) > 1"
        assert kept.rows(twice) == []


@contextmanager
def another_one() -> Iterator[threading.Event]:
    """Another one at work, until the event is set."""
    enough, at_work = threading.Event(), threading.Event()

    def work() -> None:
        with migration_lock.alone(connection):
            at_work.set()
            enough.wait(60)

    worker = threading.Thread(target=work)
    worker.start()
    assert at_work.wait(60)
    try:
        yield enough
    finally:
        enough.set()
        worker.join()


@pytest.mark.django_db(transaction=True)
def test_who_comes_later_waits_for_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    with another_one() as enough:
        monkeypatch.setattr(migration_lock.time, "sleep", lambda _: enough.set())  # type: ignore[attr-defined]
        with migration_lock.alone(connection):
            assert enough.is_set()  # nobody had told the first to end before it was waited for


@pytest.mark.django_db(transaction=True)
def test_who_has_waited_too_long_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(migration_lock, "TIMEOUT_SECONDS", 0.0)
    with (
        another_one(),
        pytest.raises(ImproperlyConfigured) as told,
        migration_lock.alone(connection),
    ):
        pytest.fail("two at once")
    assert str(told.value) == (
        "Another process has been migrating the tables for 0 minutes. "
        "Wait for it or stop it, then try again."
    )
