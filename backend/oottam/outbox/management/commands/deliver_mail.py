"""Management command that runs the mail worker, until a signal, or until the server that started it ends."""

import logging
import os
import select
import signal
import socket
import sys
from argparse import ArgumentParser
from types import FrameType
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.utils import timezone

from oottam.core import allocator
from oottam.outbox.worker import send_due, work

logger = logging.getLogger(__name__)

NICENESS = 10  # visitors get the processor first


class Command(BaseCommand):
    """`deliver_mail` runs until stopped; several may run at once."""

    help = "Send the mails of the outbox, until stopped"

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--once", action="store_true", help="end when nothing is due")
        parser.add_argument(
            "--while-stdin-open",
            action="store_true",
            help="exit when standard input ends, that is, when the server has ended",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        os.nice(NICENESS)
        allocator.bound()
        lifetime = ProcessLifetime(ends_with_stdin=options["while_stdin_open"])
        if not options["once"]:
            logger.info("Mails go to %s", settings.MAIL.host or settings.MAIL.folder)
            work(lifetime, timezone.now)
            return
        while not lifetime.is_over() and send_due(lifetime, timezone.now):
            pass


class ProcessLifetime:
    """Ends on SIGTERM or SIGINT, and with `ends_with_stdin` also when standard input closes.

    The server holds the other end of that pipe; the kernel closes it even after kill -9.
    """

    def __init__(self, *, ends_with_stdin: bool) -> None:
        self._has_ended = False
        self._wakeup_reader, self._wakeup_writer = socket.socketpair()
        self._wakeup_writer.setblocking(False)  # noqa: FBT003 - the socket's own signature
        self._watched: list[int] = [self._wakeup_reader.fileno()]
        if ends_with_stdin:
            self._watched.append(sys.stdin.fileno())
        signal.signal(signal.SIGTERM, self._end)
        signal.signal(signal.SIGINT, self._end)
        signal.set_wakeup_fd(self._wakeup_writer.fileno())  # a signal interrupts `wait`

    def is_over(self) -> bool:
        """Whether to stop after the current mail."""
        self.wait(0)
        return self._has_ended

    def wait(self, seconds: float) -> None:
        """Sleep for `seconds`, or until the lifetime ends."""
        if not self._has_ended and select.select(self._watched, [], [], seconds)[0]:
            self._has_ended = True

    def _end(self, number: int, frame: FrameType | None) -> None:
        self._has_ended = True
