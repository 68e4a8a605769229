"""One id leads from the proxy to the mails: reply, log, outbox, mail and the worker's lines carry it."""

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
from tests.outbox.mail_server import Postman

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
    """Those of a logger's lines."""
    lines = [json.loads(line) for line in log.getvalue().splitlines()]
    return [line["request_id"] for line in lines if line["logger"] == logger]


def deliver(clock: Clock) -> None:
    while worker.send_due(clock, clock):
        pass


def test_a_calls_id_is_in_its_reply_its_mails_and_the_lines_about_them(
    send: Send, postman: Postman, clock: Clock, log: io.StringIO
) -> None:
    identity = send(veg_body()).headers["x-request-id"]
    deliver(clock)
    assert [entry.http_request_id for entry in OutboxEntry.objects.all()] == [identity] * 2
    assert [mail["X-Request-ID"] for mail in postman.mails] == [identity] * 2
    assert ids(log, "oottam.access") == [identity]
    assert ids(log, "oottam.outbox.worker") == [identity] * 2


def test_what_goes_wrong_with_a_mail_is_told_with_the_same_id(
    send: Send, postman: Postman, clock: Clock, log: io.StringIO
) -> None:
    first, second = (send(veg_body()).headers["x-request-id"] for _ in range(2))
    postman.faults = [("RCPT", "450 later")]
    deliver(clock)
    assert ids(log, "oottam.outbox.worker") == [first, first, second, second]


def test_a_repeat_with_the_same_key_leads_to_the_call_that_was_stored(
    send: Send, postman: Postman, clock: Clock
) -> None:
    first, second = (
        send(veg_body(), Idempotency_Key="once").headers["x-request-id"] for _ in range(2)
    )
    deliver(clock)
    assert first != second
    assert {mail["X-Request-ID"] for mail in postman.mails} == {first}


def test_a_colleagues_letter_has_the_id_of_the_form_it_was_written_with(clock: Clock) -> None:
    named = request_id.set("0123456789abcdef")
    letter = queue.add_message(kind="veg", reference="OT-1", message_id=1, now=clock())
    request_id.reset(named)
    assert letter.http_request_id == "0123456789abcdef"


def test_a_mail_of_no_request_says_none(postman: Postman, send: Send, clock: Clock) -> None:
    send(veg_body())
    OutboxEntry.objects.update(http_request_id="")  # as those of an older version
    deliver(clock)
    assert [mail["X-Request-ID"] for mail in postman.mails] == [None, None]
