"""What a mail server does, and what it means for the mail: taken, not this time, or never."""

import smtplib
import socket
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.mail import EmailMessage

from oottam.outbox import transport
from oottam.outbox.transport import NotSentError, SmtpSession
from tests.outbox.conftest import UseMail
from tests.outbox.mail_server import DROP_AFTER_DATA, DROP_BEFORE_DATA, Postman, free_port

pytestmark = pytest.mark.enable_socket


def mail(to: str = "asha@example.com") -> EmailMessage:
    ids = {"Message-ID": "<OT-1.customer@shop.example>"}
    return EmailMessage("Subject", "Text ₹1", "kitchen@shop.example", [to], headers=ids)


@pytest.fixture
def sitting(postman: Postman) -> Iterator[SmtpSession]:
    with SmtpSession() as sitting:
        yield sitting


def failure(sitting: SmtpSession, sent: EmailMessage) -> tuple[str, bool]:
    with pytest.raises(NotSentError) as failed:
        sitting.send(sent)
    return str(failed.value), failed.value.refused


def test_a_mail_arrives_as_it_is(sitting: SmtpSession, postman: Postman) -> None:
    sitting.send(mail())
    [arrived] = postman.mails
    assert (arrived["Message-ID"], arrived["To"], arrived.get_content()) == (
        "<OT-1.customer@shop.example>",
        "asha@example.com",
        "Text ₹1\r\n",
    )


def test_mails_of_one_sitting_share_a_connection(sitting: SmtpSession, postman: Postman) -> None:
    for _ in range(3):
        sitting.send(mail())
    assert (len(postman.mails), postman.connections) == (3, 1)


@pytest.mark.parametrize(
    ("fault", "reason", "refused"),
    [
        (("RCPT", "550 no such user"), "Not taken (550 no such user)", True),
        (("RCPT", "500 what"), "Not taken (500 what)", True),
        (("RCPT", "451 try later"), "Not taken (451 try later)", False),
        (("RCPT", "421 closing"), "Not taken (421 closing)", False),
        (("DATA", "554 spam"), "Not taken (554 spam)", True),
        (("DATA", "452 no room"), "Not taken (452 no room)", False),
        (("MAIL", "553 sender not allowed"), "Not taken (553 sender not allowed)", False),
    ],
)
def test_a_servers_no_is_told_apart_by_its_code(
    sitting: SmtpSession, postman: Postman, fault: tuple[str, str], reason: str, refused: bool
) -> None:
    postman.faults = [fault]
    assert failure(sitting, mail()) == (reason, refused)
    assert postman.mails == []


@pytest.mark.parametrize(
    ("fault", "arrived"), [(("MAIL", DROP_BEFORE_DATA), 0), (("DATA", DROP_AFTER_DATA), 1)]
)
def test_a_connection_that_breaks_is_no_refusal(
    sitting: SmtpSession, postman: Postman, fault: tuple[str, str], arrived: int
) -> None:
    postman.faults = [fault]
    reason, refused = failure(sitting, mail())
    assert reason.startswith("Not taken (")
    assert (refused, len(postman.mails)) == (False, arrived)


@pytest.mark.parametrize(
    "fault",
    [("RCPT", "550 no"), ("RCPT", "421 closing"), ("DATA", "451 no"), ("MAIL", DROP_BEFORE_DATA)],
)
def test_after_a_failure_the_next_mail_goes_out(
    sitting: SmtpSession, postman: Postman, fault: tuple[str, str]
) -> None:
    postman.faults = [fault]
    failure(sitting, mail())
    sitting.send(mail("ravi@example.com"))
    assert [arrived["To"] for arrived in postman.mails] == ["ravi@example.com"]


def test_a_server_that_says_nothing_is_left_after_a_while(
    use_mail: UseMail, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(transport, "TIMEOUT_SECONDS", 0.05)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        use_mail(host="127.0.0.1", port=silent.getsockname()[1], tls="none")
        with SmtpSession() as sitting:
            reason, refused = failure(sitting, mail())
    assert reason.startswith("No connection (")
    assert reason.endswith("timed out)")
    assert refused is False


def test_a_server_that_cannot_be_reached_is_asked_once_a_sitting(
    use_mail: UseMail, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[Any] = []
    connect = smtplib.SMTP.connect

    def counted(self: Any, *args: Any, **kwargs: Any) -> Any:
        calls.append(args)
        return connect(self, *args, **kwargs)

    monkeypatch.setattr(smtplib.SMTP, "connect", counted)
    use_mail(host="127.0.0.1", port=free_port(), tls="none")
    for _ in range(2):
        with SmtpSession() as sitting:
            reasons = {failure(sitting, mail()) for _ in range(3)}
        assert reasons == {
            ("No connection (ConnectionRefusedError: [Errno 111] Connection refused)", False)
        }
    assert len(calls) == 2


def test_a_server_that_does_not_encrypt_gets_no_mail(postman: Postman, use_mail: UseMail) -> None:
    use_mail(tls="starttls")
    with SmtpSession() as sitting:
        reason, refused = failure(sitting, mail())
    assert reason.startswith("No connection (SMTPNotSupportedError: STARTTLS")
    assert (refused, postman.mails) == (False, [])


def test_a_log_in_that_fails_is_no_refusal_of_the_mail(postman: Postman, use_mail: UseMail) -> None:
    use_mail(user="kitchen", password="made up")
    with SmtpSession() as sitting:
        reason, refused = failure(sitting, mail())
    assert reason.startswith("No connection (SMTPNotSupportedError: SMTP AUTH")
    assert (refused, postman.mails) == (False, [])


def test_an_address_that_no_mail_can_have_is_a_refusal(sitting: SmtpSession) -> None:
    assert failure(sitting, mail("asha@"))[1] is True
