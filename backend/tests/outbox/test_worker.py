"""The worker: everything goes out, nothing twice but what cannot be helped, nobody waits for it."""

import logging
import os
import time
from collections import Counter
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import OperationalError

from oottam.outbox import mail_content, queue, worker
from oottam.outbox.models import OutboxEntry
from oottam.outbox.transport import SmtpSession
from tests.api_client import stored
from tests.bodies import veg_body
from tests.conftest import VEG, Send
from tests.enquiries.examples import EVENT, NUTRITION, event_body, nutrition_body
from tests.outbox.conftest import Clock, UseMail
from tests.outbox.mail_server import DROP_AFTER_DATA, Postman, free_port, mail_server

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.enable_socket]

SECRET = "a secret party"


def send_all(clock: Clock) -> None:
    while worker.send_due(clock, clock):
        pass


def settled(recipient: str = "customer") -> tuple[str, int, str]:
    entry = OutboxEntry.objects.get(recipient=recipient)
    return entry.state, entry.attempts, entry.last_error


def test_shop_and_customer_get_their_mails_and_the_entries_say_so(
    send: Send, postman: Postman, clock: Clock
) -> None:
    request = stored(send, VEG, veg_body())
    began = clock()
    send_all(clock)
    assert [(mail["To"], mail["Message-ID"]) for mail in postman.mails] == [
        ("orders@shop.example", f"<{request.reference}.shop@shop.example>"),
        ("asha@example.com", f"<{request.reference}.customer@shop.example>"),
    ]
    for entry in OutboxEntry.objects.all():
        assert (entry.state, entry.attempts, entry.last_error) == ("sent", 1, "")
        assert entry.sent_at is not None
        assert began <= entry.sent_at <= clock()
    assert worker.send_due(clock, clock) is False


