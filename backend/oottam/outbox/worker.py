"""Mail worker: claims due entries, sends their mails, and settles the entries.

What it sends within a second is read at once, and settled at once. Delivery is at least once: if the worker is killed
before it settles, these mails (a batch at most) are sent again, each with the same Message-ID.
"""

import logging
import random
from collections import deque
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
from oottam.menu import live
from oottam.outbox import mail_content, queue
from oottam.outbox.mail_content import Compose
from oottam.outbox.message import UnsendableError, build_message
from oottam.outbox.models import OutboxEntry, Recipient
from oottam.outbox.transport import NotSentError, SmtpSession

FIRST_DELAY = timedelta(seconds=10)
MAX_DELAY = timedelta(minutes=10)
MAX_ATTEMPTS = 500  # about two and a half days: a fault can last a weekend
MAX_ATTEMPTS_IF_REJECTED = 4  # about a minute: some servers reject temporarily with a 5xx


def delay(attempts: int) -> timedelta:
    """Wait after `attempts` attempts: doubles up to MAX_DELAY, times a random factor of 0.5 to 1.

    The jitter spreads mails that failed together.
    """
    doublings = min(attempts - 1, 30)  # bounds the power; far beyond MAX_DELAY
    upper: timedelta = min(FIRST_DELAY * 2**doublings, MAX_DELAY)
    return upper * random.uniform(0.5, 1)  # noqa: S311 - not security relevant


def is_permanent(attempts: int, *, is_rejected: bool) -> bool:
    """Whether to give up; `is_rejected` if the last attempt ended with an SMTP 5xx."""
    return attempts >= (MAX_ATTEMPTS_IF_REJECTED if is_rejected else MAX_ATTEMPTS)


logger = logging.getLogger(__name__)

POLL_SECONDS = 1.0
PAUSE_SECONDS = 0.4  # after a batch while orders come in: they get processor, disk and SQLite's write lock first
RETRY_SECONDS = 5.0  # before the next attempt after a database error
MAX_UNSETTLED_TIME = timedelta(seconds=1)
MAX_SENDING_TIME = timedelta(minutes=4)  # per mail; no mail is started if less of the lease remains


class Lifetime(Protocol):
    """Controls when the worker stops."""

    def is_over(self) -> bool:
        """Whether to stop after the current mail."""

    def wait(self, seconds: float) -> None:
        """Sleep for `seconds`, or until it is over."""


Clock = Callable[[], datetime]


def work(lifetime: Lifetime, clock: Clock) -> None:
    """Send due mails until `lifetime` is over."""
    while not lifetime.is_over():
        try:
            if not send_due(lifetime, clock):
                lifetime.wait(POLL_SECONDS)
        except AnyDatabaseError as error:
            logger.warning("The outbox cannot be read (%s)", type(error).__name__)
            connection.close()
            lifetime.wait(RETRY_SECONDS)


def send_due(lifetime: Lifetime, clock: Clock) -> bool:
    """Send one batch of due mails; return False if none were due."""
    if not queue.has_due(clock()):
        return False
    live.refresh_facts(clock())
    entries = queue.claim(clock())
    waiting = deque(entries)
    with SmtpSession() as session:
        while waiting and not _must_stop(waiting[0], lifetime, clock):
            _send_some(waiting, session, lifetime, clock)
    queue.release(waiting, clock())
    if queue.is_growing(clock()):
        lifetime.wait(PAUSE_SECONDS)
    return bool(entries)


def _must_stop(entry: OutboxEntry, lifetime: Lifetime, clock: Clock) -> bool:
    return lifetime.is_over() or clock() > entry.due_at - MAX_SENDING_TIME


def _send_some(
    waiting: deque[OutboxEntry], session: SmtpSession, lifetime: Lifetime, clock: Clock
) -> None:
    """Take mails from `waiting` and send them, for MAX_UNSETTLED_TIME."""
    compose = mail_content.composer([entry.reference for entry in waiting])
    until = clock() + MAX_UNSETTLED_TIME
    sent: list[OutboxEntry] = []
    try:
        while waiting and clock() < until and not _must_stop(waiting[0], lifetime, clock):
            entry = waiting.popleft()
            with _request_id_in_log(entry):
                if settle_failure := _send(entry, compose, session, clock):
                    _settle(settle_failure, entry, lifetime, clock)
                else:
                    sent.append(entry)
    finally:
        if sent:
            _settle(partial(queue.settle_sent, sent, clock()), sent[0], lifetime, clock)


@contextmanager
def _request_id_in_log(entry: OutboxEntry) -> Iterator[None]:
    """Log with the id of the HTTP request that created the entry."""
    token = request_id.set(entry.http_request_id or NONE)
    try:
        yield
    finally:
        request_id.reset(token)


def _send(
    entry: OutboxEntry, compose: Compose, session: SmtpSession, clock: Clock
) -> Callable[[], None] | None:
    """Try to send one mail; return the function that settles a failure, None where it was sent."""
    try:
        session.send(_compose(entry, compose, clock()))
    except UnsendableError as error:
        _log(entry, "cannot be sent", error)
        return partial(queue.settle_failed, entry, str(error), clock())
    except NotSentError as error:
        return _failed_attempt(entry, error, str(error), clock(), is_rejected=error.is_rejected)
    except AnyDatabaseError:
        raise
    except Exception as error:  # noqa: BLE001 - one mail that cannot be composed must not block the others
        logger.error("%s could not be composed: %s", entry, trace(error))  # noqa: TRY400 - the message may hold personal data
        return _failed_attempt(entry, error, f"Not composed ({type(error).__name__})", clock())
    _log(entry, "sent")
    return None


def _compose(entry: OutboxEntry, compose: Compose, now: datetime) -> EmailMessage:
    if entry.message_id is None:
        content = compose(entry.reference, Recipient(entry.recipient))
    else:
        content = mail_content.compose_message(entry.message_id, now)
        if content is None:
            raise UnsendableError("It was withdrawn, or its text has been erased.")
    if content is None:
        raise UnsendableError("This request no longer exists.")
    return build_message(entry, content)


def _failed_attempt(
    entry: OutboxEntry, error: Exception, reason: str, now: datetime, *, is_rejected: bool = False
) -> Callable[[], None]:
    attempts = entry.attempts + 1
    if is_permanent(attempts, is_rejected=is_rejected):
        _log(entry, "given up", error)
        return partial(queue.settle_failed, entry, reason, now)
    _log(entry, "not sent yet", error)
    return partial(queue.settle_delayed, entry, reason, now + delay(attempts))


def _settle(
    settle: Callable[[], None], entry: OutboxEntry, lifetime: Lifetime, clock: Clock
) -> None:
    """Call `settle`, and retry on database errors until the lease ends.

    Otherwise a mail that was sent would be sent again.
    """
    while True:
        try:
            settle()
        except AnyDatabaseError as error:
            connection.close()
            if lifetime.is_over() or clock() > entry.due_at:
                raise
            _log(entry, "not settled yet", error)
            lifetime.wait(RETRY_SECONDS)
        else:
            return


def _log(entry: OutboxEntry, event: str, error: Exception | None = None) -> None:
    """Log reference, recipient role and error type only: an SMTP reply may contain an address."""
    level = logging.INFO if error is None else logging.WARNING
    logger.log(level, "%s: %s%s", entry, event, f" ({type(error).__name__})" if error else "")
