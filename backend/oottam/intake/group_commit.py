"""One thread that writes for all: SQLite has room for one writer, and a commit costs an fsync.

The thread takes what is waiting, writes it in one transaction, commits once, and only then lets the
replies go out. When a unit of work fails half-way, the batch starts again with a savepoint for each:
that one then rolls back alone. A COMMIT that fails fails them all.
"""

import queue
import threading
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field

from django.db import DatabaseError, connection, transaction

from oottam.common import metrics
from oottam.common.plain_sql import Cursor, PlainCursor
from oottam.common.replies import Reply
from oottam.intake.transactions import Unit, attempt

LARGEST_BATCH = 64
LONGEST_QUEUE = 1024
PATIENCE_SECONDS = 20.0


class NotWrittenError(DatabaseError):
    """The unit of work was not stored, and may be tried again."""


class _HalfWrittenError(Exception):
    """A unit failed, and may have left rows behind in the transaction."""


@dataclass(slots=True)
class _Job:
    unit: Unit
    future: "Future[Reply]" = field(default_factory=Future)


class GroupCommitWriter:
    """Starts its thread with the first unit, and ends it, everything written, with `close`."""

    def __init__(self) -> None:
        self._queue: queue.Queue[_Job | None] = queue.Queue()
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._closed = False
        self._last_job_taken = False

    def write(self, unit: Unit) -> Reply:
        """The unit's reply, once it is on the disk.

        Raises NotWrittenError when it was not even tried, any DatabaseError that storing it met,
        and whatever the unit itself raises.
        """
        job = _Job(unit)
        self._enqueue(job)
        try:
            return job.future.result(PATIENCE_SECONDS)
        except TimeoutError:
            if job.future.cancel():
                raise NotWrittenError("The writer is too busy.") from None
            return job.future.result()  # begun already: only its end can tell

    @property
    def accepts(self) -> bool:
        """Whether work is taken."""
        return not self._closed

    @property
    def waiting(self) -> int:
        """How many units nobody has begun to write."""
        return self._queue.qsize()

    def close(self) -> None:
        """Write what is waiting, then end; safe to call twice."""
        with self._lock:
            if not self._closed:
                self._closed = True
                self._queue.put(None)
        if self._thread is not None:
            self._thread.join()

    def _enqueue(self, job: _Job) -> None:
        with self._lock:
            if self._closed:
                raise NotWrittenError("The writer is closed.")
            if self._queue.qsize() >= LONGEST_QUEUE:
                raise NotWrittenError("Too many requests are waiting to be written.")
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
                self._thread.start()
            self._queue.put(job)

    def _run(self) -> None:
        while not self._last_job_taken:
            batch = self._next_batch()
            if batch:
                _commit(batch)
        connection.close()

    def _next_batch(self) -> list[_Job]:
        """What is waiting, at least one job unless it is time to end; those given up are left out."""
        batch: list[_Job] = []
        job = self._queue.get()
        while job is not None:
            if job.future.set_running_or_notify_cancel():
                batch.append(job)
            if len(batch) == LARGEST_BATCH:
                return batch
            try:
                job = self._queue.get_nowait()
            except queue.Empty:
                return batch
        self._last_job_taken = True
        return batch


def _commit(batch: list[_Job]) -> None:
    try:
        try:
            outcomes = _write_plainly(batch)
        except _HalfWrittenError:
            outcomes = _write_with_savepoints(batch)
        metrics.batch_committed(len(batch))
    except Exception as error:  # noqa: BLE001 - the thread has to survive whatever happens
        with suppress(Exception):
            connection.close()  # the next batch starts with a fresh one
        said = f"The batch was not committed ({type(error).__name__})."
        outcomes = [NotWrittenError(said) for _ in batch]
    for job, outcome in zip(batch, outcomes, strict=True):
        if isinstance(outcome, Reply):
            job.future.set_result(outcome)
        else:
            job.future.set_exception(outcome)


def _write_plainly(batch: list[_Job]) -> list[Reply | Exception]:
    """Without savepoints, which cost more than most statements; raises _HalfWrittenError."""
    with transaction.atomic():
        cursor = PlainCursor()
        outcomes = []
        for job in batch:
            outcomes.append(_outcome_if_clean(job.unit, cursor))
            _require_whole_transaction()
    return outcomes


def _outcome_if_clean(unit: Unit, cursor: Cursor) -> Reply | Exception:
    """A refusal comes before the unit's first row, and leaves nothing that needs undoing."""
    before = connection.connection.total_changes
    try:
        return unit(cursor)
    except DatabaseError as error:
        raise _HalfWrittenError from error
    except Exception as error:
        if connection.connection.total_changes != before:
            raise _HalfWrittenError from error
        return error


def _write_with_savepoints(batch: list[_Job]) -> list[Reply | Exception]:
    with transaction.atomic():
        outcomes = [_outcome(job.unit) for job in batch]
        _require_whole_transaction()
    return outcomes


def _require_whole_transaction() -> None:
    """A full disk can undo the transaction under our feet, and Django goes on without a word."""
    if connection.needs_rollback or not connection.connection.in_transaction:
        raise NotWrittenError("The transaction was lost.")


def _outcome(unit: Unit) -> Reply | Exception:
    try:
        return attempt(unit)
    except Exception as error:  # noqa: BLE001 - handed to whoever waits for this unit
        return error
