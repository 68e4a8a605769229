"""Migrating back to 0.3.0 keeps common rows (`migrate_back`, and the commands of 0.3.0's script)."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from datetime import date, time
from pathlib import Path

import psycopg
import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.utils import timezone

from oottam.config.setting_types import CHECKOUT
from oottam.maintenance import reversal
from oottam.requests.models import Request
from oottam.schedule.models import ChangeNotice, MealPlan, PlanChange
from oottam.workflow.models import (
    CustomerAnswer,
    Diet,
    FulfilmentDetails,
    MealTime,
    Message,
    Refund,
)
from system_tests.support.databases import Database, Postgresql, Sqlite
from tests import shared_db
from tests.bodies import veg_body
from tests.conftest import Send
from tests.maintenance.test_backup import run
from tests.serving.live import BACKEND
from tests.test_migrations import OF_0_3_0, listed

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.enable_socket, pytest.mark.slow]
OURS = {line.split()[0] for line in listed()}
KNOWN = {
    *(tuple(line.split()[:2]) for line in listed()[:OF_0_3_0]),
    *(name for name in MigrationLoader(None).disk_migrations if name[0] not in OURS),
}
PLAN = "".join(f"[X]  {app}.{name}\n" for app, name in KNOWN)
MIGRATIONS = "SELECT app, name FROM django_migrations"
Manage = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def references(send: Send) -> list[str]:
    """Two requests; the first has data that 0.3.0 does not show, the second a new link."""
    first, second = (json.loads(send(veg_body()).content)["reference"] for _ in range(2))
    request = Request.objects.get(reference=first)
    fulfilment, _ = FulfilmentDetails.objects.get_or_create(request=request)
    fulfilment.full_diet, fulfilment.delivery_time, fulfilment.door_note = (
        Diet.JAIN,
        time(8),
        "Ring twice",
    )
    fulfilment.allergens = ["milk", "sesame", "tree-nut"]
    fulfilment.save()
    CustomerAnswer.objects.create(
        request=request, key="0" * 32, at=timezone.now(), allergens=["milk"], pin="600090"
    )
    for meal, at in ((1, time(8)), (2, time(13, 30))):
        MealTime.objects.create(request=request, meal=meal, time=at, is_settled=True)
    desk, now = User.objects.create(username="asha"), timezone.now()
    for undone_at in (None, now):
        Refund.objects.create(
            request=request, paise=120_000, method="upi", given_on=date(2026, 11, 25),
            reference="UTR 7", by=desk, at=now, undone_at=undone_at,
        )  # fmt: skip
    message = Message.objects.create(
        request=request, template="closed-day", channel="whatsapp", text="Hello", by=desk, at=now
    )
    for day in ("2099-12-10", "2020-12-10"):
        closing = PlanChange.objects.create(action="close", by=desk, at=now, data={"date": day})
        plan, _ = MealPlan.objects.get_or_create(
            request=request, defaults={"start_date": now.date()}
        )
        ChangeNotice.objects.create(change=closing, plan=plan, channel="whatsapp", message=message)
    Request.objects.filter(reference=second).update(link_number=2)
    return [first, second]


@pytest.fixture
def shop(
    references: list[str], tmp_path: Path, request: pytest.FixtureRequest
) -> tuple[Database, Manage]:
    """A copy of the shop without connections, and a function that runs commands on it."""
    file, var = tmp_path / "backup", tmp_path / "var"
    copied: Database = Sqlite(var / "oottam.sqlite3")
    if connection.vendor == "postgresql":
        copied = Postgresql(shared_db.new_database(request.getfixturevalue("database_name")))
    environment = {**os.environ, "OOTTAM_VAR": str(var), "DATABASE_URL": copied.url}

    def manage(*words: object, given: str = "") -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            [sys.executable, BACKEND / "manage.py", *map(str, words)],
            env=environment, input=given, capture_output=True, text=True, check=False,
        )  # fmt: skip

    run("backup", file)
    assert manage("restore", file).stderr == ""
    assert manage("migrate", "--verbosity", 0, "--skip-checks").stderr == ""
    return copied, manage


def names(database: Database) -> set[tuple[str, ...]]:
    return set(database.rows(MIGRATIONS))


def test_common_rows_are_kept_and_hidden_data_is_listed(
    shop: tuple[Database, Manage], references: list[str], tmp_path: Path
) -> None:
    database, manage = shop
    expected = (
        "Requests with a new link: the old ones work again, and the new ones do not: 1\n"
        f"  {references[1]}  replaced 2x\n"
        f"Refunds: 1\n  {references[0]}  ₹1,200.00 on 2026-11-25 by UPI UTR 7\n"
        f"Diets, vegetarian from now on: 1\n  {references[0]}  Jain\n"
        f"Times of meals, which go with the first one from now on: 1\n  {references[0]}  Lunch 13:30\n"
        f"Allergies that the earlier list does not know: write them into the kitchen notes before: 1\n"
        f"  {references[0]}  sesame\n"
        f"Answers of customers to new requests: 1\n  {references[0]}  Milk, 600090\n"
        f"Door notes of new requests: 1\n  {references[0]}  Ring twice\n"
        f"Customers told of a closed day to come: 1\n  {references[0]}  2099-12-10 by WhatsApp\n"
    )
    before = names(database)
    tried = manage("migrate_back", "--dry-run", given=PLAN)
    assert (tried.stdout, tried.stderr) == (expected, "")
    assert names(database) == before
    undone = manage("migrate_back", "--list", tmp_path / "list", given=PLAN)
    assert (undone.stdout, undone.stderr) == (expected, "")
    assert (tmp_path / "list").read_text() == expected
    assert (tmp_path / "list").stat().st_mode & 0o777 == 0o600
    assert names(database) == KNOWN
    for table in ("requests_request", "orders_order", "orders_orderline", "notify_outboxentry"):
        query = f"SELECT count(*) FROM {table}"
        with connection.cursor() as here:
            here.execute(query)
            assert database.rows(query) == here.fetchall()
    fulfilment = (
        "SELECT count(*) FROM handling_facts WHERE diet = 'veg' AND delivery_time IS NOT NULL"
    )
    assert database.rows(fulfilment) == [(1,)]
    again = manage("migrate_back", given=PLAN)
    assert (again.stdout, again.stderr) == ("", "")
    assert manage("migrate", "--verbosity", 0, "--skip-checks").stderr == ""
    assert names(database) == before


@pytest.mark.parametrize("given", ["", "[X]  handling.0001_initial\n"])
def test_list_of_an_unsupported_release_changes_nothing(
    shop: tuple[Database, Manage], given: str
) -> None:
    database, manage = shop
    before = names(database)
    refused = manage("migrate_back", given=given)
    assert refused.returncode == 1
    assert (
        "Nothing was changed. Tables can be brought back to those of 0.3.0, and" in refused.stderr
    )
    assert names(database) == before


# Simulates a kill before the last migration is undone.
CUT_OFF = """
import os, sys
from django.db.migrations.executor import MigrationExecutor
undo = MigrationExecutor.unapply_migration
def some(self, state, migration, fake=False):
    if (migration.app_label, migration.name) == ("handling", "0009_finer_diets"):
        os._exit(9)
    return undo(self, state, migration, fake)
