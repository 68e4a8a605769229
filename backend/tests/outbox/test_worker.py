"""The worker sends every mail, normally once, and delays no order."""

import logging
import os
import re
from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import OperationalError, connection
from django.test.utils import CaptureQueriesContext

from oottam.kitchen.services.recipe_seeding import seed
from oottam.outbox import mail_content, queue, worker
from oottam.outbox.mail_content import Compose
from oottam.outbox.models import OutboxEntry, Recipient
from oottam.outbox.transport import SmtpSession
from tests.api_client import stored
from tests.bodies import veg_body
from tests.conftest import VEG, Send
from tests.endpoint_cases import BODIES
from tests.enquiries.examples import EVENT, NUTRITION, event_body, nutrition_body
from tests.orders.examples import COMBO
from tests.outbox.conftest import Clock, UseMail
from tests.outbox.mail_server import DROP_AFTER_DATA, SmtpHandler, mail_server
from tests.outbox.mails import part
from tests.serving.live import free_port

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.enable_socket]

SECRET = "a secret party"


def send_all(clock: Clock) -> None:
    while worker.send_due(clock, clock):
        pass


def after_each_mail(monkeypatch: pytest.MonkeyPatch, then: Callable[[], None]) -> None:
    send = SmtpSession.send

    def send_and_then(session: SmtpSession, mail: Any) -> None:
        send(session, mail)
        then()

    monkeypatch.setattr(SmtpSession, "send", send_and_then)


def outcome(recipient: str = "customer") -> tuple[str, int, str]:
    entry = OutboxEntry.objects.get(recipient=recipient)
    return entry.state, entry.attempts, entry.last_error


def test_mails_are_sent_and_entries_settled(
    send: Send, smtp_handler: SmtpHandler, clock: Clock
) -> None:
    request = stored(send, VEG, veg_body())
    start = clock()
    send_all(clock)
    assert [(mail["To"], mail["Message-ID"]) for mail in smtp_handler.mails] == [
        ("orders@shop.example", f"<{request.reference}.shop@shop.example>"),
        ("asha@example.com", f"<{request.reference}.customer@shop.example>"),
    ]
    for entry in OutboxEntry.objects.all():
        assert (entry.state, entry.attempts, entry.last_error) == ("sent", 1, "")
        assert entry.sent_at is not None
        assert start <= entry.sent_at <= clock()
    assert worker.send_due(clock, clock) is False


def test_without_mail_server_mails_are_private_files(
    send: Send, use_mail: UseMail, settings: Any, clock: Clock
) -> None:
    use_mail(host="")
    request = stored(send, VEG, veg_body())
    send_all(clock)
    folder = settings.MAIL.folder
    assert sorted(path.name for path in folder.iterdir()) == [
        f"{request.reference}.customer.eml",
        f"{request.reference}.shop.eml",
    ]
    modes = {path.stat().st_mode & 0o777 for path in [folder, *folder.iterdir()]}
    assert modes == {0o700, 0o600}


def test_unwritable_folder_delays_the_mail(
    send: Send, use_mail: UseMail, settings: Any, clock: Clock
) -> None:
    use_mail(host="")
    settings.MAIL.folder.write_text("a file where the folder should be")
    stored(send, VEG, veg_body())
    worker.send_due(clock, clock)
    state, attempts, reason = outcome()
    assert (state, attempts, reason[:36]) == ("waiting", 1, "Not taken (FileExistsError: [Errno 1")
    settings.MAIL.folder.unlink()
    clock.advance(seconds=10)
    send_all(clock)
    assert outcome() == ("sent", 2, "")


