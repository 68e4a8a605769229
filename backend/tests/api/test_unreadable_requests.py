"""Malformed requests are rejected in JSON before any database access."""

import json
from typing import Any

import pytest

from oottam.api.limits import MAX_BODY
from tests.bodies import veg_body
from tests.conftest import VEG, Send
from tests.http_client import caller


def said(response: Any) -> tuple[int, str, str]:
    body = json.loads(response.content)
    assert response["Content-Type"] == "application/json"
    assert response["Cache-Control"] == "no-store"
    assert response["Content-Length"] == str(len(response.content))
    assert sorted(body) == ["errors", "message", "status"]
    assert body["errors"] == []
    return response.status_code, body["status"], body["message"]


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        (b" ", "The request is not valid JSON (line 1, column 2)."),
        (b"name=Asha", "The request is not valid JSON (line 1, column 1)."),
        (b'{"name": "\xff"}', "The request is not valid UTF-8."),
        (b'{"name": "a", "name": "b"}', "The request names a field twice."),
        (b'{"finalAmount": NaN}', "The request holds NaN, which is not a JSON number."),
        (b'{"finalAmount": 1e400}', "The request holds a number that is too large or too small."),
        (b'{"date": ' + b"6" * 31 + b"}", "The request holds a number that is too long."),
        (b'{"name": "\\u0000"}', "The request holds a NUL character."),
        (b'{"name": "\\ud800"}', "The request holds half of a character (a lone surrogate)."),
        (b"[" * 33 + b"]" * 33, "The request is nested too deeply."),
        (b"[" * 20_000, "The request is nested too deeply."),
        (b"[" * 200_000, "The request holds too many lists and objects."),
    ],
)
def test_invalid_json_is_a_400(send: Send, raw: bytes, message: str) -> None:
    assert said(send(raw)) == (400, "error", message)


@pytest.mark.spec("7.1")
@pytest.mark.parametrize(
    "content_type",
    ["", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x",
     "application/json; charset=utf-16", "application/jsonp", "text/json", "application/json;;=",
     "application/json; charset*=bogus''utf-8", "application/json; charset*=utf-8''utf-16",
     'application/json; charset="utf-16"', "application/json, application/json"],
)  # fmt: skip
def test_other_media_type_is_a_415(send: Send, content_type: str) -> None:
    assert said(send(veg_body(), content_type=content_type)) == (
        415,
        "error",
        "Please send this form as JSON (application/json, UTF-8).",
    )


@pytest.mark.parametrize(
    "content_type",
    ["application/json", "Application/JSON", "application/json; charset=UTF-8", "application/json;charset=utf8",
     'application/json; charset="utf-8"; version=1', "application/json;"],
)  # fmt: skip
def test_every_spelling_of_the_json_media_type_is_accepted(send: Send, content_type: str) -> None:
    assert send({}, content_type=content_type).status_code == 422


def test_compressed_body_is_a_415(send: Send) -> None:
    assert said(send(veg_body(), Content_Encoding="gzip"))[0] == 415


TOO_LARGE = "This form is too large. Please shorten it and send it again."


def test_body_over_the_limit_is_a_413(send: Send) -> None:
    assert said(send(b" " * (MAX_BODY + 1))) == (413, "error", TOO_LARGE)


def test_body_at_the_limit_is_read(send: Send) -> None:
    assert said(send(b" " * MAX_BODY))[0] == 400


def test_body_with_an_excessive_length_is_not_read() -> None:
    headers = {"Content-Type": "application/json", "Content-Length": "1000000000"}
    assert said(caller().request("POST", VEG, b"", headers)) == (413, "error", TOO_LARGE)


@pytest.mark.parametrize("key", ["", " ", "two words", "k" * 201, "schlüssel", "a\tb"])
def test_invalid_idempotency_key_is_a_400(send: Send, key: str) -> None:
    assert said(send(veg_body(), Idempotency_Key=key)) == (
        400,
        "error",
        "The Idempotency-Key must be 1 to 200 printable ASCII characters without blanks.",
    )