MigrationExecutor.unapply_migration = some
from django.core.management import call_command
import io
sys.stdin = io.StringIO(%r)
call_command("migrate_back")
"""


def test_killed_reversal_changes_nothing(shop: tuple[Database, Manage]) -> None:
    database, manage = shop
    before = names(database)
    ended = manage("shell", "--verbosity", 0, "--command", CUT_OFF % PLAN)
    assert ended.returncode == 9, ended.stderr
    assert names(database) == before
    assert database.rows("SELECT count(*) FROM handling_refund") == [(2,)]


@pytest.mark.sqlite_only
def test_script_of_0_3_0_works_on_sqlite(
    shop: tuple[Database, Manage], references: list[str], tmp_path: Path
) -> None:
    database, manage = shop
    newer, older = tmp_path / "var/oottam.sqlite3", tmp_path / "older.sqlite3"
    assert manage("migrate_back", given=PLAN).returncode == 0
    older.write_bytes(newer.read_bytes())
    assert manage("migrate", "--verbosity", 0, "--skip-checks").stderr == ""
    command = [sys.executable, str(CHECKOUT / "deploy/carry_over.py"), str(newer), str(older)]
    carried = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (carried.stdout, carried.stderr) == ("0 requests were carried over.\n", "")
    assert names(Sqlite(older)) == KNOWN
    kept = Sqlite(older).rows("SELECT reference FROM requests_request")
    assert sorted(kept) == sorted((each,) for each in references)
    assert names(database) != KNOWN


@pytest.mark.postgresql_only
def test_script_of_0_3_0_works_on_postgresql(
    shop: tuple[Database, Manage], references: list[str], tmp_path: Path
) -> None:
    database, manage = shop
    assert manage("migrate_back", given=PLAN).returncode == 0
    backup = tmp_path / "older.dump"
    assert manage("backup", backup).returncode == 0
    assert manage("migrate", "--verbosity", 0, "--skip-checks").stderr == ""
    went_back = manage("restore", backup, "--with-requests-since")
    assert went_back.stderr == ""
    assert "\n0 requests were carried over.\nThe previous data is in " in went_back.stdout
    assert names(database) == KNOWN
    kept = database.rows("SELECT reference FROM requests_request")
    assert sorted(kept) == sorted((each,) for each in references)


@pytest.mark.postgresql_only
def test_postgresql_tables_do_not_change_while_others_are_connected(
    shop: tuple[Database, Manage],
) -> None:
    database, manage = shop
    with psycopg.connect(database.url) as other:
        other.execute("SELECT 1")
        in_use = "is in use by 1 other connections. Stop every server first."
        assert in_use in manage("migrate_back", given=PLAN).stderr
        assert (
            manage("migrate", "--alone", "--skip-checks").returncode == 0
        )  # no migration to apply
    assert manage("migrate_back", given=PLAN).returncode == 0
    with psycopg.connect(database.url) as other:
        other.execute("SELECT 1")
        assert in_use in manage("migrate", "--alone", "--skip-checks").stderr
    assert manage("migrate", "--alone", "--verbosity", 0, "--skip-checks").returncode == 0


def test_migrations_of_hidden_data_exist() -> None:
    assert {each.migration for each in reversal.HIDDEN_DATA} <= MigrationLoader(
        None
    ).disk_migrations.keys()
