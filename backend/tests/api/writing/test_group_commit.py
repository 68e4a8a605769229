"""Group commit: many requests per COMMIT, and replies only after it."""

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import UTC, datetime
from typing import Any, cast

import pytest
from django.db import DataError, IntegrityError, OperationalError, connection, connections

from oottam.api.writing import writer as writer_module
from oottam.api.writing.batch import NotWrittenError, Outcome
from oottam.api.writing.writer import GroupCommitWriter, Job
from oottam.core import metrics
from oottam.core.db.bulk_insert import Row, insert
from oottam.core.db.cursor import Cursor
from oottam.core.responses import Reply
from oottam.orders.models import OrderLine
from oottam.requests.identity import new_id
from oottam.requests.models import Request
from tests.api_client import WAIT_SECONDS, until

pytestmark = pytest.mark.django_db(transaction=True)
OK = Reply(200, b"{}")
WHEN = datetime(2026, 11, 21, tzinfo=UTC)

Unit = Callable[[Cursor], Reply]
Writer = GroupCommitWriter


def run(cursor: Cursor, units: Sequence[Any]) -> list[Outcome]:
    """A batch whose members fail by themselves, unless it is the database that finds fault."""

    def outcome(unit: Unit) -> Outcome:
        try:
            return unit(cursor)
        except ZeroDivisionError as error:
            return error

    return [outcome(unit) for unit in units]


def job_of(unit: Unit) -> Job:
    """A unit in the place of a WriteJob."""
    return Job(cast("Any", unit))


def storing(reference: str, then: Callable[[Cursor], None] | None = None) -> Unit:
    """A unit that stores one request, and then does something more."""

    def unit(cursor: Cursor) -> Reply:
        row = Row(Request, id=new_id(WHEN), kind="veg", reference=reference, received_at=WHEN)
        insert(cursor, [row])
        if then:
            then(cursor)
        return OK

    return unit


def stumble(cursor: Cursor) -> Reply:
    raise ZeroDivisionError


def break_the_commit(cursor: Cursor) -> None:
    """A line of an order that does not exist: found out only when the transaction commits."""
    line = Row(OrderLine, order_id=new_id(WHEN), position=1, unit_price_paise=1, charged_paise=1)
    insert(cursor, [line])


def lose_the_connection(cursor: Cursor) -> None:
    raise OperationalError


def lose_the_transaction(cursor: Cursor) -> None:
    """What a full disk does: the database rolls everything back by itself."""
    cursor.execute("ROLLBACK")


class Gate:
    """A unit that holds the writer up until it is told to go on."""

    def __init__(self) -> None:
        self.begun, self.go_on = threading.Event(), threading.Event()

    def __call__(self, cursor: Cursor) -> Reply:
        self.begun.set()
        self.go_on.wait(WAIT_SECONDS)
        return OK


@pytest.fixture
def writer() -> Iterator[Writer]:
    writer = GroupCommitWriter(run)
    yield writer
    writer.close()


def submit(writer: Writer, *units: Unit) -> "list[Future[Reply]]":
    """What will become of each."""
    jobs = [job_of(unit) for unit in units]
    writer.submit(jobs)
    return [job.future for job in jobs]


def write(writer: Writer, unit: Unit) -> object:
    [told] = submit(writer, unit)
    return outcome(told)


def write_together(writer: Writer, units: list[Unit]) -> "list[Future[Reply]]":
    """Write all units in one batch: they queue up behind one that waits for them."""
    gate = Gate()
    [first] = submit(writer, gate)
    gate.begun.wait(WAIT_SECONDS)
    written = submit(writer, *units)
    gate.go_on.set()
    assert outcome(first) == OK
    return written


def references() -> list[str]:
    return sorted(Request.objects.values_list("reference", flat=True))


def outcome(told: "Future[Reply]") -> object:
    """The reply, or the kind of error."""
    error = told.exception(WAIT_SECONDS)
    return type(error) if error else told.result()


def test_queued_jobs_are_committed_together(
    writer: Writer, monkeypatch: pytest.MonkeyPatch
) -> None:
    batches: list[int] = []
    monkeypatch.setattr(metrics, "batch_committed", batches.append)
    written = write_together(writer, [storing(f"OT-{n:02}") for n in range(70)])
    assert [outcome(future) for future in written] == [OK] * 70
    assert batches == [1, 64, 6]
    assert references() == [f"OT-{n:02}" for n in range(70)]