def test_outage_of_an_hour_loses_and_repeats_no_mail(
    send: Send, use_mail: UseMail, clock: Clock
) -> None:
    port = free_port()
    use_mail(
        host="127.0.0.1", port=port, tls="none", sender="a@shop.example", shop="b@shop.example"
    )
    references: list[str] = []
    start = clock()
    while clock() < start + timedelta(hours=1):
        if len(references) < 20:
            body = veg_body(email=f"asha{len(references)}@example.com")
            references.append(stored(send, VEG, body).reference)
            assert OutboxEntry.objects.latest("pk").attempts == 0  # no order waits for its mails
        send_all(clock)
        clock.advance(minutes=1)
    assert set(OutboxEntry.objects.values_list("state", "sent_at")) == {("waiting", None)}
    assert 9 <= OutboxEntry.objects.earliest("pk").attempts <= 20  # backed off
    smtp_handler = SmtpHandler()
    with mail_server(smtp_handler, port):
        for _ in range(11):  # minutes: MAX_DELAY and one more
            send_all(clock)
            clock.advance(minutes=1)
    arrived = Counter(smtp_handler.message_ids())
    expected = {
        f"<{reference}.{to}@shop.example>"
        for reference in references
        for to in ("shop", "customer")
    }
    assert arrived == dict.fromkeys(expected, 1)


def test_rejected_mail_fails_with_the_servers_reply(
    send: Send, smtp_handler: SmtpHandler, clock: Clock
) -> None:
    stored(send, VEG, veg_body())
    OutboxEntry.objects.filter(recipient="shop").delete()
    smtp_handler.faults = [("RCPT", "550 no such user here")] * 9
    for attempt in range(1, 4):
        worker.send_due(clock, clock)
        assert outcome() == ("waiting", attempt, "Not taken (550 no such user here)")
        clock.advance(minutes=2)
    worker.send_due(clock, clock)
    assert outcome() == ("failed", 4, "Not taken (550 no such user here)")
    clock.advance(days=1)
    assert worker.send_due(clock, clock) is False


@pytest.mark.parametrize("fault", [("RCPT", "451 greylisted"), ("DATA", "421 busy")])
def test_deferred_mail_is_sent_later(
    send: Send, smtp_handler: SmtpHandler, clock: Clock, fault: tuple[str, str]
) -> None:
    stored(send, VEG, veg_body())
    smtp_handler.faults = [fault]
    worker.send_due(clock, clock)
    assert [mail["To"] for mail in smtp_handler.mails] == ["asha@example.com"]
    assert worker.send_due(clock, clock) is False
    clock.advance(seconds=10)
    send_all(clock)
    assert outcome("shop") == ("sent", 2, "")


def test_interrupted_sending_is_repeated_with_the_same_message_id(
    send: Send, smtp_handler: SmtpHandler, clock: Clock
) -> None:
    """The server may have accepted it; the Message-ID identifies the repeat."""
    stored(send, VEG, veg_body())
    OutboxEntry.objects.filter(recipient="shop").delete()
    smtp_handler.faults = [("DATA", DROP_AFTER_DATA)]
    worker.send_due(clock, clock)
    clock.advance(seconds=10)
    send_all(clock)
    first, second = smtp_handler.message_ids()
    assert first == second


