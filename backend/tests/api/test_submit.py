"""`pipeline.submit`, the entry of phone orders, uses the endpoints' pipeline."""

import json
import threading
from datetime import UTC, datetime
from typing import Any

import pytest
from django.db import connection

from oottam.api import endpoints
from oottam.api.errors import RequestRejectedError
from oottam.api.pipeline import submit
from oottam.outbox.models import OutboxEntry
from oottam.requests.models import Request, RequestFlag, Source
from tests.api_client import columns, stored
from tests.bodies import veg_body
from tests.conftest import VEG, Send
from tests.endpoint_cases import BODIES
from tests.factories.accounts import make_staff_account

WHEN = datetime(2026, 11, 2, 9, 30, tzinfo=UTC)
pytestmark = pytest.mark.django_db(transaction=True)


def entered(path: str, body: dict[str, Any], **how: Any) -> Request:
    call = endpoints.find(path)
    assert call
    return Request.objects.get(reference=submit(call, json.dumps(body).encode(), at=WHEN, **how))


@pytest.mark.parametrize("path", BODIES)
def test_submit_stores_the_same_rows_as_the_endpoint(send: Send, path: str) -> None:
    sent = stored(send, path, BODIES[path])
    by_desk = entered(path, BODIES[path], by=make_staff_account().pk)
    own = ("id", "reference", "received_at", "body", "source", "entered_by_id")
    assert columns(by_desk, *own) == columns(sent, *own)
    assert json.loads(by_desk.body) == json.loads(sent.body)
    assert list(by_desk.flags.values_list("flag")) == list(sent.flags.values_list("flag"))


def test_submit_stores_account_and_time() -> None:
    priya = make_staff_account()
    request = entered(VEG, veg_body(), by=priya.pk)
    assert (request.source, request.entered_by, request.received_at) == (Source.STAFF, priya, WHEN)
    assert OutboxEntry.objects.filter(reference=request.reference).count() == 2


def test_customers_request_has_no_account(send: Send) -> None:
    request = stored(send, VEG, veg_body())
    assert (request.source, request.entered_by) == (Source.STOREFRONT, None)


def test_submit_raises_for_an_invalid_form() -> None:
    call = endpoints.find(VEG)
    assert call
    with pytest.raises(RequestRejectedError) as refused:
        submit(call, json.dumps(veg_body(date=5)).encode(), at=WHEN)
    assert "from 6 to 40" in refused.value.reply.body.decode()
    for body in (b"", b"{", b"[]", b"\xff"):
        with pytest.raises(RequestRejectedError):
            submit(call, body, at=WHEN)
    assert not Request.objects.exists()


def test_concurrent_submits_with_one_key_store_one_order() -> None:
    priya = make_staff_account()
    body = veg_body()
    references: list[str] = []

    def press() -> None:
        references.append(entered(VEG, body, by=priya.pk, key="pressed-once").reference)
        connection.close()

    threads = [threading.Thread(target=press) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(references)) == 1
    assert Request.objects.count() == 1


def test_submit_is_not_rate_limited() -> None:
    for number in range(105):
        entered(VEG, veg_body(phone=f"98400 {number:05}", email=f"p{number}@example.com"))
    assert not RequestFlag.objects.filter(flag="many-from-address").exists()