def test_failing_job_does_not_affect_others(writer: Writer) -> None:
    units = [storing("OT-1"), stumble, storing("OT-1"), storing("OT-3")]
    outcomes = [outcome(future) for future in write_together(writer, units)]
    assert outcomes == [OK, ZeroDivisionError, IntegrityError, OK]
    assert references() == ["OT-1", "OT-3"]


@pytest.mark.parametrize("error", [DataError, IntegrityError, ValueError])
def test_partly_written_job_is_rolled_back(writer: Writer, error: type[Exception]) -> None:
    def fail(cursor: Cursor) -> None:
        raise error

    units = [storing("OT-1"), storing("OT-2", fail), storing("OT-3")]
    assert [outcome(each) for each in write_together(writer, units)] == [OK, error, OK]
    assert references() == ["OT-1", "OT-3"]


@pytest.mark.sqlite_only
def test_job_that_breaks_the_transaction_fails_the_batch(writer: Writer) -> None:
    """What was written before it is lost, too. Only SQLite ends a transaction so."""

    def lose_it_and_fail(cursor: Cursor) -> None:
        lose_the_transaction(cursor)
        raise ValueError

    written = write_together(writer, [storing("OT-1"), storing("OT-2", lose_it_and_fail)])
    assert [outcome(each) for each in written] == [NotWrittenError] * 2
    assert references() == []


def test_failing_job_does_not_retry_others(writer: Writer) -> None:
    runs = []

    def counted(cursor: Cursor) -> None:
        runs.append(1)

    units = [storing("OT-1", counted), stumble, storing("OT-2", counted)]
    outcomes = [outcome(future) for future in write_together(writer, units)]
    assert outcomes == [OK, ZeroDivisionError, OK]
    assert (references(), len(runs)) == (["OT-1", "OT-2"], 2)


def test_integrity_error_is_retried(writer: Writer) -> None:
    drawn = iter(["OT-1", "OT-1", "OT-2"])

    def drawing(cursor: Cursor) -> Reply:
        return storing(next(drawn))(cursor)

    written = write_together(writer, [storing("OT-1"), drawing])
    assert [outcome(future) for future in written] == [OK, OK]
    assert references() == ["OT-1", "OT-2"]


@pytest.fixture(
    params=[
        break_the_commit,
        lose_the_connection,
        pytest.param(lose_the_transaction, marks=pytest.mark.sqlite_only),
    ]
)
def fault(request: pytest.FixtureRequest) -> Callable[[Cursor], None]:
    """What keeps a batch from being committed."""
    found: Callable[[Cursor], None] = request.param
    return found


def test_failed_commit_stores_and_acknowledges_nothing(
    writer: Writer, fault: Callable[[Cursor], None]
) -> None:
    written = write_together(writer, [storing("OT-1"), storing("OT-2", fault)])
    assert [outcome(future) for future in written] == [NotWrittenError] * 2
    assert references() == []
    assert writer.failed_at is not None


def test_writer_continues_after_an_error(writer: Writer, fault: Callable[[Cursor], None]) -> None:
    assert write(writer, storing("OT-1", fault)) is NotWrittenError
    assert write(writer, storing("OT-2")) == OK
    assert references() == ["OT-2"]
    assert writer.failed_at is None


def test_reply_is_sent_after_the_commit(writer: Writer) -> None:
    seen: list[tuple[Reply, list[str]]] = []
    job = job_of(storing("OT-1"))
    job.future.add_done_callback(lambda future: seen.append((future.result(), references())))
    writer.submit([job])
    until(lambda: bool(seen))
    assert seen == [(OK, ["OT-1"])]


def test_failing_callback_does_not_affect_other_replies(writer: Writer) -> None:
    def cannot(future: "Future[Reply]") -> None:
        raise ZeroDivisionError

    job = job_of(storing("OT-1"))
    job.future.add_done_callback(cannot)
    writer.submit([job])
    assert write(writer, storing("OT-2")) == OK
    assert references() == ["OT-1", "OT-2"]


