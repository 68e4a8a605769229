"""Behaviour of every endpoint: replies, retries, rejections and unchanged text."""

import gc
import json
from datetime import UTC, datetime
from typing import Any

import pytest
import time_machine

from oottam.api import endpoints, validation
from oottam.api.models import IdempotencyRecord
from oottam.requests.identity import token_of
from oottam.requests.models import Request
from tests.api_client import HOSTILE, UNTOUCHED, columns, flags, stored
from tests.bodies import without
from tests.conftest import Send
from tests.endpoint_cases import BODIES, KINDS, NEW
from tests.example import FREE
from tests.http_client import browse, caller

ALL = list(BODIES)
NOW = datetime(2026, 11, 21, 3, 30, 15, tzinfo=UTC)


def test_path_cannot_be_registered_twice() -> None:
    before = endpoints.registered()
    with pytest.raises(ValueError, match=r"^/.* is registered twice$"):
        endpoints.register(before[0])
    assert endpoints.registered() == before


@pytest.mark.spec("1.1", "7.1")
def test_eight_endpoints_are_registered() -> None:
    assert {call.path: call.kind.value for call in endpoints.registered()} == KINDS


@pytest.mark.parametrize("path", ALL)
def test_validation_leaves_no_reference_cycles(path: str) -> None:
    call = endpoints.find(path)
    assert call is not None
    raw = json.dumps(BODIES[path]).encode()
    environ = {"CONTENT_TYPE": "application/json", "REMOTE_ADDR": "203.0.113.9"}
    validation.validate_http(call, environ, raw)  # what is kept for good is made by the first
    gc.collect()
    for _ in range(10):
        validation.validate_http(call, environ, raw)
    assert gc.collect() == 0


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("path", ALL)
def test_valid_body_gets_a_reference_and_a_status_path(send: Send, path: str) -> None:
    response = send(BODIES[path], path)
    request = Request.objects.get()
    reply = json.loads(response.content)
    message = reply.pop("message")
    assert (response.status_code, reply) == (
        200,
        {
            "status": "success",
            "reference": request.reference,
            "statusPath": f"/status/{token_of(request.pk)}",
        },
    )
    assert (request.kind, flags(request), request.extra_fields) == (KINDS[path], "", [])
    assert message.count(request.reference) == 1
    page = browse(caller(), reply["statusPath"])
    assert (page.status, request.reference in page.body.decode()) == (200, True)


@pytest.mark.django_db
@time_machine.travel(NOW, tick=False)
@pytest.mark.parametrize("path", ALL)
def test_request_is_stored_as_sent(send: Send, path: str) -> None:
    body = BODIES[path]
    assert columns(stored(send, path, body), "id", "reference") == {
        "kind": KINDS[path],
        "received_at": NOW,
        "status": "new",
        "customer_name": "Asha Raman",
        "phone": body.get("phone", ""),
        "phone_normalised": "+919840012345" if "phone" in body else "",
        "search_key": "",
        "address_key": "12 beach road besant nagar" if "address" in body else "",
        "email": "asha@example.com",
        "body": json.dumps(body, ensure_ascii=False),
        "extra_fields": [],
        **UNTOUCHED,
    }


@pytest.mark.django_db
@pytest.mark.parametrize("path", NEW)
def test_repeated_key_gets_the_first_reply_and_stores_nothing(send: Send, path: str) -> None:
    first, second = (send(BODIES[path], path, Idempotency_Key="k-1") for _ in range(2))
    assert (second.status_code, second.content) == (200, first.content)
    assert Request.objects.count() == 1
    other = send({**BODIES[path], "email": "other@example.com"}, path, Idempotency_Key="k-1")
    assert other.status_code == 422
    assert (Request.objects.count(), IdempotencyRecord.objects.count()) == (1, 1)


@pytest.mark.django_db
def test_one_key_can_be_used_once_per_endpoint(send: Send) -> None:
    statuses = [send(BODIES[path], path, Idempotency_Key="k-1").status_code for path in ALL]
    assert (statuses, Request.objects.count()) == ([200] * len(ALL), len(ALL))


@pytest.mark.django_db
@pytest.mark.parametrize("path", NEW)
def test_rejected_request_stores_nothing(send: Send, path: str) -> None:
    server_error: list[Any] = [{}, [], without(BODIES[path], "email"), b"{", b"null"]
    statuses = [send(body, path, Idempotency_Key="k-1").status_code for body in server_error]
    assert statuses == [422, 422, 422, 400, 422]
    assert (Request.objects.count(), IdempotencyRecord.objects.count()) == (0, 0)


@pytest.mark.every_case
@pytest.mark.django_db
@pytest.mark.parametrize("text", HOSTILE)
@pytest.mark.parametrize("path", NEW)
def test_accepted_text_is_stored_unchanged(send: Send, path: str, text: str) -> None:
    free = [field for field in FREE if field in BODIES[path]]
    raw = json.dumps({**BODIES[path], **dict.fromkeys(free, text)}).encode()
    assert send(raw, path).status_code == 200
    request = Request.objects.get()
    assert request.body.encode() == raw
    kept = [getattr(row, name) for row in _details(request) for name in _text_columns(row)]
    assert kept.count(text) == len([field for field in free if field.lower() not in NAMES])


@pytest.mark.django_db
@pytest.mark.parametrize("path", NEW)
def test_unknown_fields_are_ignored_and_recorded(send: Send, path: str) -> None:
    assert send({**BODIES[path], "coupon": "FREE"}, path).status_code == 200
    assert Request.objects.get().extra_fields == ["coupon"]


NAMES = {"name", "lastname", "firstname"}  # kept in one column, with the request


def _details(request: Request) -> list[Any]:
    """The row of its kind; that of its key is no such row."""
    related = (
        each.get_accessor_name() for each in Request._meta.related_objects if each.one_to_one
    )
    return [
        getattr(request, str(name))
        for name in related
        if name != "idempotency" and hasattr(request, str(name))
    ]


def _text_columns(row: Any) -> list[str]:
    return [field.attname for field in row._meta.concrete_fields if field.get_internal_type() == "TextField"]  # fmt: skip
