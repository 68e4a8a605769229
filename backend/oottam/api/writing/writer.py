"""One thread that writes for this process, many requests in one transaction.

SQLite has room for one writer, and a commit costs an fsync. The thread takes what is waiting, commits it in one
transaction, and only then sets the replies. A database that fails, or a COMMIT, fails them all; where one request of
a batch fails, the transaction starts again with a savepoint for each.
"""

import atexit
import logging
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from queue import SimpleQueue
from typing import Generic, TypeVar

from django.db import DatabaseError, DataError, IntegrityError, connection, transaction
from django.db import Error as AnyDatabaseError

from oottam.api.writing.batch import NotWrittenError, Outcome, WriteJob, write_batch
from oottam.core import metrics
from oottam.core.db.cursor import Cursor, PlainCursor
from oottam.core.responses import Reply
from oottam.core.tracebacks import trace

logger = logging.getLogger(__name__)
MAX_BATCH = 64
MAX_QUEUE_LENGTH = 1024
TIMEOUT_SECONDS = 20.0  # until a job that has not been begun is cancelled
MAX_WAIT_SECONDS = 45.0  # until the client of a job under way gets a 503
MAX_ATTEMPTS = 5  # for a clash of unique values
FAILURE_SECONDS = 5.0  # for which a failed batch makes the server unready without a trial write
STUCK_SECONDS = 12.0  # longer than any lock is waited for
CLOSING_SECONDS = 12.0  # likewise

W = TypeVar("W")
Write = Callable[[Cursor, Sequence[W]], list[Outcome]]


class Job(Generic[W]):
    """Something to write; its future gets the reply once that is on the disk, or an exception.

    NotWrittenError: the batch was not committed. Any other: what writing this one alone met. A job whose future is
    cancelled in time is not written.
    """

    __slots__ = ("future", "work")

    def __init__(self, work: W) -> None:
        self.work = work
        self.future: Future[Reply] = Future()


class GroupCommitWriter(Generic[W]):
    """Starts its thread with the first job, and ends it, everything written, with `close`.

    `write` writes a batch, and returns the outcome of each; it may be asked again for the same work.
    Whoever submits never waits: jobs are handed over by operations that are whole in themselves.
    """

    def __init__(self, write: Write[W]) -> None:
        self._write = write
        self._waiting: deque[Job[W]] = deque()
        self._changed: SimpleQueue[None] = SimpleQueue()  # a word for each change; the thread waits
        self._starting = threading.Lock()  # held for the one moment of the thread's start
        self._thread: threading.Thread | None = None
        self._closed = False
        # By the monotonic clock; None when the last batch was committed, and when none is written.
        self.failed_at: float | None = None
        self.began_at: float | None = None

    def submit(self, jobs: Sequence[Job[W]]) -> None:
        """Write all of them when their turn comes. Raises NotWrittenError when nothing is taken."""
        if self._closed:
            raise NotWrittenError("The writer is closed.")
        if len(self._waiting) + len(jobs) > MAX_QUEUE_LENGTH:
            raise NotWrittenError("Too many requests are waiting to be written.")
        self._waiting.extend(jobs)
        if self._thread is None:
            self._start()
        self._changed.put(None)

    @property
    def accepts(self) -> bool:
        """Whether work is taken."""
        return not self._closed

    @property
    def waiting(self) -> int:
        """How many jobs nobody has begun to write."""
        return len(self._waiting)

    def close(self, seconds: float | None = None) -> None:
        """Write what is waiting, then end; safe to call twice.

        Waits for that, but no longer than `seconds`: a database may never answer again.
        """
        self._closed = True
        self._changed.put(None)
        if self._thread is not None:
            self._thread.join(seconds)

    def _start(self) -> None:
        with self._starting:
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
                self._thread.start()

    def _run(self) -> None:
        while batch := self._next_batch():
            self.began_at = time.monotonic()
            outcomes = self._commit(batch)
            self.began_at = None
            for job, outcome in zip(batch, outcomes, strict=True):
                settle(job, outcome)
        connection.close()

    def _next_batch(self) -> list[Job[W]]:
        """What is waiting; nothing when it is time to end."""
        while True:
            while not self._changed.empty():
                self._changed.get_nowait()  # what they tell is looked at now
            batch = self._taken()
            if batch or self._closed:
                return batch
            self._changed.get()

    def _taken(self) -> list[Job[W]]:
        batch: list[Job[W]] = []
        while self._waiting and len(batch) < MAX_BATCH:
            job = self._waiting.popleft()
            if job.future.set_running_or_notify_cancel():
                batch.append(job)
        return batch

    def _commit(self, batch: list[Job[W]]) -> list[Outcome]:
        work = [job.work for job in batch]
        try:
            self._look_at_connection()
            outcomes = commit(self._write, work)
        except Exception as error:  # noqa: BLE001 - the thread has to survive whatever happens
            self.failed_at = time.monotonic()
            with suppress(Exception):
                connection.close()  # the next batch starts with a fresh one
            logger.error("batch failed: %s", trace(error))  # noqa: TRY400
            said = f"The batch was not committed ({type(error).__name__})."
            return [NotWrittenError(said) for _ in batch]
        self.failed_at = None
        metrics.batch_committed(len(batch))
        return outcomes

    @staticmethod
    def _look_at_connection() -> None:
        """Whether it can still be used, as Django does at each request."""
        connection.close_if_unusable_or_obsolete()


