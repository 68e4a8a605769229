"""A batch has the same result as its requests in turn, with shared keys and sender counts."""

import json
from typing import Any

import pytest
from django.db import OperationalError, connection, transaction
from django.test.utils import CaptureQueriesContext

from oottam.api import endpoints, validation
from oottam.api.errors import RequestRejectedError
from oottam.api.models import IdempotencyRecord, RateLimitEntry
from oottam.api.writing import batch, rate_limits
from oottam.api.writing.batch import Outcome, PendingRequest
from oottam.core.responses import Reply
from oottam.outbox.models import OutboxEntry
from oottam.requests.models import Flag, Request, RequestFlag
from tests.api_client import flags
from tests.conftest import VEG
from tests.endpoint_cases import BODIES
from tests.orders.examples import COMBO

pytestmark = pytest.mark.django_db
HERE = "203.0.113.9"


def pending(
    key: str = "", address: str = HERE, path: str = VEG, **differences: Any
) -> PendingRequest:
    call = endpoints.find(path)
    assert call is not None
    raw = json.dumps({**BODIES[path], **differences}).encode()
    environ = {"CONTENT_TYPE": "application/json", "REMOTE_ADDR": address}
    named = {"HTTP_IDEMPOTENCY_KEY": key} if key else {}
    prepared = validation.validate_http(call, {**environ, **named}, raw)
    assert isinstance(prepared, PendingRequest)
    return prepared


def written(*work: PendingRequest) -> list[Outcome]:
    with transaction.atomic(), connection.cursor() as cursor:
        return batch.write_batch(cursor, work)


def statuses(outcomes: list[Outcome]) -> list[int]:
    return [
        outcome.status if isinstance(outcome, Reply) else outcome.reply.status
        for outcome in outcomes
        if isinstance(outcome, (Reply, RequestRejectedError))
    ]


def test_repeated_key_in_a_batch_stores_one_request() -> None:
    first, second, other = written(pending("k-1"), pending("k-1"), pending("k-2"))
    assert first == second != other
    assert Request.objects.count() == IdempotencyRecord.objects.count() == 2
    assert (RateLimitEntry.objects.count(), OutboxEntry.objects.count()) == (2, 4)


def test_key_with_another_body_in_a_batch_is_rejected() -> None:
    assert statuses(written(pending("k-1"), pending("k-1", date=7))) == [200, 422]
    assert Request.objects.get().order.days == 6


def test_one_key_at_two_endpoints_stores_two_requests() -> None:
    for key, batches in (("k-1", [[VEG, COMBO]]), ("k-2", [[VEG], [COMBO]])):
        outcomes = [
            outcome
            for paths in batches
            for outcome in written(*[pending(key, path=path) for path in paths])
        ]
        assert statuses(outcomes) == [200, 200]
        assert outcomes[0] != outcomes[1]
    assert Request.objects.count() == IdempotencyRecord.objects.count() == 4


def test_empty_sender_is_not_counted(settings: Any) -> None:
    settings.CAP_PER_ADDRESS, settings.FLAG_PER_ADDRESS = 1, 1
    assert statuses(written(*[pending(address="127.0.0.1") for _ in range(3)])) == [200] * 3
    assert RateLimitEntry.objects.filter(address=None).count() == 3


def test_senders_are_counted_within_a_batch(settings: Any) -> None:
    settings.FLAG_PER_PERSON, settings.CAP_PER_PERSON, settings.CAP_PER_ADDRESS = 1, 2, 3
    outcomes = written(*[pending() for _ in range(5)])
    assert statuses(outcomes) == [200, 200, 200, 429, 429]
    flagged = [Flag.MANY_FROM_PHONE in flags(request) for request in Request.objects.order_by("id")]
    assert sorted(flagged) == [False, True, True]
    withheld = OutboxEntry.objects.filter(state="withheld")
    assert list(withheld.values_list("recipient", flat=True)) == ["customer"]
    refused = outcomes[3]
    assert isinstance(refused, RequestRejectedError)
    assert 3590 <= int(refused.headers["Retry-After"]) <= 3600


def test_senders_are_counted_across_batches_and_from_address_too(settings: Any) -> None:
    settings.CAP_PER_ADDRESS, settings.CAP_PER_PERSON = 3, 0
    assert statuses(written(pending(), pending())) == [200, 200]
    assert statuses(written(pending(), pending(), pending(address="203.0.113.10"))) == [
        200,
        429,
        200,
    ]


def test_batches_of_many_sizes_and_row_types_are_stored(settings: Any) -> None:
    settings.CAP_PER_PERSON = 0
    for size in (1, 2, 3, 7, 64):
        before = Request.objects.count()
        assert set(statuses(written(*[pending(f"k-{before}-{n}") for n in range(size)]))) == {200}
        assert Request.objects.count() == before + size
    assert OutboxEntry.objects.count() == 2 * Request.objects.count()


@pytest.mark.parametrize(("total", "statements"), [(1638, 0), (1, 1)])
def test_flags_of_a_batch_are_inserted_by_one_statement_or_none(
    total: int, statements: int
) -> None:
    with CaptureQueriesContext(connection) as asked:
        written(*[pending(finalAmount=total) for _ in range(8)])
    into = [
        query["sql"] for query in asked.captured_queries if "requests_requestflag" in query["sql"]
    ]
    assert (len(into), RequestFlag.objects.count()) == (statements, 8 * statements)


def test_failing_request_stores_nothing_and_affects_no_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    drawn = iter([1, 0, 2])
    monkeypatch.setattr(batch, "new_reference", lambda: f"OT-{1 / next(drawn)}")
    outcomes = written(pending(), pending(), pending())
    assert [type(outcome) for outcome in outcomes] == [Reply, ZeroDivisionError, Reply]
    assert (Request.objects.count(), OutboxEntry.objects.count()) == (2, 4)


def test_database_error_fails_the_batch(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any) -> None:
        raise OperationalError

    monkeypatch.setattr(rate_limits.RateLimiter, "check", fail)
    with pytest.raises(OperationalError):
        written(pending())
