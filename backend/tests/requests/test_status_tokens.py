"""Status tokens: creation, validation, and the signing key."""

import base64
import hashlib
import os
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from oottam.requests import identity as status_tokens
from oottam.requests.identity import new_id, read_token, reorder_key, token_of
from oottam.requests.models import StatusKey

pytestmark = pytest.mark.django_db
AN_ID = new_id(datetime(2026, 11, 23, tzinfo=UTC))


@pytest.fixture(autouse=True)
def _another_process() -> Iterator[None]:
    """Clear the cached key before and after each test, as in a new process."""
    status_tokens._key.cache_clear()
    yield
    status_tokens._key.cache_clear()


def test_token_resolves_to_its_request() -> None:
    token = token_of(AN_ID)
    assert len(token) == 43
    assert read_token(token) == (AN_ID, 0)
    assert token_of(AN_ID) == token


def test_first_token_is_the_id_and_its_signature_alone() -> None:
    """Links that were sent before requests had numbers of links stay valid."""
    StatusKey.objects.update_or_create(pk=StatusKey.ONLY, defaults={"key": bytes(range(32))})
    token = token_of(UUID("0193571a-3400-7abc-8def-0123456789ab"))
    assert token == "AZNXGjQAeryN7wEjRWeJq5Uqw1YPEvwXgDdIEyk89I0"


@pytest.mark.parametrize("number", [1, 2, 255, 256, 32767])
def test_later_token_resolves_to_its_request_and_number(number: int) -> None:
    token = token_of(AN_ID, number)
    assert len(token) == 46
    assert read_token(token) == (AN_ID, number)
    assert not token.endswith(("_", "-"))  # as appended punctuation is cut off


def test_token_with_another_number_or_signature_is_rejected() -> None:
    def raw(token: str) -> bytes:
        return base64.urlsafe_b64decode(token + "=" * (-len(token) % 4))

    def encoded(*parts: bytes) -> str:
        return base64.urlsafe_b64encode(b"".join(parts)).decode().rstrip("=")

    first, second, third = (raw(token_of(AN_ID, number)) for number in range(3))
    another = raw(token_of(new_id(datetime(2026, 11, 23, tzinfo=UTC)), 1))
    assert encoded(second) == token_of(AN_ID, 1)
    for swapped in (
        encoded(first[:16], bytes(2), first[16:]),  # the first link has no number
        encoded(first[:16], second[16:18], first[16:]),
        encoded(first[:16], second[18:]),
        encoded(second[:16], third[16:18], second[18:]),
        encoded(second[:18], third[18:]),
        encoded(second[:18], another[18:]),
        encoded(another[:16], second[16:]),
        encoded(second[:16], second[18:], second[16:18]),
    ):
        assert len(swapped) in (43, 46)
        assert read_token(swapped) is None


def test_reorder_key_does_not_follow_from_a_token() -> None:
    keys = {reorder_key(AN_ID, 0), reorder_key(AN_ID, 1), reorder_key(new_id(timezone.now()), 0)}
    assert len(keys) == 3
    digests = [
        hashlib.sha256(f"again {token_of(AN_ID, number)} 0".encode()).hexdigest()
        for number in range(2)
    ]
    assert not keys & {f"again-{digest}" for digest in digests}


def test_signatures_differ_between_requests() -> None:
    tokens = {token_of(new_id(datetime(2026, 11, 23, tzinfo=UTC)))[22:] for _ in range(50)}
    assert len(tokens) == 50


@pytest.mark.parametrize("number", [0, 1])
@pytest.mark.parametrize("at", range(46))
def test_altered_token_is_rejected(at: int, number: int) -> None:
    token = token_of(AN_ID, number)
    for letter in "AQgw_-z0":
        changed = token[:at] + letter + token[at + 1 :]
        assert read_token(changed) == ((AN_ID, number) if changed == token else None)


@pytest.mark.parametrize(
    "token",
    ["", "x", "A" * 42, "A" * 43, "A" * 44, "A" * 10000, "ஊ" * 43, "=" * 43, "+/" * 21 + "A",
     " " * 43, "\0" * 43, "A" * 45, "A" * 46, "A" * 47, "=" * 46, "ஊ" * 46],
)  # fmt: skip
def test_malformed_token_is_rejected(token: str) -> None:
    assert read_token(token) is None


def test_token_of_another_key_is_rejected() -> None:
    token = token_of(AN_ID)
    StatusKey.objects.update(key=os.urandom(32))
    status_tokens._key.cache_clear()
    assert read_token(token) is None


def test_guessed_signature_is_rejected() -> None:
    raw = AN_ID.bytes
    for signature in (raw, bytes(16), b"\xff" * 16):
        guessed = base64.urlsafe_b64encode(raw + signature).decode().rstrip("=")
        assert read_token(guessed) is None


def test_only_one_key_can_exist() -> None:
    token_of(AN_ID)
    assert [len(bytes(row.key)) for row in StatusKey.objects.all()] == [32]
    with pytest.raises(IntegrityError), transaction.atomic():
        StatusKey.objects.create(id=2, key=b"x")


def test_key_is_recreated_after_the_table_was_emptied() -> None:
    StatusKey.objects.all().delete()
    assert read_token(token_of(AN_ID)) == (AN_ID, 0)
    status_tokens._key.cache_clear()
    assert read_token(token_of(AN_ID)) == (AN_ID, 0)


def test_token_is_valid_in_another_process() -> None:
    token = token_of(AN_ID)
    status_tokens._key.cache_clear()  # another process, on what the backup holds
    assert read_token(token) == (AN_ID, 0)


def test_key_is_read_once_per_process(django_assert_num_queries: Any) -> None:
    token_of(AN_ID)
    status_tokens._key.cache_clear()
    with django_assert_num_queries(1):
        for _ in range(3):
            read_token(token_of(AN_ID))
