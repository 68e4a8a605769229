"""Server errors: the customer gets a message in JSON, and the log contains no personal data."""

import json
import logging
from typing import Any

import pytest
from django.db import InterfaceError, OperationalError

from oottam.api.writing.writer import WRITER
from tests.bodies import veg_body
from tests.conftest import Send

NOT_SAVED = "We could not save your order. Please try again in a moment."
BROKEN = "Something went wrong on our side and your order was not saved. Please try again."
SECRET = "Asha of 12 Beach Road"


def fail_with(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    def fail(jobs: Any) -> Any:
        raise error

    monkeypatch.setattr(WRITER, "submit", fail)


@pytest.mark.parametrize("error", [OperationalError(SECRET), InterfaceError(SECRET)])
def test_database_error_is_a_503(
    send: Send, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    fail_with(monkeypatch, error)
    response = send(veg_body())
    assert (response.status_code, response["Retry-After"]) == (503, "5")
    assert json.loads(response.content) == {"status": "error", "message": NOT_SAVED, "errors": []}


def test_unexpected_error_is_a_500(send: Send, monkeypatch: pytest.MonkeyPatch) -> None:
    fail_with(monkeypatch, ZeroDivisionError(SECRET))
    response = send(veg_body())
    assert response.status_code == 500
    assert json.loads(response.content) == {"status": "error", "message": BROKEN, "errors": []}


def test_log_has_the_traceback_without_personal_data(
    send: Send, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    fail_with(monkeypatch, OperationalError(SECRET))
    with caplog.at_level(logging.DEBUG):
        send(veg_body(name=SECRET, address=SECRET))
    assert "veg failed: OperationalError" in caplog.text
    assert "in fail" in caplog.text
    assert SECRET not in caplog.text


def test_rejection_is_not_logged_as_an_error(send: Send, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG, logger="oottam"):
        send(veg_body(phone="", name=SECRET))
    assert [record.name for record in caplog.records] == ["oottam.access"]