def test_without_a_mail_server_each_mail_is_a_file_for_its_owner_alone(
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


def test_a_folder_that_cannot_be_written_delays_the_mail(
    send: Send, use_mail: UseMail, settings: Any, clock: Clock
) -> None:
    use_mail(host="")
    settings.MAIL.folder.write_text("a file where the folder should be")
    stored(send, VEG, veg_body())
    worker.send_due(clock, clock)
    state, attempts, reason = settled()
    assert (state, attempts, reason[:36]) == ("waiting", 1, "Not taken (FileExistsError: [Errno 1")
    settings.MAIL.folder.unlink()
    clock.advance(seconds=10)
    send_all(clock)
    assert settled() == ("sent", 2, "")


def test_an_hour_without_mail_server_loses_nothing_and_doubles_nothing(
    send: Send, use_mail: UseMail, clock: Clock
) -> None:
    port = free_port()
    use_mail(
        host="127.0.0.1", port=port, tls="none", sender="a@shop.example", shop="b@shop.example"
    )
    references: list[str] = []
    began = clock()
    while clock() < began + timedelta(hours=1):
        if len(references) < 20:
            started = time.monotonic()
            body = veg_body(email=f"asha{len(references)}@example.com")
            references.append(stored(send, VEG, body).reference)
            assert time.monotonic() - started < 5  # no visitor waits for a mail
        send_all(clock)
        clock.advance(minutes=1)
    assert set(OutboxEntry.objects.values_list("state", "sent_at")) == {("waiting", None)}
    assert 9 <= OutboxEntry.objects.earliest("pk").attempts <= 20  # backed off
    postman = Postman()
    with mail_server(postman, port):
        for _ in range(11):  # minutes: the longest delay and one more
            send_all(clock)
            clock.advance(minutes=1)
    arrived = Counter(postman.message_ids())
    expected = {
        f"<{reference}.{to}@shop.example>"
        for reference in references
        for to in ("shop", "customer")
    }
    assert arrived == dict.fromkeys(expected, 1)


def test_a_mail_refused_for_good_ends_as_failed_with_the_servers_words(
    send: Send, postman: Postman, clock: Clock
) -> None:
    stored(send, VEG, veg_body())
    OutboxEntry.objects.filter(recipient="shop").delete()
    postman.faults = [("RCPT", "550 no such user here")] * 9
    for attempt in range(1, 4):
        worker.send_due(clock, clock)
        assert settled() == ("waiting", attempt, "Not taken (550 no such user here)")
        clock.advance(minutes=2)
    worker.send_due(clock, clock)
    assert settled() == ("failed", 4, "Not taken (550 no such user here)")
    clock.advance(days=1)
    assert worker.send_due(clock, clock) is False


@pytest.mark.parametrize("fault", [("RCPT", "451 greylisted"), ("DATA", "421 busy")])
def test_a_mail_that_is_put_off_goes_out_later(
    send: Send, postman: Postman, clock: Clock, fault: tuple[str, str]
) -> None:
    stored(send, VEG, veg_body())
    postman.faults = [fault]
    worker.send_due(clock, clock)
    assert [mail["To"] for mail in postman.mails] == ["asha@example.com"]
    assert worker.send_due(clock, clock) is False
    clock.advance(seconds=10)
    send_all(clock)
    assert settled("shop") == ("sent", 2, "")


def test_a_hand_over_that_broke_off_is_repeated_with_the_same_message_id(
    send: Send, postman: Postman, clock: Clock
) -> None:
    """The server may have it or not; only the Message-ID lets it tell."""
    stored(send, VEG, veg_body())
    OutboxEntry.objects.filter(recipient="shop").delete()
    postman.faults = [("DATA", DROP_AFTER_DATA)]
    worker.send_due(clock, clock)
    clock.advance(seconds=10)
    send_all(clock)
    first, second = postman.message_ids()
    assert first == second


def test_killed_between_hand_over_and_record_it_goes_out_again_with_the_same_message_id(
    send: Send, postman: Postman, clock: Clock, monkeypatch: pytest.MonkeyPatch
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
    assert worker.send_due(clock, clock) is False  # the dead worker's lease still holds
    clock.now += queue.LEASE
    send_all(clock)
    first, second = postman.message_ids()
    assert first == second
    assert settled() == ("sent", 1, "")


def test_a_mail_that_is_sent_again_has_a_message_id_of_its_own(
    send: Send, postman: Postman, clock: Clock
) -> None:
    request = stored(send, VEG, veg_body())
    OutboxEntry.objects.filter(recipient="shop").delete()
    for _ in range(3):
        send_all(clock)
        queue.resend(OutboxEntry.objects.all(), clock())
    name = f"{request.reference}.customer"
    assert postman.message_ids() == [
        f"<{name}@shop.example>",
        f"<{name}.2@shop.example>",
        f"<{name}.3@shop.example>",
    ]


def test_a_database_that_is_away_when_a_mail_is_settled_is_asked_until_it_is_back(
    send: Send, postman: Postman, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    stored(send, VEG, veg_body())
    OutboxEntry.objects.filter(recipient="shop").delete()
    settle, failures = queue.settle_sent, [OperationalError("locked")] * 12  # a minute's worth

    def away(*args: Any) -> None:
        if failures:
            raise failures.pop()
        settle(*args)

    monkeypatch.setattr(queue, "settle_sent", away)
    send_all(clock)
    assert (len(postman.mails), settled()) == (1, ("sent", 1, ""))


def test_nobody_insists_on_settling_beyond_the_lease(
    send: Send, postman: Postman, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The entry may be another worker's by then."""
    stored(send, VEG, veg_body())
    lease_end = clock() + queue.LEASE

    def away(*args: Any) -> None:
        assert clock() <= lease_end + timedelta(seconds=worker.TIMEOUT_SECONDS)
        raise OperationalError

    monkeypatch.setattr(queue, "settle_sent", away)
    with pytest.raises(OperationalError):
        worker.send_due(clock, clock)
    assert (clock() > lease_end, len(postman.mails)) == (True, 1)


def test_a_worker_that_is_to_stop_insists_on_nothing(
    send: Send, postman: Postman, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    stored(send, VEG, veg_body())
    tried: list[str] = []

    def away(*args: Any) -> None:
        tried.append("settle")
        clock.over = True
        raise OperationalError

    monkeypatch.setattr(queue, "settle_sent", away)
    with pytest.raises(OperationalError):
        worker.send_due(clock, clock)
    assert tried == ["settle"]


def test_a_database_that_is_away_when_a_mail_is_composed_is_no_fault_of_the_mail(
    send: Send, postman: Postman, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    stored(send, VEG, veg_body())

    def away(*args: Any) -> Any:
        raise OperationalError

    monkeypatch.setattr(mail_content, "compose", away)
    with pytest.raises(OperationalError):
        worker.send_due(clock, clock)
    assert settled() == settled("shop") == ("waiting", 0, "")


def test_after_each_mail_orders_come_first_for_a_moment(
    send: Send, postman: Postman, clock: Clock
) -> None:
    stored(send, VEG, veg_body())
    began = clock()
    worker.send_due(clock, clock)
    assert clock() - began == 2 * timedelta(seconds=worker.BREATH_SECONDS)


def test_a_mail_as_a_file_is_whole_and_on_the_disk_before_it_has_its_name(
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


def test_a_database_that_is_away_does_not_end_the_worker(
    send: Send, postman: Postman, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    stored(send, VEG, veg_body())
    claim, failures = queue.claim, [OperationalError("gone")] * 3

    def away(now: Any) -> Any:
        if failures:
            raise failures.pop()
        return claim(now)

    monkeypatch.setattr(queue, "claim", away)
    began = clock()

    def after_a_while() -> bool:
        return clock.now > began + timedelta(seconds=20)

    monkeypatch.setattr(clock, "is_over", after_a_while)
    worker.work(clock, clock)
    assert len(postman.mails) == 2


@pytest.mark.parametrize("step", ["any_due", "settle_sent"])
def test_after_a_failure_of_the_database_the_worker_has_a_new_connection(
    send: Send, postman: Postman, clock: Clock, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    """One that broke would fail for ever."""
    stored(send, VEG, veg_body())
    done: list[str] = []
    real = getattr(queue, step)

    def away(*args: Any) -> Any:
        if "failed" not in done:
            done.append("failed")
            raise OperationalError
        done.append("worked")
        return real(*args)

    monkeypatch.setattr(queue, step, away)
    closing = SimpleNamespace(close=lambda: done.append("closed"))
    monkeypatch.setattr("oottam.outbox.worker.connection", closing)
    monkeypatch.setattr(clock, "is_over", lambda: done.count("worked") > 0, raising=False)
    worker.work(clock, clock)
    assert done[:3] == ["failed", "closed", "worked"]


def test_a_worker_that_is_to_stop_finishes_the_mail_at_hand_and_gives_back_the_rest(
    send: Send, postman: Postman, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    stored(send, VEG, veg_body())
    settle = queue.settle_sent

    def stop(*args: Any) -> None:
        settle(*args)
        clock.over = True

    monkeypatch.setattr(queue, "settle_sent", stop)
    worker.work(clock, clock)
    assert len(postman.mails) == 1
    assert settled("shop") == ("sent", 1, "")
    assert OutboxEntry.objects.get(recipient="customer", state="waiting").due_at == clock()


def test_no_mail_is_begun_when_its_lease_is_about_to_end(
    send: Send, postman: Postman, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    stored(send, VEG, veg_body())
    settle = queue.settle_sent

    def slowly(*args: Any) -> None:
        settle(*args)
        clock.advance(minutes=7)

    monkeypatch.setattr(queue, "settle_sent", slowly)
    worker.send_due(clock, clock)
    assert (len(postman.mails), settled()) == (1, ("waiting", 0, ""))
    assert queue.any_due(clock())


def test_a_mail_that_cannot_be_composed_does_not_hold_up_the_others(
    send: Send, postman: Postman, clock: Clock, monkeypatch: pytest.MonkeyPatch, caplog: Any
) -> None:
    stored(send, VEG, veg_body())
    stored(send, EVENT, event_body(message=SECRET))
    compose = mail_content.compose

    def stumbling(reference: str, recipient: Any) -> Any:
        if recipient == "shop":
            raise ZeroDivisionError(SECRET)
        return compose(reference, recipient)

    monkeypatch.setattr(mail_content, "compose", stumbling)
    worker.send_due(clock, clock)
    assert len(postman.mails) == 2
    stuck = OutboxEntry.objects.filter(recipient="shop").values_list("state", "last_error")
    assert set(stuck) == {("waiting", "Not composed (ZeroDivisionError)")}
    assert SECRET not in caplog.text


def test_a_request_without_an_address_fails_at_once_and_says_why(
    send: Send, postman: Postman, clock: Clock
) -> None:
    request = stored(send, VEG, veg_body())
    request.email = ""
    request.save()
    send_all(clock)
    assert settled() == ("failed", 1, "The request has no e-mail address.")
    [to_shop] = postman.mails
    assert (to_shop["To"], to_shop["Reply-To"]) == ("orders@shop.example", None)


def test_a_request_that_is_gone_fails_at_once(send: Send, postman: Postman, clock: Clock) -> None:
    stored(send, VEG, veg_body()).delete()
    send_all(clock)
    assert settled() == settled("shop") == ("failed", 1, "This request no longer exists.")


@pytest.mark.parametrize(
    "address", ["a..b@example.com", ".a@example.com", "a.@example.com", "o'neil+x@example.com",
                "!#$%&'*+/=?^_`{|}~-@example.com", "asha@localhost", "x" * 240 + "@example.com"]
)  # fmt: skip
def test_every_address_that_a_form_takes_gets_its_mail(
    send: Send, postman: Postman, clock: Clock, address: str
) -> None:
    stored(send, VEG, veg_body(email=address))
    send_all(clock)
    assert [settled(), settled("shop")] == [("sent", 1, "")] * 2


def test_the_log_names_no_person(
    send: Send, postman: Postman, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    stored(send, NUTRITION, nutrition_body())
    postman.faults = [("RCPT", "550 <asha@example.com> unknown, says Asha")]
    send_all(clock)
    clock.advance(minutes=1)
    send_all(clock)
    assert len(postman.mails) == 2
    lines = [record.getMessage() for record in caplog.records if "oottam.outbox" in record.name]
    assert len(lines) == 3
    for word in ("asha", "protein", "peanuts", "millets", "29"):
        assert word not in "\n".join(lines).lower().replace("ot-", "")


def test_mails_beyond_one_batch_go_out_too(
    send: Send, postman: Postman, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(queue, "MAX_BATCH", 2)
    for _ in range(3):
        stored(send, VEG, veg_body())
    send_all(clock)
    assert (len(postman.mails), len(set(postman.message_ids()))) == (6, 6)


def test_a_sitting_ends_with_its_batch(
    send: Send, postman: Postman, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended: list[SmtpSession] = []
    hang_up = SmtpSession._hang_up

    def counted(self: SmtpSession) -> None:
        ended.append(self)
        hang_up(self)

    monkeypatch.setattr(SmtpSession, "_hang_up", counted)
    stored(send, VEG, veg_body())
    send_all(clock)
    assert (len(ended), postman.connections) == (1, 1)
