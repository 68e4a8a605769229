"""Hands mails over to the mail server, or to a folder, and tells the kinds of failure apart."""

import smtplib
from contextlib import suppress

from django.conf import settings
from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend
from django.core.mail.backends.smtp import EmailBackend as Smtp

from oottam.outbox.eml_files import EmlFiles
from oottam.outbox.sanitize import one_line

TIMEOUT_SECONDS = 15.0  # for each step of a conversation
MAX_REASON_LENGTH = 300  # characters


def mails_reach_people() -> bool:
    """Without a mail server a mail becomes a file."""
    return bool(settings.MAIL.host)


class NotSentError(Exception):
    """It did not go through; `refused` when the other side will never take this mail (SMTP 5xx).

    The reason is for staff: it may repeat an address, so it belongs in no log.
    """

    def __init__(self, reason: str, *, refused: bool = False) -> None:
        super().__init__(reason)
        self.refused = refused


class SmtpSession:
    """Some mails handed over one after the other, through one connection where possible.

    A server that cannot be reached is not asked again in the same sitting: with hundreds of mails
    waiting, every one of them would wait for it to time out.
    """

    def __init__(self, backend: BaseEmailBackend | None = None) -> None:
        self._backend = backend or _configured()
        self._unreachable: NotSentError | None = None

    def __enter__(self) -> "SmtpSession":
        return self

    def __exit__(self, *_: object) -> None:
        self._hang_up()

    def send(self, mail: EmailMessage) -> None:
        """Return once the other side has the mail; raises NotSentError."""
        if self._unreachable:
            raise self._unreachable
        try:
            self._backend.open()
        except (OSError, smtplib.SMTPException) as error:
            self._unreachable = NotSentError(_reason("No connection", error))
            raise self._unreachable from None
        try:
            self._backend.send_messages([mail])
        except (OSError, ValueError) as error:  # every SMTPException is an OSError
            self._hang_up()  # the next mail starts afresh
            raise NotSentError(_reason("Not taken", error), refused=_is_final(error)) from None

    def _hang_up(self) -> None:
        with suppress(OSError):  # what was handed over stays handed over
            self._backend.close()


def _configured() -> BaseEmailBackend:
    mail = settings.MAIL
    if not mail.host:
        return EmlFiles(mail.folder)
    return Smtp(
        host=mail.host,
        port=mail.port,
        username=mail.user,
        password=mail.password,
        use_tls=mail.tls == "starttls",
        use_ssl=mail.tls == "tls",
        timeout=TIMEOUT_SECONDS,
    )


def _answer(error: Exception) -> tuple[int, bytes | str] | None:
    """The server's status code and words, if it was the server that said no."""
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        return next(iter(error.recipients.values()))
    if isinstance(error, smtplib.SMTPResponseException):
        return error.smtp_code, error.smtp_error
    return None


def _is_final(error: Exception) -> bool:
    """Whether this mail itself is refused for good.

    A refused sender is not: that is a setting, which somebody will correct.
    """
    if isinstance(error, smtplib.SMTPSenderRefused):
        return False
    answer = _answer(error)
    return isinstance(error, ValueError) if answer is None else 500 <= answer[0] <= 599


def _reason(what: str, error: Exception) -> str:
    answer = _answer(error)
    if answer is None:
        reply = f"{type(error).__name__}: {error}"
    else:
        code, words = answer
        reply = f"{code} {words.decode(errors='replace') if isinstance(words, bytes) else words}"
    return one_line(f"{what} ({reply})", MAX_REASON_LENGTH)
