"""The previous release's data are unchanged after the migrations.

`PREVIOUS` names the last migrations of the version that is out; a release moves it on.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpResponse
from django.utils import timezone

from oottam.reporting import triggers
from oottam.requests.models import Request, StatusKey
from oottam.workflow.models import Debt, LedgerEntry
from tests.bodies import veg_body
from tests.conftest import VEG
from tests.db_cleanup.management.commands import flush
from tests.endpoint_cases import BODIES
from tests.http_client import caller

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
PREVIOUS = [
    ("requests", "0001_initial"),
    ("intake", "0001_initial"),
    ("orders", "0001_initial"),
    ("enquiries", "0001_initial"),
    ("notify", "0001_initial"),
]
APPS = {app for app, _ in PREVIOUS}


def migrate(targets: list[Any]) -> Any:
    """Migrate to `targets`; returns the historical models. The command's signals drop and create the triggers."""
    executor = MigrationExecutor(connection)
    triggers.drop(connection)
    executor.migrate(targets)
    triggers.create(connection)
    return executor.loader.project_state(
        [target for target in targets if target[1] is not None]
    ).apps


def newest() -> list[Any]:
    graph = MigrationExecutor(connection).loader.graph
    return list(graph.leaf_nodes())  # includes newer apps, whose tables were removed


def data(models: Any) -> dict[str, list[Any]]:
    """Rows of the models' tables as dicts of raw column values."""
    rows = {}
    with connection.cursor() as cursor:
        for model in models:
            names = [field.column for field in model._meta.concrete_fields]
            quoted = ", ".join(map(connection.ops.quote_name, names))
            table = model._meta.db_table
            cursor.execute(f"SELECT {quoted} FROM {table} ORDER BY {names[0]}")
            rows[table] = [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]
    return rows


@dataclass
class Upgrade:
    """A shop of the previous release before and after the migrations."""

    responses: dict[str, HttpResponse]  # of each endpoint, before the migrations
    before: dict[str, list[Any]]
    after: dict[str, list[Any]]
    confirmed: list[Request]  # two, and an active one


@pytest.fixture(scope="module")
def upgrade(django_db_setup: None, django_db_blocker: Any) -> Iterator[Upgrade]:
    """Module-scoped, as migrating back and forth takes longer than the checks."""
    with django_db_blocker.unblock():
        migrated = flush.state()
        try:
            yield _upgrade_shop()
        finally:
            migrate(newest())
            assert flush.state() == migrated, "migrations left other tables"
            flush.delete_rows()


def _upgrade_shop() -> Upgrade:
    responses = {each: post(each, BODIES[each], "k-1") for each in BODIES}
    post(VEG, veg_body(finalAmount=1), "k-2")  # with a flag
    for number in range(3, 6):
        post(VEG, veg_body(), f"k-{number}")
    then = migrate(PREVIOUS)
    requests = then.get_model("requests", "Request").objects.filter(
        idempotency__key__in=["k-3", "k-4", "k-5"]
    )
    confirmed = list(
        requests.order_by("received_at")
    )  # ids of the same millisecond have a random order
    for request, status in zip(confirmed, ("confirmed", "confirmed", "active"), strict=True):
        request.status = status
        request.save()
    models = [model for model in then.get_models() if model._meta.app_label in APPS]
    before = data(models)
    migrate(newest())
    return Upgrade(responses, before, data(models), confirmed)


def post(path: str, body: Any, key: str) -> HttpResponse:
    """Response of the server in this process."""
    raw = json.dumps(body).encode()
    headers = {"Content-Type": "application/json", "Idempotency-Key": key}
    return caller().request("POST", path, raw, headers)


def test_all_rows_are_kept(upgrade: Upgrade) -> None:
    assert {response.status_code for response in upgrade.responses.values()} == {200}
    tables = ("requests_request", "intake_idempotencyrecord")
    assert [len(upgrade.before[table]) for table in tables] == [len(BODIES) + 4] * 2
    assert all(
        upgrade.before.values()
    )  # every table has rows, so that the comparison is meaningful
    assert upgrade.after == upgrade.before
    keys = [len(bytes(row.key)) for row in StatusKey.objects.all()]
    assert keys == [32]  # created by the migration


def test_requests_are_accepted_after_the_upgrade(upgrade: Upgrade) -> None:
    path, body = next(iter(BODIES.items()))
    assert post(path, body, "k-1").content == upgrade.responses[path].content
    another = json.loads(post(path, body, "k-9").content)
    known = set(Request.objects.values_list("idempotency__key", flat=True))
    assert known == {"k-1", "k-2", "k-3", "k-4", "k-5", "k-9"}
    assert Request.objects.filter(reference=another["reference"]).exists()


def test_confirmed_requests_are_booked_on_their_day_and_owed(
    upgrade: Upgrade,
) -> None:
    first, second, third = upgrade.confirmed
    due, day = 163800, timezone.localdate(first.received_at)
    rows = LedgerEntry.objects.values_list("request_id", "paise", "day", "is_first", "came_back")
    expected = [(each.pk, due, day, True, each is not first) for each in (first, second, third)]
    assert sorted(rows) == sorted(expected)
    owed = Debt.objects.values_list("request_id", "paise")
    assert sorted(owed) == sorted((each.pk, due) for each in (first, second, third))
