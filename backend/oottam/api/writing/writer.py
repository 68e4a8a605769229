"""One thread that writes for this process, many requests in one transaction.

SQLite allows one writer, and a commit costs an fsync. The thread commits all queued jobs in one transaction, and then
sets the replies. A database error or a failed COMMIT fails the whole batch. If one request fails, the transaction is
repeated with a savepoint per request.
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
MAX_WAIT_SECONDS = 45.0  # until the client of a running job gets a 503
MAX_ATTEMPTS = 5  # after violations of unique constraints
FAILURE_SECONDS = 5.0  # during which a failed batch makes the server unready, without a trial write
STUCK_SECONDS = 12.0  # longer than any lock timeout
CLOSING_SECONDS = 12.0  # likewise

Write = Callable[[Cursor, Sequence[WriteJob]], list[Outcome]]


class Job:
    """Work for the writer; its future gets the reply after the COMMIT, or an exception.

    NotWrittenError: the batch was not committed. Any other: writing this job alone failed. A job whose future is
    cancelled before it begins is not written.
    """

    __slots__ = ("future", "work")

    def __init__(self, work: WriteJob) -> None:
        self.work = work
        self.future: Future[Reply] = Future()


class GroupCommitWriter:
    """Starts its thread with the first job; `close` writes the queued jobs and ends it.

    `write` writes a batch and returns the outcome of each; it may be called again for the same batch.
    `submit` never blocks: deque.extend and SimpleQueue.put are atomic.
    """

    def __init__(self, write: Write) -> None:
        self._write = write
        self._waiting: deque[Job] = deque()
        self._wakeups: SimpleQueue[None] = SimpleQueue()  # the thread blocks on it
        self._starting = threading.Lock()  # so that one thread starts
        self._thread: threading.Thread | None = None
        self._closed = False
        # Monotonic seconds; None after a committed batch, and while no batch is written.
        self.failed_at: float | None = None
        self.began_at: float | None = None

    def submit(self, jobs: Sequence[Job]) -> None:
        """Queue the jobs. Raises NotWrittenError when the writer is closed or its queue is full."""
        if self._closed:
            raise NotWrittenError("The writer is closed.")
        if len(self._waiting) + len(jobs) > MAX_QUEUE_LENGTH:
            raise NotWrittenError("Too many requests are waiting to be written.")
        self._waiting.extend(jobs)
        if self._thread is None:
            self._start()
        self._wakeups.put(None)

    @property
    def accepts(self) -> bool:
        """Whether jobs are accepted: not while the server is stopping."""
        return not self._closed

    @property
    def waiting(self) -> int:
        """Return the number of queued jobs."""
        return len(self._waiting)

    def close(self, seconds: float = CLOSING_SECONDS) -> None:
        """Write the queued jobs, accept no more, and end the thread; idempotent. Waits at most `seconds`, as a database may hang."""
        self._closed = True
        self._wakeups.put(None)
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

    def _next_batch(self) -> list[Job]:
        """The queued jobs; empty when the writer is closed."""
        while True:
            while not self._wakeups.empty():
                self._wakeups.get_nowait()
            batch = self._pop_batch()
            if batch or self._closed:
                return batch
            self._wakeups.get()

    def _pop_batch(self) -> list[Job]:
        batch: list[Job] = []
        while self._waiting and len(batch) < MAX_BATCH:
            job = self._waiting.popleft()
            if job.future.set_running_or_notify_cancel():
                batch.append(job)
        return batch

    def _commit(self, batch: list[Job]) -> list[Outcome]:
        work = [job.work for job in batch]
        try:
            self._check_connection()
            outcomes = commit(self._write, work)
        except Exception as error:  # noqa: BLE001 - the thread must survive
            self.failed_at = time.monotonic()
            with suppress(Exception):
                connection.close()  # the next batch starts with a fresh one
            logger.error("batch failed: %s", trace(error))  # noqa: TRY400
            message = f"The batch was not committed ({type(error).__name__})."
            return [NotWrittenError(message) for _ in batch]
        self.failed_at = None
        metrics.batch_committed(len(batch))
        return outcomes

    @staticmethod
    def _check_connection() -> None:
        """Close an unusable or outdated connection, as Django does at each request."""
        connection.close_if_unusable_or_obsolete()


def settle(job: Job, outcome: Outcome) -> None:
    """Resolve the future of a job."""
    if isinstance(outcome, Exception):
        job.future.set_exception(outcome)
    else:
        job.future.set_result(outcome)


def commit(write: Write, work: Sequence[WriteJob]) -> list[Outcome]:
    """Write and commit a batch in one transaction; return the outcome of each job.

    If a job fails, the transaction is repeated with a savepoint per job. Raises errors of the whole batch: of the
    database or of COMMIT.
    """
    try:
        return _commit_batch(write, work)
    except Exception as error:
        if _is_database_failure(error):
            raise
        return _commit_each(write, work)


def _commit_batch(write: Write, work: Sequence[WriteJob]) -> list[Outcome]:
    with transaction.atomic():
        outcomes = write(PlainCursor(), work)
        _require_open_transaction()
    return outcomes


def _commit_each(write: Write, work: Sequence[WriteJob]) -> list[Outcome]:
    with transaction.atomic():
        outcomes = [_commit_one(write, one) for one in work]
        _require_open_transaction()
    return outcomes


def _commit_one(write: Write, work: WriteJob) -> Outcome:
    """Retries an IntegrityError: the next attempt draws another reference, or finds the key that another process stored."""
    last_error: Exception
    for _ in range(MAX_ATTEMPTS):
        try:
            return _commit_batch(write, [work])[0]
        except IntegrityError as error:
            last_error = error
        except Exception as error:
            if _is_database_failure(error):
                raise
            return error
    return last_error


def _is_database_failure(error: Exception) -> bool:
    """Whether the error is a database failure, not a constraint or a bug."""
    return isinstance(error, AnyDatabaseError) and not isinstance(
        error, (IntegrityError, DataError)
    )


def _require_open_transaction() -> None:
    """Raise NotWrittenError if the transaction is gone: SQLite rolls back on a full disk, unnoticed by Django."""
    is_rolled_back = connection.vendor == "sqlite" and not connection.connection.in_transaction
    if is_rolled_back or connection.needs_rollback:
        raise NotWrittenError("The transaction was lost.")


WRITER = GroupCommitWriter(write_batch)
atexit.register(WRITER.close)


def is_writable() -> bool:
    """Whether the database accepts writes; after a failed batch, tested by a trial write.

    Returns False for FAILURE_SECONDS after a failure: a nearly full disk may accept the small trial write.
    """
    began_at, failed_at = WRITER.began_at, WRITER.failed_at
    if began_at is not None and time.monotonic() > began_at + STUCK_SECONDS:
        return False
    if failed_at is None:
        return True
    if time.monotonic() < failed_at + FAILURE_SECONDS:
        return False
    try:
        _trial_write()
    except DatabaseError:
        connection.close()
        return False
    return True


def _trial_write() -> None:
    """Update a row that always exists, without a change."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(
            "UPDATE django_migrations SET applied = applied"
            " WHERE id = (SELECT min(id) FROM django_migrations)"
        )
