"""Shops for the short system tests: the real server on the selected database."""

import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from system_tests.support.databases import Cluster, Database, Sqlite
from system_tests.support.shop import Shop, temporary_folder
from tests import shared_db

OpenShop = Callable[..., Shop]
TEMPLATE = "with_tables"


@pytest.fixture(scope="session")
def kind(pytestconfig: pytest.Config) -> str:
    """The database's kind: "sqlite" or "postgresql"."""
    arguments: str = pytestconfig.getoption("--database")
    return arguments


@pytest.fixture(scope="session")
def cluster(kind: str) -> Iterator[Cluster | None]:
    """A PostgreSQL that system tests may stop; None on SQLite."""
    if kind == "sqlite":
        yield None
        return
    with temporary_folder() as folder:
        started = Cluster(folder)
        # After a crash, files are synced at once instead of one by one.
        started.set("recovery_init_sync_method", "syncfs")
        yield started
        started.close()


@pytest.fixture
def folder() -> Iterator[Path]:
    with temporary_folder() as made:
        yield made


@pytest.fixture(scope="session")
def migrated(cluster: Cluster | None) -> Iterator[Database]:
    """A migrated template database: migrating takes longer than most system tests."""
    with temporary_folder() as folder:
        if cluster is None:
            yield Sqlite(shared_db.tables_in(folder))
            return
        made = cluster.create(TEMPLATE)
        tables = shared_db.postgresql_dump()
        told = ["--quiet", "--no-psqlrc", "--set=ON_ERROR_STOP=1", f"--file={tables}", made.url]
        subprocess.run([cluster.program("psql"), *told], check=True, stdout=subprocess.DEVNULL)
        yield made


@pytest.fixture
def database(folder: Path, cluster: Cluster | None, migrated: Database) -> Database:
    """A migrated database without requests, separate for each test."""
    if cluster is not None:
        return cluster.create(folder.name.replace("-", "_").lower(), TEMPLATE)
    assert isinstance(migrated, Sqlite)
    return Sqlite(Path(shutil.copy(migrated.file, folder)))


@pytest.fixture
def shop(folder: Path, database: Database) -> Iterator[OpenShop]:
    """A function that opens a shop with a server module and settings, like `Shop`."""
    opened: list[Shop] = []

    def open_one(server: tuple[str, ...] = ("oottam",), **settings: str) -> Shop:
        opened.append(Shop(folder, database, server, **settings))
        opened[-1].open()
        return opened[-1]

    yield open_one
    for each in opened:
        each.kill_if_running()
