"""Group commit: many units of work, one COMMIT, and no reply before it."""

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import UTC, datetime

import pytest
from django.db import DatabaseError, IntegrityError, connection

from oottam.common.plain_sql import Cursor
from oottam.common.replies import Reply
from oottam.intake import group_commit
from oottam.intake.group_commit import GroupCommitWriter, NotWrittenError
from oottam.intake.identity import new_id
from oottam.intake.inserts import Row, insert
from oottam.intake.models import Request
from oottam.intake.transactions import Unit
from oottam.orders.models import OrderLine

pytestmark = pytest.mark.django_db(transaction=True)
OK = Reply(200, b"{}")
WHEN = datetime(2026, 11, 21, tzinfo=UTC)


def storing(reference: str, then: Callable[[Cursor], None] | None = None) -> Unit:
    """A unit that stores one request, and then does something more."""

    def unit(cursor: Cursor) -> Reply:
        row = Row(Request, id=new_id(WHEN), kind="veg", reference=reference, received_at=WHEN)
        insert(cursor, [row])
        if then:
            then(cursor)
        return OK

    return unit


def stumble(cursor: Cursor) -> None:
    raise ZeroDivisionError


def break_the_commit(cursor: Cursor) -> None:
    """A line of an order that does not exist: found out only when the transaction commits."""
    line = Row(OrderLine, order_id=new_id(WHEN), position=1, unit_price_paise=1, charged_paise=1)
    insert(cursor, [line])


def lose_the_transaction(cursor: Cursor) -> None:
    """What a full disk does: the database rolls everything back by itself."""
    cursor.execute("ROLLBACK")


def until(happened: Callable[[], bool]) -> None:
    """Wait for another thread, but not for ever."""
    deadline = time.monotonic() + 10
    while not happened():
        assert time.monotonic() < deadline
        time.sleep(0.001)


@pytest.fixture
def writer() -> Iterator[GroupCommitWriter]:
    if connection.vendor != "sqlite":
        pytest.skip("each thread commits for itself there")
    writer = GroupCommitWriter()
    yield writer
    writer.close()


def write_together(writer: GroupCommitWriter, units: list[Unit]) -> "list[Future[Reply]]":
    """Write all units in one batch: they queue up behind one that waits for them."""
    begun, go_on = threading.Event(), threading.Event()

    def wait(cursor: Cursor) -> Reply:
        begun.set()
        go_on.wait(10)
        return OK

    with ThreadPoolExecutor(len(units) + 1) as pool:
        first = pool.submit(writer.write, wait)
        begun.wait(10)
        written = [pool.submit(writer.write, unit) for unit in units]
        until(lambda: writer._queue.qsize() == len(units))
        go_on.set()
        assert first.result(10) == OK
    return written


def references() -> list[str]:
    return sorted(Request.objects.values_list("reference", flat=True))


def outcome(future: "Future[Reply]") -> object:
    error = future.exception(10)
    return type(error) if error else future.result()


def test_units_that_wait_together_are_committed_together(
    writer: GroupCommitWriter, monkeypatch: pytest.MonkeyPatch
) -> None:
    batches: list[int] = []
    commit = group_commit._commit

    def counted(batch: list[group_commit._Job]) -> None:
        batches.append(len(batch))
        commit(batch)

    monkeypatch.setattr(group_commit, "_commit", counted)
    written = write_together(writer, [storing(f"OT-{n:02}") for n in range(70)])
    assert [outcome(future) for future in written] == [OK] * 70
    assert batches == [1, 64, 6]
    assert references() == [f"OT-{n:02}" for n in range(70)]


def test_a_unit_that_fails_does_not_harm_its_neighbours(writer: GroupCommitWriter) -> None:
    written = write_together(
        writer, [storing("OT-1"), storing("OT-2", stumble), storing("OT-1"), storing("OT-3")]
    )
    outcomes = {outcome(future) for future in written}
    assert outcomes == {OK, ZeroDivisionError, IntegrityError}
    assert references() == ["OT-1", "OT-3"]


def test_a_unit_refused_before_its_first_row_does_not_make_its_neighbours_start_again(
    writer: GroupCommitWriter,
) -> None:
    runs = []

    def counted(cursor: Cursor) -> None:
        runs.append(1)

    def refused(cursor: Cursor) -> Reply:
        raise ZeroDivisionError

    units = [storing("OT-1", counted), refused, storing("OT-2", counted)]
    outcomes = [outcome(future) for future in write_together(writer, units)]
    assert sorted(outcomes, key=str) == sorted([OK, ZeroDivisionError, OK], key=str)
    assert (references(), len(runs)) == (["OT-1", "OT-2"], 2)


def test_when_the_commit_fails_nothing_is_acknowledged_and_nothing_is_stored(
    writer: GroupCommitWriter,
) -> None:
    written = write_together(writer, [storing("OT-1"), storing("OT-2", break_the_commit)])
    assert [outcome(future) for future in written] == [NotWrittenError, NotWrittenError]
    assert references() == []


def test_when_the_transaction_is_lost_half_way_nothing_is_acknowledged(
    writer: GroupCommitWriter,
) -> None:
    units = [storing("OT-1"), storing("OT-2", lose_the_transaction), storing("OT-3")]
    written = write_together(writer, units)
    assert [outcome(future) for future in written] == [NotWrittenError] * 3
    assert references() == []


@pytest.mark.parametrize("fault", [stumble, break_the_commit, lose_the_transaction])
def test_the_writer_goes_on_after_a_fault(
    writer: GroupCommitWriter, fault: Callable[[Cursor], None]
) -> None:
    with pytest.raises((ZeroDivisionError, DatabaseError)):
        writer.write(storing("OT-1", fault))
    assert writer.write(storing("OT-2")) == OK
    assert references() == ["OT-2"]


def test_closing_writes_what_is_waiting_and_takes_no_more(writer: GroupCommitWriter) -> None:
    begun, go_on = threading.Event(), threading.Event()

    def wait(cursor: Cursor) -> Reply:
        begun.set()
        go_on.wait(10)
        return OK

    with ThreadPoolExecutor() as pool:
        pool.submit(writer.write, wait)
        begun.wait(10)
        last = pool.submit(writer.write, storing("OT-1"))
        until(lambda: writer._queue.qsize() == 1)
        closing = pool.submit(writer.close)
        until(lambda: not writer.accepts)
        with pytest.raises(NotWrittenError, match="closed"):
            writer.write(storing("OT-2"))
        go_on.set()
        closing.result(10)
        assert outcome(last) == OK
    assert references() == ["OT-1"]


def test_a_full_queue_refuses_at_once(
    writer: GroupCommitWriter, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(group_commit, "LONGEST_QUEUE", 0)
    with pytest.raises(NotWrittenError, match="Too many requests"):
        writer.write(storing("OT-1"))
    assert references() == []


def test_a_unit_given_up_while_it_waits_is_never_stored(
    writer: GroupCommitWriter, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, go_on = threading.Event(), threading.Event()

    def wait(cursor: Cursor) -> Reply:
        begun.set()
        go_on.wait(10)
        return OK

    with ThreadPoolExecutor() as pool:
        slow = pool.submit(writer.write, wait)
        begun.wait(10)
        monkeypatch.setattr(group_commit, "PATIENCE_SECONDS", 0.01)
        with pytest.raises(NotWrittenError, match="too busy"):
            writer.write(storing("OT-1"))
        go_on.set()
        assert outcome(slow) == OK
    monkeypatch.undo()
    assert writer.write(storing("OT-2")) == OK
    assert references() == ["OT-2"]
