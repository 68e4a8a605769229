"""The addresses of status pages can be had from us, and not be guessed."""

import base64
import os
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from oottam.requests import status_tokens
from oottam.requests.identity import new_id
from oottam.requests.models import StatusKey
from oottam.requests.status_tokens import request_of, token_of

pytestmark = pytest.mark.django_db
AN_ID = new_id(datetime(2026, 11, 23, tzinfo=UTC))


@pytest.fixture(autouse=True)
def _another_process() -> Iterator[None]:
    """Which has not read the key yet; nor has the next test's."""
    status_tokens._key.cache_clear()
    yield
    status_tokens._key.cache_clear()


def test_a_token_leads_to_its_request() -> None:
    token = token_of(AN_ID)
    assert len(token) == 43
    assert request_of(token) == AN_ID
    assert token_of(AN_ID) == token


def test_two_requests_have_different_signs() -> None:
    tokens = {token_of(new_id(datetime(2026, 11, 23, tzinfo=UTC)))[22:] for _ in range(50)}
    assert len(tokens) == 50


@pytest.mark.parametrize("at", range(43))
def test_a_token_with_another_letter_is_none(at: int) -> None:
    token = token_of(AN_ID)
    for letter in "AQgw_-z0":
        changed = token[:at] + letter + token[at + 1 :]
        assert request_of(changed) == (AN_ID if changed == token else None)


@pytest.mark.parametrize(
    "wrong",
    ["", "x", "A" * 42, "A" * 43, "A" * 44, "A" * 10000, "ஊ" * 43, "=" * 43, "+/" * 21 + "A",
     " " * 43, "\0" * 43],
)  # fmt: skip
def test_other_texts_are_no_tokens(wrong: str) -> None:
    assert request_of(wrong) is None


def test_a_sign_of_another_key_is_none() -> None:
    token = token_of(AN_ID)
    StatusKey.objects.update(key=os.urandom(32))
    status_tokens._key.cache_clear()
    assert request_of(token) is None


def test_the_sign_does_not_follow_from_the_id() -> None:
    raw = AN_ID.bytes
    for sign in (raw, bytes(16), b"\xff" * 16):
        guessed = base64.urlsafe_b64encode(raw + sign).decode().rstrip("=")
        assert request_of(guessed) is None


def test_there_is_only_one_key() -> None:
    token_of(AN_ID)
    assert [len(bytes(row.key)) for row in StatusKey.objects.all()] == [32]
    with pytest.raises(IntegrityError), transaction.atomic():
        StatusKey.objects.create(id=2, key=b"x")


def test_a_table_that_was_emptied_gets_a_key_again() -> None:
    StatusKey.objects.all().delete()
    assert request_of(token_of(AN_ID)) == AN_ID
    status_tokens._key.cache_clear()
    assert request_of(token_of(AN_ID)) == AN_ID


def test_links_go_on_working_where_the_database_is_restored() -> None:
    token = token_of(AN_ID)
    status_tokens._key.cache_clear()  # another process, on what the backup holds
    assert request_of(token) == AN_ID


def test_the_key_is_read_once_by_a_process(django_assert_num_queries: Any) -> None:
    token_of(AN_ID)
    status_tokens._key.cache_clear()
    with django_assert_num_queries(1):
        for _ in range(3):
            request_of(token_of(AN_ID))
