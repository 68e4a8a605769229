"""A retry with an Idempotency-Key stores nothing and gets the identical first reply."""

import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest
from django.db import connections

from oottam import catalogue
from oottam.api.models import IdempotencyRecord
from oottam.api.writing import batch
from oottam.orders.models import OrderLine
from oottam.requests import identity
from oottam.requests.models import Request
from tests.bodies import veg_body
from tests.conftest import Send

pytestmark = pytest.mark.django_db
OTHER_DETAILS = {
    "status": "error",
    "message": "This form was already sent with different details. Please reload the page to send a new one.",
    "errors": [],
}


def test_repeated_key_gets_the_first_reply_and_stores_nothing(send: Send) -> None:
    first, second = (send(veg_body(), Idempotency_Key="k-1") for _ in range(2))
    assert first.status_code == second.status_code == 200
    assert first.content == second.content
    assert Request.objects.count() == 1


def test_without_a_key_each_form_is_a_new_request(send: Send) -> None:
    first, second = (send(veg_body()) for _ in range(2))
    assert first.content != second.content
    assert Request.objects.count() == 2
    assert IdempotencyRecord.objects.count() == 0


@pytest.mark.parametrize(
    "other", [veg_body(name="Ravi"), {}, json.dumps(veg_body()).encode() + b" "]
)
def test_key_with_another_body_is_a_422(send: Send, other: Any) -> None:
    send(veg_body(), Idempotency_Key="k-1")
    response = send(other, Idempotency_Key="k-1")
    assert (response.status_code, json.loads(response.content)) == (422, OTHER_DETAILS)
    assert Request.objects.count() == 1


def test_rejected_form_does_not_use_its_key(send: Send) -> None:
    assert send(veg_body(phone=""), Idempotency_Key="k-1").status_code == 422
    assert send(veg_body(), Idempotency_Key="k-1").status_code == 200


def test_retry_gets_its_reply_after_a_menu_change(
    send: Send, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = send(veg_body(), Idempotency_Key="k-1")
    before = catalogue.current()
    veg = replace(before.menus["veg"], dishes=(), by_name={})
    emptied = replace(before, menus={**before.menus, "veg": veg})
    monkeypatch.setattr(catalogue, "_current", emptied)
    assert send(veg_body()).status_code == 422
    second = send(veg_body(), Idempotency_Key="k-1")
    assert (second.status_code, second.content) == (200, first.content)


@pytest.mark.django_db(transaction=True)
def test_concurrent_requests_with_one_key_store_one_and_get_its_reply(send: Send) -> None:
    def sending(_: int) -> tuple[int, bytes]:
        try:
            response = send(veg_body(), Idempotency_Key="k-1")
            return response.status_code, response.content
        finally:
            connections.close_all()

    with ThreadPoolExecutor(8) as pool:
        answers = set(pool.map(sending, range(24)))
    reference = Request.objects.get().reference
    [(status, content)] = answers
    assert (status, json.loads(content)["reference"]) == (200, reference)
    assert OrderLine.objects.count() == 1


def test_duplicate_reference_is_drawn_again(send: Send, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = iter(["OT-AAAAAAA", "OT-AAAAAAA", "OT-BBBBBBB"])
    monkeypatch.setattr(batch, "new_reference", lambda: next(drawn))
    answers = [json.loads(send(veg_body()).content)["reference"] for _ in range(2)]
    assert answers == ["OT-AAAAAAA", "OT-BBBBBBB"]
    assert identity.REFERENCE_CHARACTERS == 7
