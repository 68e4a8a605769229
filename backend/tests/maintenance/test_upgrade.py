"""The previous version's data are whole after its tables have been brought up to date.

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
from oottam.workflow.models import Booking, Debt
from tests.bodies import veg_body
from tests.conftest import VEG
from tests.db_cleanup.management.commands import flush
from tests.endpoint_cases import BODIES
from tests.http_client import caller

pytestmark = pytest.mark.django_db
PREVIOUS = [
    ("requests", "0001_initial"),
    ("intake", "0001_initial"),
    ("orders", "0001_initial"),
    ("enquiries", "0001_initial"),
    ("notify", "0001_initial"),
]
APPS = {app for app, _ in PREVIOUS}


def migrate(targets: list[Any]) -> Any:
    """Bring the tables there; the models as they were then. The command's signals take and make the triggers."""
    executor = MigrationExecutor(connection)
    triggers.drop(connection)
    executor.migrate(targets)
    triggers.create(connection)
    return executor.loader.project_state(
        [target for target in targets if target[1] is not None]
    ).apps


def newest() -> list[Any]:
    graph = MigrationExecutor(connection).loader.graph
    return list(graph.leaf_nodes())  # of apps that came since, too: going back took their tables


def data(models: Any) -> dict[str, list[Any]]:
    """Every row of these models' tables, by their columns, as the database holds it."""
    held = {}
    with connection.cursor() as cursor:
        for model in models:
            names = [field.column for field in model._meta.concrete_fields]
            quoted = ", ".join(map(connection.ops.quote_name, names))
            table = model._meta.db_table
            cursor.execute(f"SELECT {quoted} FROM {table} ORDER BY {names[0]}")
            held[table] = [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]
    return held


@dataclass
class Journey:
    """A shop of the previous version, and what the newest made of it."""

    answers: dict[str, HttpResponse]  # to each call, from the previous version
    before: dict[str, list[Any]]
    after: dict[str, list[Any]]
    confirmed: list[Request]  # two, and one that was running already


@pytest.fixture(scope="module")
def journey(django_db_setup: None, django_db_blocker: Any) -> Iterator[Journey]:
    """Made once: back to the previous version and forward again takes longer than all that is looked at."""
    with django_db_blocker.unblock():
        migrated = flush.state()
        try:
            yield _made()
        finally:
            migrate(newest())
            assert flush.state() == migrated, "migrations left other tables"
            flush.delete_rows()


def _made() -> Journey:
    answers = {each: sent(each, BODIES[each], "k-1") for each in BODIES}
    sent(VEG, veg_body(finalAmount=1), "k-2")  # with a flag
    for number in range(3, 6):
        sent(VEG, veg_body(), f"k-{number}")
    then = migrate(PREVIOUS)
    requests = then.get_model("requests", "Request").objects.filter(
        idempotency__key__in=["k-3", "k-4", "k-5"]
    )
    confirmed = list(requests.order_by("received_at"))  # of one millisecond, ids are in any order
    for request, status in zip(confirmed, ("confirmed", "confirmed", "active"), strict=True):
        request.status = status
        request.save()
    models = [model for model in then.get_models() if model._meta.app_label in APPS]
    before = data(models)
    migrate(newest())
    return Journey(answers, before, data(models), confirmed)


def sent(path: str, body: Any, key: str) -> HttpResponse:
    """The answer of this process's server."""
    raw = json.dumps(body).encode()
    headers = {"Content-Type": "application/json", "Idempotency-Key": key}
    return caller().request("POST", path, raw, headers)


def test_every_row_of_the_previous_version_is_kept(journey: Journey) -> None:
    assert {answer.status_code for answer in journey.answers.values()} == {200}
    tables = ("requests_request", "intake_idempotencyrecord")
    assert [len(journey.before[table]) for table in tables] == [len(BODIES) + 4] * 2
    assert all(journey.before.values())  # no table without rows, or it would prove nothing
    assert journey.after == journey.before
    keys = [len(bytes(row.key)) for row in StatusKey.objects.all()]
    assert keys == [32]  # made with its table


def test_the_shop_goes_on(journey: Journey) -> None:
    path, body = next(iter(BODIES.items()))
    assert sent(path, body, "k-1").content == journey.answers[path].content
    another = json.loads(sent(path, body, "k-9").content)
    known = set(Request.objects.values_list("idempotency__key", flat=True))
    assert known == {"k-1", "k-2", "k-3", "k-4", "k-5", "k-9"}
    assert Request.objects.filter(reference=another["reference"]).exists()


def test_what_the_previous_version_had_confirmed_is_booked_on_the_day_it_came_and_still_owed(
    journey: Journey,
) -> None:
    first, second, third = journey.confirmed
    due, day = 163800, timezone.localdate(first.received_at)
    rows = Booking.objects.values_list("request_id", "paise", "day", "is_first", "came_back")
    expected = [(each.pk, due, day, True, each is not first) for each in (first, second, third)]
    assert sorted(rows) == sorted(expected)
    owed = Debt.objects.values_list("request_id", "paise")
    assert sorted(owed) == sorted((each.pk, due) for each in (first, second, third))
