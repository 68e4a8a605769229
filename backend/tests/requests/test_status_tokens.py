"""Status tokens: creation, validation, and the signing key."""

import base64
import os
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from oottam.requests import identity as status_tokens
from oottam.requests.identity import new_id, request_id_of, token_of
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
    assert request_id_of(token) == AN_ID
    assert token_of(AN_ID) == token


def test_signatures_differ_between_requests() -> None:
    tokens = {token_of(new_id(datetime(2026, 11, 23, tzinfo=UTC)))[22:] for _ in range(50)}
    assert len(tokens) == 50


@pytest.mark.parametrize("at", range(43))
def test_altered_token_is_rejected(at: int) -> None:
    token = token_of(AN_ID)
    for letter in "AQgw_-z0":
        changed = token[:at] + letter + token[at + 1 :]
        assert request_id_of(changed) == (AN_ID if changed == token else None)


@pytest.mark.parametrize(
    "token",
    ["", "x", "A" * 42, "A" * 43, "A" * 44, "A" * 10000, "ஊ" * 43, "=" * 43, "+/" * 21 + "A",
     " " * 43, "\0" * 43],
)  # fmt: skip
def test_malformed_token_is_rejected(token: str) -> None:
    assert request_id_of(token) is None


def test_token_of_another_key_is_rejected() -> None:
    token = token_of(AN_ID)
    StatusKey.objects.update(key=os.urandom(32))
    status_tokens._key.cache_clear()
    assert request_id_of(token) is None


def test_guessed_signature_is_rejected() -> None:
    raw = AN_ID.bytes
    for signature in (raw, bytes(16), b"\xff" * 16):
        guessed = base64.urlsafe_b64encode(raw + signature).decode().rstrip("=")
        assert request_id_of(guessed) is None


def test_only_one_key_can_exist() -> None:
    token_of(AN_ID)
    assert [len(bytes(row.key)) for row in StatusKey.objects.all()] == [32]
    with pytest.raises(IntegrityError), transaction.atomic():
        StatusKey.objects.create(id=2, key=b"x")


def test_key_is_recreated_after_the_table_was_emptied() -> None:
    StatusKey.objects.all().delete()
    assert request_id_of(token_of(AN_ID)) == AN_ID
    status_tokens._key.cache_clear()
    assert request_id_of(token_of(AN_ID)) == AN_ID


def test_token_is_valid_in_another_process() -> None:
    token = token_of(AN_ID)
    status_tokens._key.cache_clear()  # another process, on what the backup holds
    assert request_id_of(token) == AN_ID


def test_key_is_read_once_per_process(django_assert_num_queries: Any) -> None:
    token_of(AN_ID)
    status_tokens._key.cache_clear()
    with django_assert_num_queries(1):
        for _ in range(3):
            request_id_of(token_of(AN_ID))
