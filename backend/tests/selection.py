"""Which tests a run takes, and in which order (pytest's collection).

On PostgreSQL `make test` leaves out 1,600 of 4,200 tests, which saves some 150 s of processor.
"""

from collections.abc import Iterable
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
SLOW_FOLDERS = ("recipes", "system_tests")
SYSTEM_TESTS = TESTS / "system_tests"
# Files that take long come first, so that no worker is alone with one at the end.
LONGEST = (
    "backoffice/test_every_page.py",
    "recipes/test_recipes.py",
    "system_tests/",
    "serving/test_mail_worker.py",
    "backoffice/test_permissions.py",
    "maintenance/",
    "serving/test_live.py",
    "privacy/test_nothing_left.py",
    "plans/test_schedule_properties.py",
    "config/test_database_faults.py",
)
MAX_CASES = 10  # of one parametrised test on PostgreSQL: there are eight kinds of requests
# How many of these `make test` takes; the other ones are slow there.
CASES_PER_PUSH, PAGE_CASES_PER_PUSH = 3, 1
# Folders of pages: a page's cases differ in what it shows, rather than in what it asks the database.
PAGES = ("backoffice", "demo", "serving", "shop", "statuspage")


def mark_and_order(database: str, items: list[pytest.Item]) -> None:
    """Mark what is slow and the system tests, and put the longest files first."""
    for item in items:
        if any(item.path.is_relative_to(TESTS / folder) for folder in SLOW_FOLDERS):
            item.add_marker(pytest.mark.slow)
        if item.path.is_relative_to(SYSTEM_TESTS):
            item.add_marker(pytest.mark.system)
    if database == "postgresql":
        for group in _cases(items):
            is_page = any(group[0].path.is_relative_to(TESTS / folder) for folder in PAGES)
            per_push = _sample(group, PAGE_CASES_PER_PUSH if is_page else CASES_PER_PUSH)
            for item in group:
                if item not in per_push:
                    item.add_marker(pytest.mark.slow)
    items.sort(key=_rank)


def split_for(
    database: str, items: list[pytest.Item]
) -> tuple[list[pytest.Item], list[pytest.Item]]:
    """The tests to run on this kind of database, and those to deselect.

    SQLite runs all but those marked `postgresql_only`. PostgreSQL, a second run, runs only tests that use the
    database, and of a test with many cases some (but every one of those marked `every_case`).
    """
    if database == "sqlite":
        chosen = {item for item in items if not item.get_closest_marker("postgresql_only")}
    else:
        sampled = (item for group in _cases(items) for item in _sample(group, MAX_CASES))
        chosen = {item for item in sampled if _runs_on_postgresql(item)}
    return [item for item in items if item in chosen], [
        item for item in items if item not in chosen
    ]


def _rank(item: pytest.Item) -> int:
    path = item.path.relative_to(TESTS).as_posix()
    ranks = (rank for rank, prefix in enumerate(LONGEST) if path.startswith(prefix))
    return next(ranks, len(LONGEST))


def _cases(items: list[pytest.Item]) -> Iterable[list[pytest.Item]]:
    """The cases of each test."""
    found: dict[str, list[pytest.Item]] = {}
    for item in items:
        found.setdefault(item.nodeid.partition("[")[0], []).append(item)
    return found.values()


def _sample(cases: list[pytest.Item], count: int) -> list[pytest.Item]:
    """`count` cases, evenly spread, the first and the last among them; every one of those marked `every_case`."""
    last = len(cases) - 1
    if last < count or cases[0].get_closest_marker("every_case"):
        return cases
    return [cases[round(at * last / max(1, count - 1))] for at in range(count)]


def _runs_on_postgresql(item: pytest.Item) -> bool:
    """Whether it uses the tests' database, or the kind of database that system tests open a shop on (fixture `kind`).

    Not what is marked `sqlite_only`: other tests execute all of its statements. In a file that is marked so,
    `both_databases` marks the tests that alone execute some statement.
    """
    uses_database = item.get_closest_marker("django_db") or "kind" in getattr(
        item, "fixturenames", ()
    )
    sqlite_only = item.get_closest_marker("sqlite_only")
    return bool(uses_database or item.get_closest_marker("postgresql_only")) and (
        not sqlite_only or item.get_closest_marker("both_databases") is not None
    )
