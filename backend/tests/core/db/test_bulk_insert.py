"""Bulk inserts write the same rows as Django's save()."""

from datetime import UTC, datetime, time
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection, models

from oottam.api.models import IdempotencyRecord
from oottam.core.db.bulk_insert import Row, insert
from oottam.orders.models import Order, OrderLine
from oottam.requests.identity import new_id
from oottam.requests.models import Request

WHEN = datetime(2026, 11, 21, 6, 30, 15, 123456, tzinfo=UTC)


def rows(reference: str) -> list[Row]:
    request = Row(
        Request, id=new_id(WHEN), kind="veg", reference=reference, received_at=WHEN, status="new",
        customer_name="ஆஷா 🥗", phone="1", phone_normalised="", email="a@b", body='{"a": "\\"%s"}',
        extra_fields=["x", "ü"],
    )  # fmt: skip
    order = Row(
        Order, request_id=request.values["id"], days=15, free_days=1, tier="fifteen", breakfast=True, lunch=False,
        dinner=True, delivery_time=time(8, 30), address="12; DROP TABLE", total_paise=2**40,
        claimed_total_paise=None, claimed_count=2,
    )  # fmt: skip
    lines = [
        Row(
            OrderLine, order_id=request.values["id"], position=n, dish_id="d", dish_name="D", unit_price_paise=1,
            charged_paise=2, original_paise=None, claimed_paise=n,
        )
        for n in (1, 2)
    ]  # fmt: skip
    record = Row(
        IdempotencyRecord, kind="veg", key=reference, body_digest="0" * 64, reply="{}",
        request_id=request.values["id"],
    )  # fmt: skip
    return [request, order, *lines, record]


def stored(model: type[models.Model]) -> list[dict[str, Any]]:
    own = {"id", "request_id", "order_id", "reference", "key"}
    return [
        {name: value for name, value in row.items() if name not in own}
        for row in model._default_manager.order_by("pk").values()
    ]


@pytest.mark.django_db
def test_inserted_rows_equal_those_of_the_orm() -> None:
    for row in rows("OT-1"):
        row.model(**row.values).save(force_insert=True)
    by_orm = {model: stored(model) for model in (Request, Order, OrderLine, IdempotencyRecord)}
    Request.objects.all().delete()
    with connection.cursor() as cursor:
        insert(cursor, rows("OT-2"))
    assert {model: stored(model) for model in by_orm} == by_orm


@pytest.mark.django_db
def test_missing_values_get_the_models_default() -> None:
    least = {"id": new_id(WHEN), "kind": "veg", "reference": "OT-1", "received_at": WHEN}
    with connection.cursor() as cursor:
        insert(cursor, [Row(Request, **least)])
    by_us = Request.objects.values().get()
    Request.objects.all().delete()
    Request(**least).save(force_insert=True)  # some defaults are the database's
    assert Request.objects.values().get() == by_us


@pytest.mark.django_db
def test_rows_with_different_columns_are_inserted_together() -> None:
    person = User.objects.create_user("priya")
    least = {"kind": "veg", "received_at": WHEN}
    more = {"source": "staff", "entered_by_id": person.pk}
    asked = [least, {**least, **more}, least, {**least, "version": 7}]
    with connection.cursor() as cursor:
        insert(cursor, [
            Row(Request, id=new_id(WHEN), reference=f"OT-{n}", **values)
            for n, values in enumerate(asked)
        ])  # fmt: skip
    stored = Request.objects.order_by("reference").values_list("source", "entered_by", "version")
    storefront = ("storefront", None, 1)
    assert list(stored) == [
        storefront,
        ("staff", person.pk, 1),
        storefront,
        ("storefront", None, 7),
    ]


@pytest.mark.django_db
def test_optional_columns_are_left_out_of_the_statement(
    django_assert_num_queries: Any,
) -> None:
    with django_assert_num_queries(1) as queries, connection.cursor() as cursor:
        insert(cursor, rows("OT-1")[:1])
    written = queries.captured_queries[0]["sql"]
    assert '"phone_normalised"' in written
    assert not any(f'"{late}"' in written for late in ("source", "assignee_id", "closed_at"))


@pytest.mark.django_db
def test_unknown_column_raises_type_error() -> None:
    with connection.cursor() as cursor, pytest.raises(TypeError, match="phon"):
        insert(cursor, [Row(Request, id=new_id(WHEN), phon="1")])