def test_kill_before_settling_resends_with_the_same_message_id(
    send: Send, smtp_handler: SmtpHandler, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    stored(send, VEG, veg_body())
    OutboxEntry.objects.filter(recipient="shop").delete()

    def kill(*args: Any) -> None:
        raise KeyboardInterrupt

    settle = queue.settle_sent
    monkeypatch.setattr(queue, "settle_sent", kill)
    with pytest.raises(KeyboardInterrupt):
        worker.send_due(clock, clock)
    monkeypatch.setattr(queue, "settle_sent", settle)
    assert worker.send_due(clock, clock) is False  # the dead worker's lease has not expired
    clock.now += queue.LEASE
    send_all(clock)
    first, second = smtp_handler.message_ids()
    assert first == second
    assert outcome() == ("sent", 1, "")


def test_resent_mail_has_a_new_message_id(
    send: Send, smtp_handler: SmtpHandler, clock: Clock
) -> None:
    request = stored(send, VEG, veg_body())
    OutboxEntry.objects.filter(recipient="shop").delete()
    for _ in range(3):
        send_all(clock)
        queue.resend(OutboxEntry.objects.all(), clock())
    name = f"{request.reference}.customer"
    assert smtp_handler.message_ids() == [
        f"<{name}@shop.example>",
        f"<{name}.2@shop.example>",
        f"<{name}.3@shop.example>",
    ]


def test_settling_is_retried_until_the_database_is_back(
    send: Send, smtp_handler: SmtpHandler, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    stored(send, VEG, veg_body())
    OutboxEntry.objects.filter(recipient="shop").delete()
    settle, failures = queue.settle_sent, [OperationalError("locked")] * 12  # lasts a minute

    def fail(*args: Any) -> None:
        if failures:
            raise failures.pop()
        settle(*args)

    monkeypatch.setattr(queue, "settle_sent", fail)
    send_all(clock)
    assert (len(smtp_handler.mails), outcome()) == (1, ("sent", 1, ""))


def test_settling_is_not_retried_beyond_the_lease(
    send: Send, smtp_handler: SmtpHandler, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another worker may have claimed the entry by then."""
    stored(send, VEG, veg_body())
    lease_end = clock() + queue.LEASE

    def fail(*args: Any) -> None:
        assert clock() <= lease_end + timedelta(seconds=worker.RETRY_SECONDS)
        raise OperationalError

    monkeypatch.setattr(queue, "settle_sent", fail)
    with pytest.raises(OperationalError):
        worker.send_due(clock, clock)
    assert (clock() > lease_end, len(smtp_handler.mails)) == (True, 2)


def test_stopping_worker_does_not_retry_settling(
    send: Send, smtp_handler: SmtpHandler, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    stored(send, VEG, veg_body())
    tried: list[str] = []

    def fail(*args: Any) -> None:
        tried.append("settle")
        clock.over = True
        raise OperationalError

    monkeypatch.setattr(queue, "settle_sent", fail)
    with pytest.raises(OperationalError):
        worker.send_due(clock, clock)
    assert tried == ["settle"]


def test_database_error_while_composing_is_not_counted_as_an_attempt(
    send: Send, smtp_handler: SmtpHandler, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    stored(send, VEG, veg_body())

    def fail(*args: Any) -> Any:
        raise OperationalError

    monkeypatch.setattr(mail_content, "composer", fail)
    with pytest.raises(OperationalError):
        worker.send_due(clock, clock)
    assert outcome() == outcome("shop") == ("waiting", 0, "")


def test_database_error_does_not_repeat_the_mails_before_it(
    send: Send, smtp_handler: SmtpHandler, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    stored(send, VEG, veg_body())

    def composer(references: Any) -> Compose:
        compose = mail_content.request_composer(references)

        def to_shop_only(reference: str, recipient: Recipient) -> Any:
            if recipient == Recipient.CUSTOMER:
                raise OperationalError
            return compose(reference, recipient)

        return to_shop_only

    monkeypatch.setattr(mail_content, "composer", composer)
    with pytest.raises(OperationalError):
        worker.send_due(clock, clock)
    assert (outcome("shop"), outcome()) == (("sent", 1, ""), ("waiting", 0, ""))


def test_a_batch_is_read_and_settled_at_once(
    send: Send, smtp_handler: SmtpHandler, clock: Clock
) -> None:
    statements = []
    for orders in (1, 1, 2):  # the first reads what the process keeps
        for path in orders * (VEG, COMBO):
            stored(send, path, BODIES[path])
        with CaptureQueriesContext(connection) as queries:
            worker.send_due(clock, clock)
        statements.append(len(queries))
    assert (statements[1], len(smtp_handler.mails)) == (statements[2], 4 + 4 + 8)


def test_a_slow_server_s_mails_are_settled_every_second(
    send: Send, smtp_handler: SmtpHandler, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(3):
        stored(send, VEG, veg_body())
    after_each_mail(monkeypatch, lambda: clock.advance(seconds=0.6))
    settled: list[int] = []
    settle = queue.settle_sent

    def note(entries: Any, now: Any) -> None:
        settled.append(len(entries))
        settle(entries, now)

    monkeypatch.setattr(queue, "settle_sent", note)
    send_all(clock)
    assert settled == [2, 2, 2]


@pytest.mark.parametrize(("since", "pause"), [(0.5, worker.PAUSE_SECONDS), (2.0, 0.0)])
def test_worker_pauses_after_a_batch_while_orders_come_in(
    send: Send, smtp_handler: SmtpHandler, clock: Clock, since: float, pause: float
) -> None:
    request = stored(send, VEG, veg_body())
    start = clock.now = request.received_at + timedelta(seconds=since)
    worker.send_due(clock, clock)
    assert clock() - start == timedelta(seconds=pause)


def test_mail_file_is_synced_before_it_is_renamed(
    send: Send, use_mail: UseMail, settings: Any, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_mail(host="")
    stored(send, VEG, veg_body())
    seen: list[tuple[int, list[Path]]] = []

    def note(descriptor: int) -> None:
        named = list(settings.MAIL.folder.glob("*.eml"))
        seen.append((os.fstat(descriptor).st_size, named))

    monkeypatch.setattr(os, "fsync", note)
    send_all(clock)
    shop, customer = (
        settings.MAIL.folder.glob("*.shop.eml"),
        settings.MAIL.folder.glob("*.customer.eml"),
    )
    [shop_file], [customer_file] = shop, customer
    assert seen == [(shop_file.stat().st_size, []), (customer_file.stat().st_size, [shop_file])]


def test_database_error_does_not_end_the_worker(
    send: Send, smtp_handler: SmtpHandler, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    stored(send, VEG, veg_body())
    claim, failures = queue.claim, [OperationalError("gone")] * 3

    def fail(now: Any) -> Any:
        if failures:
            raise failures.pop()
        return claim(now)

    monkeypatch.setattr(queue, "claim", fail)
    start = clock()

    def after_a_while() -> bool:
        return clock.now > start + timedelta(seconds=20)

    monkeypatch.setattr(clock, "is_over", after_a_while)
    worker.work(clock, clock)
    assert len(smtp_handler.mails) == 2


@pytest.mark.parametrize("step", ["has_due", "settle_sent"])
def test_worker_reconnects_after_a_database_error(
    send: Send, smtp_handler: SmtpHandler, clock: Clock, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    """A broken connection would fail every time."""
    stored(send, VEG, veg_body())
    calls: list[str] = []
    real = getattr(queue, step)

    def fail(*args: Any) -> Any:
        if "failed" not in calls:
            calls.append("failed")
            raise OperationalError
        calls.append("worked")
        return real(*args)

    monkeypatch.setattr(queue, step, fail)
    closing = SimpleNamespace(close=lambda: calls.append("closed"))
    monkeypatch.setattr("oottam.outbox.worker.connection", closing)
    monkeypatch.setattr(clock, "is_over", lambda: calls.count("worked") > 0, raising=False)
    worker.work(clock, clock)
    assert calls[:3] == ["failed", "closed", "worked"]


def test_stopping_worker_finishes_its_mail_and_releases_the_rest(
    send: Send, smtp_handler: SmtpHandler, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    stored(send, VEG, veg_body())

    def stop() -> None:
        clock.over = True

    after_each_mail(monkeypatch, stop)
    worker.work(clock, clock)
    assert len(smtp_handler.mails) == 1
    assert outcome("shop") == ("sent", 1, "")
    assert OutboxEntry.objects.get(recipient="customer", state="waiting").due_at == clock()


def test_no_mail_is_started_shortly_before_the_lease_ends(
    send: Send, smtp_handler: SmtpHandler, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    stored(send, VEG, veg_body())
    after_each_mail(monkeypatch, lambda: clock.advance(minutes=7))
    worker.send_due(clock, clock)
    assert (len(smtp_handler.mails), outcome()) == (1, ("waiting", 0, ""))
    assert queue.has_due(clock())


def test_mail_that_cannot_be_composed_does_not_block_others(
    send: Send,
    smtp_handler: SmtpHandler,
    clock: Clock,
    monkeypatch: pytest.MonkeyPatch,
    caplog: Any,
) -> None:
    stored(send, VEG, veg_body())
    stored(send, EVENT, event_body(message=SECRET))
    composer = mail_content.composer

    def stumbling(references: Any) -> Compose:
        compose = composer(references)

        def to_customer_only(reference: str, recipient: Recipient) -> Any:
            if recipient == Recipient.SHOP:
                raise ZeroDivisionError(SECRET)
            return compose(reference, recipient)

        return to_customer_only

    monkeypatch.setattr(mail_content, "composer", stumbling)
    worker.send_due(clock, clock)
    assert len(smtp_handler.mails) == 2
    stuck = OutboxEntry.objects.filter(recipient="shop").values_list("state", "last_error")
    assert set(stuck) == {("waiting", "Not composed (ZeroDivisionError)")}
    assert SECRET not in caplog.text


def test_request_without_address_fails_at_once_with_the_reason(
    send: Send, smtp_handler: SmtpHandler, clock: Clock
) -> None:
    request = stored(send, VEG, veg_body())
    request.email = ""
    request.save()
    send_all(clock)
    assert outcome() == ("failed", 1, "The request has no e-mail address.")
    [to_shop] = smtp_handler.mails
    assert (to_shop["To"], to_shop["Reply-To"]) == ("orders@shop.example", None)


def test_deleted_request_fails_at_once(send: Send, smtp_handler: SmtpHandler, clock: Clock) -> None:
    stored(send, VEG, veg_body()).delete()
    send_all(clock)
    assert outcome() == outcome("shop") == ("failed", 1, "This request no longer exists.")


@pytest.mark.parametrize(
    "address", ["a..b@example.com", ".a@example.com", "a.@example.com", "o'neil+x@example.com",
                "!#$%&'*+/=?^_`{|}~-@example.com", "asha@localhost", "x" * 240 + "@example.com"]
)  # fmt: skip
def test_every_address_that_forms_accept_is_deliverable(
    send: Send, smtp_handler: SmtpHandler, clock: Clock, address: str
) -> None:
    stored(send, VEG, veg_body(email=address))
    send_all(clock)
    assert [outcome(), outcome("shop")] == [("sent", 1, "")] * 2


def test_log_contains_no_personal_data(
    send: Send, smtp_handler: SmtpHandler, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    stored(send, NUTRITION, nutrition_body())
    smtp_handler.faults = [("RCPT", "550 <asha@example.com> unknown, says Asha")]
    send_all(clock)
    clock.advance(minutes=1)
    send_all(clock)
    assert len(smtp_handler.mails) == 2
    lines = [record.getMessage() for record in caplog.records if "oottam.outbox" in record.name]
    assert len(lines) == 3
    text = re.sub(r"OT-\w{7}", "", "\n".join(lines)).lower()  # a reference may contain the age
    for word in ("asha", "protein", "peanuts", "millets", "29"):
        assert word not in text


def test_mails_beyond_one_batch_are_sent(
    send: Send, smtp_handler: SmtpHandler, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(queue, "MAX_BATCH", 2)
    for _ in range(3):
        stored(send, VEG, veg_body())
    send_all(clock)
    assert (len(smtp_handler.mails), len(set(smtp_handler.message_ids()))) == (6, 6)


def test_session_ends_with_its_batch(
    send: Send, smtp_handler: SmtpHandler, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended: list[SmtpSession] = []
    disconnect = SmtpSession._disconnect

    def counted(self: SmtpSession) -> None:
        ended.append(self)
        disconnect(self)

    monkeypatch.setattr(SmtpSession, "_disconnect", counted)
    stored(send, VEG, veg_body())
    send_all(clock)
    assert (len(ended), smtp_handler.connections) == (1, 1)


def test_the_worker_knows_what_dishes_hold(
    send: Send, smtp_handler: SmtpHandler, clock: Clock
) -> None:
    seed()
    stored(send, VEG, veg_body())
    send_all(clock)
    texts = [" ".join(part(mail, "plain").split()) for mail in smtp_handler.mails]
    assert all("g protein" in text for text in texts)
    assert len(texts) == 2
