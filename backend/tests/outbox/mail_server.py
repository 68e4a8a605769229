"""SMTP server in the test process, with scripted faults."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any, cast

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from tests.serving.live import free_port

logging.getLogger("mail.log").setLevel(logging.ERROR)  # silences aiosmtpd's log

ACCEPTED = "250 taken"
# Faults beside SMTP replies such as "550 no such user":
DROP_BEFORE_DATA, DROP_AFTER_DATA = "drop before data", "drop after data"


class SmtpHandler:
    """Stores accepted mails; each of `faults` applies to one mail, in order."""

    def __init__(self) -> None:
        self.mails: list[EmailMessage] = []
        self.connections = 0
        self.faults: list[tuple[str, str]] = []  # (verb, reply or drop)

    async def handle_EHLO(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope, name: str, replies: list[str]
    ) -> list[str]:
        self.connections += 1
        session.host_name = name
        return replies

    async def handle_MAIL(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        reply = self._reply("MAIL", server)
        envelope.mail_from = address
        return reply

    async def handle_RCPT(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        reply = self._reply("RCPT", server)
        if reply == ACCEPTED:
            envelope.rcpt_tos.append(address)
        return reply

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        reply = self._reply("DATA", server)
        if reply in (ACCEPTED, DROP_AFTER_DATA):
            mail = message_from_bytes(cast("bytes", envelope.content), policy=policy.default)
            self.mails.append(mail)
        return reply

    def message_ids(self) -> list[str]:
        return [mail["Message-ID"] for mail in self.mails]

    def _reply(self, verb: str, server: SMTP) -> str:
        if not self.faults or self.faults[0][0] != verb:
            return ACCEPTED
        fault = self.faults.pop(0)[1]
        if fault in (DROP_BEFORE_DATA, DROP_AFTER_DATA):
            transport: Any = server.transport
            transport.abort()
        return fault


@contextmanager
def mail_server(smtp_handler: SmtpHandler, port: int = 0) -> Iterator[int]:
    """Serve on a local port inside the context; yields the port."""
    controller = Controller(smtp_handler, hostname="127.0.0.1", port=port or free_port())
    controller.start()
    try:
        yield controller.port
    finally:
        controller.stop()
