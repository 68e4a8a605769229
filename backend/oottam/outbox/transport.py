"""Sends mails by SMTP or to a folder, and classifies failures."""

import os
import smtplib
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend
from django.core.mail.backends.smtp import EmailBackend as Smtp

from oottam.core import private_files
from oottam.outbox.sanitize import one_line


class EmlFiles(BaseEmailBackend):
    """Writes each mail to an .eml file, named after its Message-ID, so that a repeat replaces it.

    Folder and files have modes 700 and 600: they hold names, phone numbers and addresses.
    """

    def __init__(self, folder: Path, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.folder = folder

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """Write each mail atomically and sync it to disk; raises OSError."""
        private_files.make_folder(self.folder)
        for mail in email_messages:
            name = mail.extra_headers["Message-ID"].strip("<>").rpartition("@")[0]
            content = mail.message().as_bytes(linesep="\r\n")  # type: ignore[call-arg] # Django's own
            self._write(self.folder / f"{name}.eml", content)
        return len(email_messages)

    def _write(self, path: Path, content: bytes) -> None:
        draft = path.with_name(f"{path.name}.{os.getpid()}")
        descriptor = private_files.create(draft)
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(descriptor)
        draft.replace(path)


TIMEOUT_SECONDS = 15.0  # for each SMTP command
MAX_REASON_LENGTH = 300  # characters


def is_smtp_configured() -> bool:
    """False if mails are written to files."""
    return bool(settings.MAIL.host)


class NotSentError(Exception):
    """Sending failed; `is_rejected` if the server rejects this mail permanently (SMTP 5xx).

    The reason is for staff and must not be logged: it may contain an address.
    """

    def __init__(self, reason: str, *, is_rejected: bool = False) -> None:
        super().__init__(reason)
        self.is_rejected = is_rejected


class SmtpSession:
    """Sends several mails through one connection where possible.

    After a failed connection it does not connect again: otherwise each of many waiting mails would
    wait for a timeout.
    """

    def __init__(self, backend: BaseEmailBackend | None = None) -> None:
        self._backend = backend or _configured_backend()
        self._unreachable: NotSentError | None = None

    def __enter__(self) -> "SmtpSession":
        return self

    def __exit__(self, *_: object) -> None:
        self._disconnect()

    def send(self, mail: EmailMessage) -> None:
        """Return once the server has accepted the mail; raises NotSentError."""
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
            self._disconnect()  # the next mail opens a new connection
            raise NotSentError(
                _reason("Not taken", error), is_rejected=_is_permanent_rejection(error)
            ) from None

    def _disconnect(self) -> None:
        with suppress(OSError):  # accepted mails stay accepted
            self._backend.close()


def _configured_backend() -> BaseEmailBackend:
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


def _smtp_reply(error: Exception) -> tuple[int, bytes | str] | None:
    """SMTP code and text, if the server replied with an error."""
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        return next(iter(error.recipients.values()))
    if isinstance(error, smtplib.SMTPResponseException):
        return error.smtp_code, error.smtp_error
    return None


def _is_permanent_rejection(error: Exception) -> bool:
    """Whether the server rejects this mail permanently.

    A rejected sender does not count: it is a wrong setting, which can be corrected.
    """
    if isinstance(error, smtplib.SMTPSenderRefused):
        return False
    smtp_reply = _smtp_reply(error)
    return isinstance(error, ValueError) if smtp_reply is None else 500 <= smtp_reply[0] <= 599


def _reason(summary: str, error: Exception) -> str:
    smtp_reply = _smtp_reply(error)
    if smtp_reply is None:
        reply = f"{type(error).__name__}: {error}"
    else:
        code, text = smtp_reply
        reply = f"{code} {text.decode(errors='replace') if isinstance(text, bytes) else text}"
    return one_line(f"{summary} ({reply})", MAX_REASON_LENGTH)
