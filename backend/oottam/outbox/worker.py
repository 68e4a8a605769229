"""Sends what is due, entry by entry, and settles each one as soon as its mail is handed over.

Between the hand-over and the settling lies the one moment in which a kill makes a mail go out
twice; both have the same Message-ID.
"""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from functools import partial
from typing import Protocol

from django.core.mail import EmailMessage
from django.db import Error as AnyDatabaseError
from django.db import connection

from oottam.core.request_context import NONE, request_id
from oottam.core.tracebacks import trace
from oottam.outbox import mail_content, queue, retries
from oottam.outbox.message import UnsendableError, message
from oottam.outbox.models import OutboxEntry, Recipient
from oottam.outbox.transport import NotSentError, SmtpSession

logger = logging.getLogger(__name__)

POLL_SECONDS = 1.0
BREATH_SECONDS = 0.02  # after each mail: orders come first at the disk and at SQLite's one writer
TIMEOUT_SECONDS = 5.0  # before a database that does not answer is asked again
MAX_SENDING_SECONDS = timedelta(
    minutes=4
)  # of one mail; no mail is begun later than this in a lease


class Lifetime(Protocol):
    """How long to work."""

    def is_over(self) -> bool:
        """Whether to end after the mail at hand."""

    def wait(self, seconds: float) -> None:
        """Pause; shorter when it is over in the meantime."""


Clock = Callable[[], datetime]


def work(lifetime: Lifetime, clock: Clock) -> None:
    """Send what is due, again and again."""
    while not lifetime.is_over():
        try:
            if not send_due(lifetime, clock):
                lifetime.wait(POLL_SECONDS)
        except AnyDatabaseError as error:
            logger.warning("The outbox cannot be read (%s)", type(error).__name__)
            connection.close()
            lifetime.wait(TIMEOUT_SECONDS)


def send_due(lifetime: Lifetime, clock: Clock) -> bool:
    """Send one batch of what is due; whether there was anything."""
    if not queue.any_due(clock()):
        return False
    entries = queue.claim(clock())
    with SmtpSession() as sitting:
        for position, entry in enumerate(entries):
            if lifetime.is_over() or clock() > entry.due_at - MAX_SENDING_SECONDS:
                queue.release(entries[position:], clock())
                break
            with _named(entry):
                _insist(_send(entry, sitting, clock), entry, lifetime, clock)
            lifetime.wait(BREATH_SECONDS)
    return bool(entries)


@contextmanager
def _named(entry: OutboxEntry) -> Iterator[None]:
    """What is logged meanwhile carries the id of the request that the mail comes from."""
    named = request_id.set(entry.http_request_id or NONE)
    try:
        yield
    finally:
        request_id.reset(named)


def _send(entry: OutboxEntry, sitting: SmtpSession, clock: Clock) -> Callable[[], None]:
    """Try one entry; how to settle it."""
    try:
        sitting.send(_composed(entry, clock()))
    except UnsendableError as error:
        _log(entry, "cannot be sent", error)
        return partial(queue.settle_failed, entry, str(error), clock())
    except NotSentError as error:
        return _failure(entry, error, str(error), clock(), refused=error.refused)
    except AnyDatabaseError:
        raise
    except Exception as error:  # noqa: BLE001 - one mail that cannot be composed must not stop the rest
        logger.error("%s could not be composed: %s", entry, trace(error))  # noqa: TRY400 - not its text
        return _failure(entry, error, f"Not composed ({type(error).__name__})", clock())
    _log(entry, "sent")
    return partial(queue.settle_sent, entry, clock())


def _composed(entry: OutboxEntry, now: datetime) -> EmailMessage:
    if entry.message_id is None:
        written = mail_content.compose(entry.reference, Recipient(entry.recipient))
    else:
        written = mail_content.compose_message(entry.message_id, now)
        if written is None:
            raise UnsendableError("It was withdrawn, or its text has been erased.")
    if written is None:
        raise UnsendableError("This request no longer exists.")
    return message(entry, written)


def _failure(
    entry: OutboxEntry, error: Exception, reason: str, now: datetime, *, refused: bool = False
) -> Callable[[], None]:
    attempts = entry.attempts + 1
    if retries.is_permanent(attempts, refused=refused):
        _log(entry, "given up", error)
        return partial(queue.settle_failed, entry, reason, now)
    _log(entry, "not sent yet", error)
    return partial(queue.settle_delayed, entry, reason, now + retries.delay(attempts))


def _insist(
    settle: Callable[[], None], entry: OutboxEntry, lifetime: Lifetime, clock: Clock
) -> None:
    """Settle the entry, however long the database takes to come back within the lease.

    Without it a mail that was handed over would go out again.
    """
    while True:
        try:
            settle()
        except AnyDatabaseError as error:
            connection.close()
            if lifetime.is_over() or clock() > entry.due_at:
                raise
            _log(entry, "not settled yet", error)
            lifetime.wait(TIMEOUT_SECONDS)
        else:
            return


def _log(entry: OutboxEntry, what: str, error: Exception | None = None) -> None:
    """Never more than reference, role and kind of error: a server's words may repeat an address."""
    level = logging.INFO if error is None else logging.WARNING
    logger.log(level, "%s: %s%s", entry, what, f" ({type(error).__name__})" if error else "")
