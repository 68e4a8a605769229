"""Numbers of papers: no gap, no double, a new series with each year, prefix and restore."""

import os
import re
import subprocess
import sys
from datetime import date
from pathlib import Path

import pytest
from django.db import connection, transaction

from oottam.billing.models import PaperKind, PaperNumbering, PaperSeries
from oottam.billing.numbering import KIND_LETTERS, take_number
from oottam.billing.tax import SERIES_LETTERS
from oottam.core.errors import DomainError
from tests.factories.requests import at_once

BILL = PaperKind.BILL
DAY = date(2026, 11, 23)
THREADS = 64


def take(kind: PaperKind = BILL, prefix: str = "OT", day: date = DAY) -> str:
    with transaction.atomic():
        return take_number(kind, prefix, day).text


@pytest.mark.django_db
def test_numbers_are_consecutive_for_each_kind_year_and_prefix() -> None:
    assert [take() for _ in range(3)] == ["OT/26-27/000001", "OT/26-27/000002", "OT/26-27/000003"]
    assert take(PaperKind.CREDIT_NOTE) == "OT/26-27/C00001"
    assert take(day=date(2027, 4, 1)) == "OT/27-28/000001"
    assert take(prefix="OTM") == "OTM/26-27/000001"
    assert take() == "OT/26-27/000004"
    assert take(day=date(2027, 3, 31)) == "OT/26-27/000005"


@pytest.mark.django_db
def test_number_of_a_rolled_back_paper_is_given_again() -> None:
    take()
    with transaction.atomic():
        assert take_number(BILL, "OT", DAY).text == "OT/26-27/000002"
        transaction.set_rollback(True)
    assert take() == "OT/26-27/000002"


@pytest.mark.django_db(transaction=True)
def test_number_is_taken_within_a_transaction_only() -> None:
    with pytest.raises(RuntimeError):
        take_number(BILL, "OT", DAY)


@pytest.mark.django_db
def test_series_continues_with_another_letter_after_a_restore() -> None:
    assert take() == "OT/26-27/000001"
    PaperNumbering.objects.create(letter="B")
    assert take() == "OT/26-27/B00001"
    assert take(PaperKind.RECEIPT) == "OT/26-27/RB0001"


def test_letters_of_kinds_and_of_series_differ() -> None:
    """Else a bill of a later series would look like a paper of another kind."""
    letters = [*filter(None, KIND_LETTERS.values()), *SERIES_LETTERS]
    assert len(set(letters)) == len(letters)
    assert set(KIND_LETTERS) == set(PaperKind)


@pytest.mark.django_db
def test_number_that_would_be_too_long_is_refused() -> None:
    take(prefix="OTM")
    PaperSeries.objects.update(next_number=1_000_000)
    with pytest.raises(DomainError, match="Set another prefix"):
        take(prefix="OTM")


@pytest.mark.django_db(transaction=True)
def test_64_threads_take_64_numbers() -> None:
    taken = at_once(*[take] * THREADS)
    assert sorted(map(str, taken)) == [f"OT/26-27/{number:06}" for number in range(1, THREADS + 1)]


# A process of its own: takes 60 numbers, each third of which it gives back; then ends within a transaction, as if killed.
OTHER_PROCESS = """
import os, sys, django
django.setup()
from datetime import date
from django.db import connection, transaction
from oottam.billing.numbering import take_number
connection.ensure_connection()
print("ready", flush=True)
sys.stdin.readline()
for turn in range(60):
    with transaction.atomic():
        text = take_number("bill", "OT", date(2026, 11, 23)).text
        if turn % 3 == 2:
            transaction.set_rollback(True)
    if turn % 3 != 2:
        print(text, flush=True)
with transaction.atomic():
    take_number("bill", "OT", date(2026, 11, 23))
    os._exit(9)
"""


def start_process() -> "subprocess.Popen[str]":
    """Start another process on the tests' database; it waits for a line."""
    name = connection.settings_dict["NAME"]
    url = f"sqlite:///{name}"
    if connection.vendor == "postgresql":
        url = re.sub(r"/[^/?]*(\?|$)", rf"/{name}\1", os.environ["DATABASE_URL"], count=1)
    started = subprocess.Popen(
        [sys.executable, "-c", OTHER_PROCESS],
        env={**os.environ, "DATABASE_URL": url},
        cwd=Path(__file__).parents[2],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert started.stdout
    assert started.stdout.readline() == "ready\n"
    return started


@pytest.mark.django_db(transaction=True)
def test_two_killed_processes_and_this_one_leave_no_gap_and_no_double() -> None:
    processes = [start_process() for _ in range(2)]
    for process in processes:
        assert process.stdin
        process.stdin.write("go\n")
        process.stdin.flush()
    taken = [str(each) for each in at_once(*[take] * 16)]
    for process in processes:
        output, _ = process.communicate(timeout=20)
        assert process.returncode == 9
        taken += output.split()
    taken.append(take())
    assert len(taken) == 16 + 2 * 40 + 1
    assert sorted(taken) == [f"OT/26-27/{number:06}" for number in range(1, len(taken) + 1)]