def settle(job: Job[W], outcome: Outcome) -> None:
    """Set what became of a job that is running."""
    if isinstance(outcome, Exception):
        job.future.set_exception(outcome)
    else:
        job.future.set_result(outcome)


def commit(write: Write[W], work: Sequence[W]) -> list[Outcome]:
    """The outcome of each, once all are committed.

    When something is wrong with one of them, it starts again with a savepoint for each. Raises what
    concerns all of them: a database that fails, or a COMMIT.
    """
    try:
        return _together(write, work)
    except Exception as error:
        if _concerns_all(error):
            raise
        return _one_by_one(write, work)


def _together(write: Write[W], work: Sequence[W]) -> list[Outcome]:
    with transaction.atomic():
        outcomes = write(PlainCursor(), work)
        _require_whole_transaction()
    return outcomes


def _one_by_one(write: Write[W], work: Sequence[W]) -> list[Outcome]:
    with transaction.atomic():
        outcomes = [_alone(write, each) for each in work]
        _require_whole_transaction()
    return outcomes


def _alone(write: Write[W], each: W) -> Outcome:
    """A clash of unique values is tried again.

    It then draws another reference, or finds that another process stored the same key.
    """
    met: Exception
    for _ in range(MAX_ATTEMPTS):
        try:
            return _together(write, [each])[0]
        except IntegrityError as error:
            met = error
        except Exception as error:
            if _concerns_all(error):
                raise
            return error
    return met


def _concerns_all(error: Exception) -> bool:
    """Whether it is the database that fails, not a row that it finds fault with, nor our code."""
    return isinstance(error, AnyDatabaseError) and not isinstance(
        error, (IntegrityError, DataError)
    )


def _require_whole_transaction() -> None:
    """A full disk can undo the transaction under our feet, and Django goes on without a word."""
    lost = connection.vendor == "sqlite" and not connection.connection.in_transaction
    if lost or connection.needs_rollback:
        raise NotWrittenError("The transaction was lost.")


_writer: GroupCommitWriter[WriteJob] = GroupCommitWriter(write_batch)


def submit(jobs: Sequence[Job[WriteJob]]) -> None:
    """Store requests; the future of each is set in another thread, once its rows are committed.

    DatabaseError when nothing is taken; see GroupCommitWriter.
    """
    _writer.submit(jobs)


def works() -> bool:
    """Whether the database takes writes; it is only asked again after it has refused some.

    For a moment that refusal itself is the answer: a disk that is nearly full takes a small write.
    """
    began_at, failed_at = _writer.began_at, _writer.failed_at
    if began_at is not None and time.monotonic() > began_at + STUCK_SECONDS:
        return False
    if failed_at is None:
        return True
    if time.monotonic() < failed_at + FAILURE_SECONDS:
        return False
    try:
        _rewrite()
    except DatabaseError:
        connection.close()
        return False
    return True


def _rewrite() -> None:
    """Writes for certain, and changes nothing: a row that is always there, as it is."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(
            "UPDATE django_migrations SET applied = applied"
            " WHERE id = (SELECT min(id) FROM django_migrations)"
        )


def accepts() -> bool:
    """Whether requests are taken: not any more once the server is stopping."""
    return _writer.accepts


def waiting() -> int:
    """How many requests wait for the writer."""
    return _writer.waiting


def close() -> None:
    """Write what is waiting and take no more; a database that does not answer is left behind."""
    _writer.close(CLOSING_SECONDS)


atexit.register(close)
