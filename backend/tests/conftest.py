"""What every test stands on: a temporary shop, a database of either kind, and an HTTP client for it."""

import gc
import json
import os
import shutil
import tempfile
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.http import HttpResponse

from tests import environment, selection, shared_db

environment.use_repeatable_examples()
VEG = "/vegmeal-form.php"
Send = Callable[..., HttpResponse]
VAR = pytest.StashKey[Path]()
POSTGRESQL = pytest.StashKey[Any]()  # the server, in the process that has started it
POSTGRESQL_INFO = pytest.StashKey[dict[str, str]]()  # "url" and "programs", or "missing"
TABLES = pytest.StashKey[threading.Thread]()  # makes the tables while other processes collect


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--database", choices=("sqlite", "postgresql"), default="sqlite")


def pytest_configure(config: pytest.Config) -> None:
    """Set the environment before Django reads it; pytest-django sets Django up after this."""
    on_postgresql = config.getoption("--database") == "postgresql"
    var = config.stash[VAR] = Path(tempfile.mkdtemp(prefix="oottam-tests-"))
    info: dict[str, str] = {}
    if on_postgresql:
        info = getattr(config, "workerinput", {}).get("postgresql", {})
        if not info:  # the run's first process, in whose cluster each other one has a database
            config.stash[POSTGRESQL], info = shared_db.start_run_postgresql(var)
    config.stash[POSTGRESQL_INFO] = info
    environment.set_variables(var, info)
    gc.disable()  # nothing of what is collected is garbage; saves 8 s in each process that collects all
    environment.adjust_settings(var)
    if config.getoption("numprocesses", None) and not _missing(config):
        make = shared_db.postgresql_dump if on_postgresql else shared_db.sqlite_template
        config.stash[TABLES] = thread = threading.Thread(target=make)
        thread.start()


def pytest_sessionstart(session: pytest.Session) -> None:
    """Let workers adjust the settings first: with this variable pytest-django sets Django up before their conftest.py."""
    if session.config.getoption("numprocesses", None):
        os.environ.pop("DJANGO_SETTINGS_MODULE")


def _missing(config: pytest.Config) -> str:
    """Why there is no PostgreSQL to test on; "" where there is, and on SQLite."""
    return config.stash[POSTGRESQL_INFO].get("missing", "")


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Pass the cluster's address on to the workers of pytest-xdist."""
    node.workerinput["postgresql"] = node.config.stash.get(POSTGRESQL_INFO, {})


def pytest_report_header(config: pytest.Config) -> str:
    return _missing(config) or f"database: {config.getoption('--database')}"


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    database = config.getoption("--database")
    items[:], deselected = selection.split_for(database, items)
    selection.mark_and_order(database, items)
    config.hook.pytest_deselected(items=deselected)
    if reason := _missing(config):
        for item in items:
            item.add_marker(pytest.mark.skip(reason=reason))


def pytest_collection_finish() -> None:
    """Collected objects stay: the garbage collector need not look at them again and again."""
    gc.freeze()
    gc.enable()


def pytest_unconfigure(config: pytest.Config) -> None:
    if thread := config.stash.get(TABLES, None):
        thread.join()
    if server := config.stash.get(POSTGRESQL, None):
        server.cleanup()
    shutil.rmtree(config.stash[VAR], ignore_errors=True)


@pytest.fixture(scope="session")
def django_db_keepdb(pytestconfig: pytest.Config) -> bool:
    """The database is there before Django looks; it goes with its folder, or its cluster."""
    return not _missing(pytestconfig)


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_parallel_suffix: None, pytestconfig: pytest.Config
) -> None:
    """Make this process's database, as a copy of the run's."""
    if not _missing(pytestconfig):
        shared_db.make_own(pytestconfig.getoption("--database"))


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """The writer's connection, and the loops that used it, end before the database does."""
    from oottam.api.writing.writer import WRITER
    from tests.db_cleanup.management.commands import flush
    from tests.http_client import LOOPS

    with django_db_blocker.unblock():
        flush.Command.migrated = flush.state()
    yield
    WRITER.close()
    for loop in LOOPS:
        loop.close()


@pytest.fixture(autouse=True, scope="session")
def _inline_jobs() -> Iterator[None]:
    from oottam.background import queue
    from tests.inline_queue import InlineQueue

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(queue, "QUEUE", InlineQueue())
        yield


@pytest.fixture(autouse=True)
def _catalogue_stays() -> Iterator[None]:
    """Restore the process's catalogue after each test."""
    from oottam import catalogue

    before = catalogue.current()
    yield
    catalogue.use(before)


@pytest.fixture
def send() -> Send:
    """Send a veg order, or raw bytes, as a browser would; keyword arguments are headers."""
    from tests.http_client import caller

    caller()  # made before anything is listened to: it configures the log

    def post(body: Any, path: str = VEG, address: str = "127.0.0.1", **headers: str) -> Any:
        raw = body if isinstance(body, bytes) else json.dumps(body, ensure_ascii=False).encode()
        media_type = headers.pop("content_type", "application/json")
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return caller().request("POST", path, raw, {"Content-Type": media_type, **named}, address)

    return post


@pytest.fixture
def priya(db: None) -> Any:
    """At the desk."""
    # pytest reads this file before Django is set up.
    from tests.factories.accounts import make_desk_account

    return make_desk_account()


@pytest.fixture
def meena(db: None) -> Any:
    """The owner."""
    from tests.factories.accounts import make_staff_account

    return make_staff_account("meena")


@pytest.fixture
def planner(send: Send, priya: Any) -> Any:
    from tests.factories.plans import Planner

    return Planner(send, priya)


@pytest.fixture
def ravi(db: None) -> Any:
    from tests.factories.accounts import make_rider

    return make_rider()


@pytest.fixture
def delivery_plans(db: None) -> Any:
    from tests.factories.deliveries import DeliveryPlans
    from tests.factories.kitchen import Boxes

    return DeliveryPlans(Boxes())
