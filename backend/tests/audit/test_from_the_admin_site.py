"""The migration that moves the log of Django's admin site into the audit log and drops its table."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.contrib.contenttypes.models import ContentType
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder

from oottam.audit.models import AuditEntry
from oottam.maintenance import known_migrations
from oottam.reporting import triggers
from tests.factories.accounts import logged_in, make_staff_account

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]
ITS_MIGRATION = ("admin", "0001_initial")
WHEN = datetime(2026, 11, 21, 20, 0, 1, 500_000, tzinfo=UTC)
MOMENT = {"sqlite": "datetime", "postgresql": "timestamp with time zone"}


@pytest.fixture
def before() -> Iterator[MigrationExecutor]:
    """Create the admin site's tables as an old release had them."""
    triggers.drop(connection)  # as the command does
    MigrationExecutor(connection).migrate([("audit", "0001_initial")])
    with connection.cursor() as cursor:
        cursor.execute(
            f"""CREATE TABLE django_admin_log (
                id integer PRIMARY KEY, action_time {MOMENT[connection.vendor]} NOT NULL,
                object_id text, object_repr varchar(200) NOT NULL, action_flag smallint NOT NULL,
                change_message text NOT NULL,
                content_type_id integer REFERENCES django_content_type (id)
                    DEFERRABLE INITIALLY DEFERRED,
                user_id integer NOT NULL REFERENCES auth_user (id) DEFERRABLE INITIALLY DEFERRED)"""
        )
    MigrationRecorder(connection).record_applied(*ITS_MIGRATION)
    yield MigrationExecutor(connection)
    executor = MigrationExecutor(connection)
    executor.migrate(executor.loader.graph.leaf_nodes())
    triggers.create(connection)


def note(by: User, about: str, number: int, name: str) -> None:
    """Insert a row of the admin log; `about` is "app_label.model"."""
    app, _, model = about.partition(".")
    kind = ContentType.objects.get_or_create(app_label=app, model=model)[0]
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO django_admin_log"
            " SELECT count(*) + 1, %s, %s, %s, 2, '[]', %s, %s FROM django_admin_log",
            [connection.ops.adapt_datetimefield_value(WHEN), str(number), name, kind.pk, by.pk],
        )


def test_admin_log_rows_become_audit_entries_and_the_table_is_dropped(before: Any) -> None:
    priya = make_staff_account("priya")
    note(priya, "requests.request", 1, "OT-7K2M9QX")
    note(priya, "notify.outboxentry", 4, "OT-7K2M9QX to shop")
    note(priya, "auth.user", priya.pk, "priya")
    note(priya, "auth.group", 1, "Kitchen")
    ContentType.objects.create(app_label="admin", model="logentry")
    call_command("migrate", verbosity=0)
    values = ("at", "actor", "action", "reference", "data", "reason")
    assert list(AuditEntry.objects.order_by("pk").values_list(*values)) == [
        (WHEN, priya.pk, "request.status", "OT-7K2M9QX", {}, ""),
        (WHEN, priya.pk, "mail.again", "OT-7K2M9QX", {}, ""),
        (WHEN, priya.pk, "staff.change", "", {"account": priya.pk}, ""),
    ]
    assert "django_admin_log" not in connection.introspection.table_names()
    assert not ContentType.objects.filter(app_label="admin").exists()
    assert ITS_MIGRATION not in MigrationRecorder(connection).applied_migrations()
    page = logged_in(priya).get("/backoffice/audit/").content.decode()
    assert "changed the status" in page
    assert "changed the account <strong>priya</strong>" in page


def test_admin_migrations_are_not_unknown_migrations() -> None:
    recorder = MigrationRecorder(connection)
    recorder.record_applied(*ITS_MIGRATION)
    applied = recorder.applied_migrations()
    recorder.record_unapplied(*ITS_MIGRATION)
    assert ITS_MIGRATION in applied
    assert known_migrations.find_unknown(applied) == []
