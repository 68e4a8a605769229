"""A real SMTP server in this process, which takes mails or fails as a test has scripted it."""

import logging
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any, cast

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

logging.getLogger("mail.log").setLevel(logging.ERROR)  # the server's own diary

TAKEN = "250 taken"
# What a fault may be, beside a reply as "550 no such user":
DROP_BEFORE_DATA, DROP_AFTER_DATA = "drop before data", "drop after data"


class Postman:
    """Keeps what it has taken; each of `faults` is met by one mail, in turn."""

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
        if reply == TAKEN:
            envelope.rcpt_tos.append(address)
        return reply

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        reply = self._reply("DATA", server)
        if reply in (TAKEN, DROP_AFTER_DATA):
            mail = message_from_bytes(cast("bytes", envelope.content), policy=policy.default)
            self.mails.append(mail)
        return reply

    def message_ids(self) -> list[str]:
        return [mail["Message-ID"] for mail in self.mails]

    def _reply(self, verb: str, server: SMTP) -> str:
        if not self.faults or self.faults[0][0] != verb:
            return TAKEN
        fault = self.faults.pop(0)[1]
        if fault in (DROP_BEFORE_DATA, DROP_AFTER_DATA):
            transport: Any = server.transport
            transport.abort()
        return fault


@contextmanager
def mail_server(postman: Postman, port: int = 0) -> Iterator[int]:
    """Serve on a port of this machine while the context lasts; the port."""
    controller = Controller(postman, hostname="127.0.0.1", port=port or free_port())
    controller.start()
    try:
        yield controller.port
    finally:
        controller.stop()


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port: int = taken.getsockname()[1]
    return port
