"""The request id is in the response, the log, the outbox, the mail and the worker's log lines."""

import io
import json
import logging
from collections.abc import Iterator

import pytest

from oottam.config.log_format import JsonLines
from oottam.core.request_context import request_id
from oottam.outbox import queue, worker
from oottam.outbox.models import OutboxEntry
from tests.bodies import veg_body
from tests.conftest import Send
from tests.outbox.conftest import Clock
from tests.outbox.mail_server import SmtpHandler

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.enable_socket]


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    written = io.StringIO()
    handler = logging.StreamHandler(written)
    handler.setFormatter(JsonLines())
    logging.getLogger().addHandler(handler)
    yield written
    logging.getLogger().removeHandler(handler)


def ids(log: io.StringIO, logger: str) -> list[str]:
    """Request ids of a logger's lines."""
    lines = [json.loads(line) for line in log.getvalue().splitlines()]
    return [line["request_id"] for line in lines if line["logger"] == logger]


def deliver(clock: Clock) -> None:
    while worker.send_due(clock, clock):
        pass


def test_request_id_is_in_response_mails_and_log(
    send: Send, smtp_handler: SmtpHandler, clock: Clock, log: io.StringIO
) -> None:
    identity = send(veg_body()).headers["x-request-id"]
    deliver(clock)
    assert [entry.http_request_id for entry in OutboxEntry.objects.all()] == [identity] * 2
    assert [mail["X-Request-ID"] for mail in smtp_handler.mails] == [identity] * 2
    assert ids(log, "oottam.access") == [identity]
    assert ids(log, "oottam.outbox.worker") == [identity] * 2


def test_mail_failure_is_logged_with_the_request_id(
    send: Send, smtp_handler: SmtpHandler, clock: Clock, log: io.StringIO
) -> None:
    first, second = (send(veg_body()).headers["x-request-id"] for _ in range(2))
    smtp_handler.faults = [("RCPT", "450 later")]
    deliver(clock)
    assert ids(log, "oottam.outbox.worker") == [first, first, second, second]


def test_retry_with_same_key_mails_the_first_request_id(
    send: Send, smtp_handler: SmtpHandler, clock: Clock
) -> None:
    first, second = (
        send(veg_body(), Idempotency_Key="once").headers["x-request-id"] for _ in range(2)
    )
    deliver(clock)
    assert first != second
    assert {mail["X-Request-ID"] for mail in smtp_handler.mails} == {first}


def test_desk_message_has_the_request_id_of_its_form(clock: Clock) -> None:
    token = request_id.set("0123456789abcdef")
    entry = queue.add_message(kind="veg", reference="OT-1", message_id=1, now=clock())
    request_id.reset(token)
    assert entry.http_request_id == "0123456789abcdef"


def test_mail_without_request_id_has_no_header(
    smtp_handler: SmtpHandler, send: Send, clock: Clock
) -> None:
    send(veg_body())
    OutboxEntry.objects.update(http_request_id="")  # as in rows of an older version
    deliver(clock)
    assert [mail["X-Request-ID"] for mail in smtp_handler.mails] == [None, None]
