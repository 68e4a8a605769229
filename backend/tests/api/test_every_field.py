"""Every endpoint reports missing required fields and values of other types.

These tests have no database: a rejection that accessed one would fail.
"""

import json
from typing import Any

import pytest

from tests.api_client import NO_TEXT, field_errors
from tests.bodies import without
from tests.conftest import Send
from tests.endpoint_cases import BODIES, EXAMPLES, NEW

TEXTS = [(path, *pair) for path in NEW for pair in EXAMPLES[path].texts.items()]
REQUIRED = [*TEXTS, *[(path, *pair) for path in NEW for pair in EXAMPLES[path].others.items()]]


@pytest.mark.parametrize(("path", "field", "title"), REQUIRED)
def test_missing_field_is_reported(send: Send, path: str, field: str, title: str) -> None:
    body = without(BODIES[path], field)
    assert field_errors(send, path, body) == [(field, f"{title} is required.")]


@pytest.mark.parametrize("path", NEW)
def test_all_missing_fields_are_reported_at_once(send: Send, path: str) -> None:
    expected = {field for where, field, _ in REQUIRED if where == path}
    found = [field for field, _ in field_errors(send, path, {})]
    assert (set(found), len(found)) == (expected, len(expected))


@pytest.mark.parametrize(("path", "field", "title"), TEXTS)
def test_empty_field_is_reported(send: Send, path: str, field: str, title: str) -> None:
    body = {**BODIES[path], field: ""}
    assert field_errors(send, path, body) == [(field, f"{title} is required.")]


@pytest.mark.parametrize("sent", NO_TEXT)
@pytest.mark.parametrize(("path", "field", "title"), TEXTS)
def test_value_other_than_text_is_reported(
    send: Send, path: str, field: str, title: str, sent: Any
) -> None:
    body = {**BODIES[path], field: sent}
    assert field_errors(send, path, body) == [(field, f"{title} must be text.")]


@pytest.mark.parametrize("path", NEW)
def test_invalid_e_mail_address_is_reported(send: Send, path: str) -> None:
    expected = [("email", "Email must be an email address, such as name@example.com.")]
    assert field_errors(send, path, {**BODIES[path], "email": "asha@"}) == expected


@pytest.mark.parametrize("number", ["1e9999999999999999999", "0e9999999999999999999"])
@pytest.mark.parametrize("path", BODIES)
def test_excessive_number_is_a_400_in_any_field(send: Send, path: str, number: str) -> None:
    says = "The request holds a number that is too large or too small."
    for field in [*BODIES[path], "nobody asked for this"]:
        raw = json.dumps({**BODIES[path], field: "HERE"}).replace('"HERE"', number)
        response = send(raw.encode(), path)
        assert (response.status_code, json.loads(response.content)["message"]) == (400, says), field
