"""Management command that runs the mail worker."""

import logging
import os
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.utils import timezone

from oottam.core import allocator
from oottam.outbox.lifetime import ProcessLifetime
from oottam.outbox.worker import send_due, work

logger = logging.getLogger(__name__)

NICENESS = 10  # visitors get the processor first


class Command(BaseCommand):
    """`deliver_mail` runs until stopped; several may run at once."""

    help = "Send the mails of the outbox, until stopped"

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add `--once` and `--while-stdin-open`."""
        parser.add_argument("--once", action="store_true", help="end when nothing is due")
        parser.add_argument(
            "--while-stdin-open",
            action="store_true",
            help="exit when standard input ends, that is, when the server has ended",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Run the worker."""
        os.nice(NICENESS)
        allocator.bound()
        lifetime = ProcessLifetime(ends_with_stdin=options["while_stdin_open"])
        if not options["once"]:
            logger.info("Mails go to %s", settings.MAIL.host or settings.MAIL.folder)
            work(lifetime, timezone.now)
            return
        while not lifetime.is_over() and send_due(lifetime, timezone.now):
            pass