def test_close_writes_queued_jobs_and_rejects_new_ones(writer: Writer) -> None:
    gate = Gate()
    submit(writer, gate)
    gate.begun.wait(WAIT_SECONDS)
    [last] = submit(writer, storing("OT-1"))
    with ThreadPoolExecutor() as pool:
        closing = pool.submit(writer.close)
        until(lambda: not writer.accepts)
        with pytest.raises(NotWrittenError, match="closed"):
            submit(writer, storing("OT-2"))
        time.sleep(0.05)
        assert not closing.done()  # it waits until all is written
        gate.go_on.set()
        closing.result(WAIT_SECONDS)
    assert last.done()
    assert outcome(last) == OK
    assert references() == ["OT-1"]


def test_close_does_not_wait_for_a_frozen_database(writer: Writer) -> None:
    gate = Gate()
    submit(writer, gate)
    gate.begun.wait(WAIT_SECONDS)
    writer.close(0.01)
    assert writer._thread
    assert writer._thread.is_alive()
    assert not writer.accepts
    gate.go_on.set()


def test_full_queue_rejects_jobs_immediately(
    writer: Writer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer_module, "MAX_QUEUE_LENGTH", 2)
    gate = Gate()
    submit(writer, gate)
    gate.begun.wait(WAIT_SECONDS)
    with pytest.raises(NotWrittenError, match="Too many requests"):
        submit(writer, storing("OT-1"), storing("OT-2"), storing("OT-3"))
    taken = submit(writer, storing("OT-4"), storing("OT-5"))  # it is full now, and not beyond
    with pytest.raises(NotWrittenError, match="Too many requests"):
        submit(writer, storing("OT-6"))
    gate.go_on.set()
    assert [outcome(each) for each in taken] == [OK, OK]
    assert references() == ["OT-4", "OT-5"]


def test_cancelled_queued_job_is_not_stored(writer: Writer) -> None:
    gate = Gate()
    [slow] = submit(writer, gate)
    gate.begun.wait(WAIT_SECONDS)
    [given_up] = submit(writer, storing("OT-1"))
    assert given_up.cancel()
    gate.go_on.set()
    assert outcome(slow) == OK
    assert write(writer, storing("OT-2")) == OK
    assert references() == ["OT-2"]


def test_database_error_at_the_second_attempt_fails_the_batch(writer: Writer) -> None:
    """One clashes, so that each is written alone; then the database goes away under the second."""
    attempts: list[int] = []

    def go_away(cursor: Cursor) -> None:
        attempts.append(1)
        if len(attempts) > 1:
            raise OperationalError

    units = [storing("OT-1"), storing("OT-2", go_away), storing("OT-1"), storing("OT-3")]
    written = write_together(writer, units)
    assert [outcome(each) for each in written] == [NotWrittenError] * 4
    assert references() == []


def test_batch_after_a_failed_one_has_a_new_connection(
    writer: Writer, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[Any] = []

    def note(cursor: Cursor) -> None:
        seen.append(connection.connection)

    def fail(cursor: Cursor) -> None:
        note(cursor)
        raise OperationalError

    for unit in (storing("OT-1", note), storing("OT-2", fail), storing("OT-3", note)):
        write(writer, unit)
    first, failed, last = seen
    assert first is failed
    assert failed is not last


def test_outdated_connection_is_replaced_before_the_next_batch(
    writer: Writer,
) -> None:
    seen: list[Any] = []

    def note(cursor: Cursor) -> None:
        seen.append(connection.connection)
        connection.close_at = 0.0  # by the monotonic clock, as CONN_MAX_AGE sets it

    for reference in ("OT-1", "OT-2"):
        assert write(writer, storing(reference, note)) == OK
    assert seen[0] is not seen[1]


def test_close_closes_the_connection(writer: Writer) -> None:
    seen: list[Any] = []
    write(writer, storing("OT-1", lambda _: seen.append(connections["default"])))
    assert seen[0].connection is not None
    writer.close()
    assert seen[0].connection is None


def test_running_job_cannot_be_cancelled(writer: Writer) -> None:
    gate = Gate()
    [told] = submit(writer, gate)
    gate.begun.wait(WAIT_SECONDS)
    assert not told.cancel()
    gate.go_on.set()
    assert outcome(told) == OK
