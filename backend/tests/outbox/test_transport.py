"""SMTP replies are classified: accepted, temporary failure, or permanent rejection."""

import smtplib
import socket
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.mail import EmailMessage

from oottam.outbox import transport
from oottam.outbox.transport import NotSentError, SmtpSession
from tests.outbox.conftest import UseMail
from tests.outbox.mail_server import DROP_AFTER_DATA, DROP_BEFORE_DATA, SmtpHandler
from tests.serving.live import free_port

pytestmark = pytest.mark.enable_socket


def mail(to: str = "asha@example.com") -> EmailMessage:
    ids = {"Message-ID": "<OT-1.customer@shop.example>"}
    return EmailMessage("Subject", "Text ₹1", "kitchen@shop.example", [to], headers=ids)


@pytest.fixture
def session(smtp_handler: SmtpHandler) -> Iterator[SmtpSession]:
    with SmtpSession() as session:
        yield session


def failure(session: SmtpSession, sent: EmailMessage) -> tuple[str, bool]:
    with pytest.raises(NotSentError) as failed:
        session.send(sent)
    return str(failed.value), failed.value.is_rejected


def test_mail_arrives_unchanged(session: SmtpSession, smtp_handler: SmtpHandler) -> None:
    session.send(mail())
    [arrived] = smtp_handler.mails
    assert (arrived["Message-ID"], arrived["To"], arrived.get_content()) == (
        "<OT-1.customer@shop.example>",
        "asha@example.com",
        "Text ₹1\r\n",
    )


def test_mails_of_a_session_share_a_connection(
    session: SmtpSession, smtp_handler: SmtpHandler
) -> None:
    for _ in range(3):
        session.send(mail())
    assert (len(smtp_handler.mails), smtp_handler.connections) == (3, 1)


@pytest.mark.parametrize(
    ("fault", "reason", "is_rejected"),
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
def test_smtp_error_is_classified_by_its_code(
    session: SmtpSession,
    smtp_handler: SmtpHandler,
    fault: tuple[str, str],
    reason: str,
    is_rejected: bool,
) -> None:
    smtp_handler.faults = [fault]
    assert failure(session, mail()) == (reason, is_rejected)
    assert smtp_handler.mails == []


@pytest.mark.parametrize(
    ("fault", "arrived"), [(("MAIL", DROP_BEFORE_DATA), 0), (("DATA", DROP_AFTER_DATA), 1)]
)
def test_broken_connection_is_not_a_rejection(
    session: SmtpSession, smtp_handler: SmtpHandler, fault: tuple[str, str], arrived: int
) -> None:
    smtp_handler.faults = [fault]
    reason, is_rejected = failure(session, mail())
    assert reason.startswith("Not taken (")
    assert (is_rejected, len(smtp_handler.mails)) == (False, arrived)


@pytest.mark.parametrize(
    "fault",
    [("RCPT", "550 no"), ("RCPT", "421 closing"), ("DATA", "451 no"), ("MAIL", DROP_BEFORE_DATA)],
)
def test_next_mail_is_sent_after_a_failure(
    session: SmtpSession, smtp_handler: SmtpHandler, fault: tuple[str, str]
) -> None:
    smtp_handler.faults = [fault]
    failure(session, mail())
    session.send(mail("ravi@example.com"))
    assert [arrived["To"] for arrived in smtp_handler.mails] == ["ravi@example.com"]


def test_silent_server_times_out(use_mail: UseMail, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transport, "TIMEOUT_SECONDS", 0.05)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        use_mail(host="127.0.0.1", port=silent.getsockname()[1], tls="none")
        with SmtpSession() as session:
            reason, is_rejected = failure(session, mail())
    assert reason.startswith("No connection (")
    assert reason.endswith("timed out)")
    assert is_rejected is False


def test_unreachable_server_is_tried_once_per_session(
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
        with SmtpSession() as session:
            reasons = {failure(session, mail()) for _ in range(3)}
        assert reasons == {
            ("No connection (ConnectionRefusedError: [Errno 111] Connection refused)", False)
        }
    assert len(calls) == 2


def test_server_without_starttls_gets_no_mail(smtp_handler: SmtpHandler, use_mail: UseMail) -> None:
    use_mail(tls="starttls")
    with SmtpSession() as session:
        reason, is_rejected = failure(session, mail())
    assert reason.startswith("No connection (SMTPNotSupportedError: STARTTLS")
    assert (is_rejected, smtp_handler.mails) == (False, [])


def test_failed_login_is_not_a_rejection(smtp_handler: SmtpHandler, use_mail: UseMail) -> None:
    use_mail(user="kitchen", password="made up")
    with SmtpSession() as session:
        reason, is_rejected = failure(session, mail())
    assert reason.startswith("No connection (SMTPNotSupportedError: SMTP AUTH")
    assert (is_rejected, smtp_handler.mails) == (False, [])


def test_invalid_address_is_a_rejection(session: SmtpSession) -> None:
    assert failure(session, mail("asha@"))[1] is True
