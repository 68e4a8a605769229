"""The previous version's data are whole after its tables have been brought up to date.

`PREVIOUS` names the last migrations of the version that is out; a release moves it on.
"""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from oottam.handling.models import Booking, Debt
from oottam.requests.models import Request, StatusKey
from tests.bodies import veg_body
from tests.conftest import Send
from tests.every_call import BODIES

pytestmark = pytest.mark.django_db(transaction=True)
PREVIOUS = [
    ("requests", "0001_initial"),
    ("intake", "0001_initial"),
    ("orders", "0001_initial"),
    ("enquiries", "0001_initial"),
    ("notify", "0001_initial"),
]
APPS = {app for app, _ in PREVIOUS}


def migrate(targets: list[Any]) -> Any:
    """Bring the tables there; the models as they were then."""
    executor = MigrationExecutor(connection)
    executor.migrate(targets)
    return executor.loader.project_state(
        [target for target in targets if target[1] is not None]
    ).apps


def newest() -> list[Any]:
    graph = MigrationExecutor(connection).loader.graph
    return list(graph.leaf_nodes())  # of apps that came since, too: going back took their tables


@pytest.fixture
def previous() -> Iterator[Any]:
    """Call it to go back to the previous version; the tables are the newest again afterwards."""
    yield lambda: migrate(PREVIOUS)
    migrate(newest())


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


def test_every_row_of_the_previous_version_is_kept_and_the_shop_goes_on(
    send: Send, previous: Any
) -> None:
    path, body = next(iter(BODIES.items()))
    answers = {each: send(BODIES[each], each, Idempotency_Key="k-1") for each in BODIES}
    assert {answer.status_code for answer in answers.values()} == {200}
    assert send(veg_body(finalAmount=1), Idempotency_Key="k-2").status_code == 200  # with a flag
    then = previous()
    models = [model for model in then.get_models() if model._meta.app_label in APPS]
    before = data(models)
    counted = [len(before[table]) for table in ("requests_request", "intake_idempotencyrecord")]
    assert counted == [len(BODIES) + 1] * 2
    assert all(before.values())  # no table without rows, or it would prove nothing
    migrate(newest())
    assert data(models) == before
    assert [len(bytes(row.key)) for row in StatusKey.objects.all()] == [32]  # made with its table

    again = send(body, path, Idempotency_Key="k-1")
    assert again.content == answers[path].content
    another = json.loads(send(body, path, Idempotency_Key="k-3").content)
    assert {"k-1", "k-2", "k-3"} == set(Request.objects.values_list("idempotency__key", flat=True))
    assert Request.objects.filter(reference=another["reference"]).exists()


def test_what_the_previous_version_had_confirmed_is_booked_on_the_day_it_came_and_still_owed(
    send: Send, previous: Any
) -> None:
    for number in range(4):
        send(veg_body(), Idempotency_Key=f"k-{number}")
    then = previous()
    first, second, third, _ = then.get_model("requests", "Request").objects.order_by("pk")
    for request, status in ((first, "confirmed"), (second, "confirmed"), (third, "active")):
        request.status = status
        request.save()
    migrate(newest())
    due, day = 163800, timezone.localdate(first.received_at)
    rows = Booking.objects.values_list("request_id", "paise", "day", "is_first", "came_back")
    expected = [(each.pk, due, day, True, each is not first) for each in (first, second, third)]
    assert list(rows.order_by("request_id")) == expected
    owed = Debt.objects.order_by("request_id").values_list("request_id", "paise")
    assert list(owed) == [(each.pk, due) for each in (first, second, third)]
