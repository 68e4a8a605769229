"""Reports from stored totals equal those from the rows, after any later change."""

import threading
from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

import pytest
from django.db import connection, transaction
from hypothesis import given
from hypothesis import strategies as st

from oottam.delivery.models import DeliveryOutcome
from oottam.maintenance.jobs import Housekeeper
from oottam.reporting import figures, sums, triggers
from oottam.reporting.models import DailyTotals, StaleDay
from oottam.requests.models import Request
from oottam.schedule.models import BoxLine, Serving, ServingState
from oottam.workflow.models import LedgerEntry, Payment, Refund
from tests.api_client import WAIT_SECONDS
from tests.backoffice.reports import test_recount as recount
from tests.hypothesis_profile import rule_settings
from tests.reporting.conftest import NOON, NOW
from tests.reporting.days import DAY, Days, fill, ledger_entry_of, request_of

pytestmark = pytest.mark.django_db
FIRST, LAST = DAY - timedelta(days=5), DAY + timedelta(days=9)
Change = Callable[[Days], object]


def load(first: date = FIRST, last: date = LAST) -> dict[date, Any]:
    """A report's days with sorted figures."""
    return plain(sums.load_report(first, last).days)


def recount_days(first: date = FIRST, last: date = LAST) -> dict[date, Any]:
    """The same days computed from the rows."""
    return plain(figures.load_figures(first, last))


def plain(days: dict[date, figures.DayFigures]) -> dict[date, Any]:
    return {
        day: [sorted(getattr(each, name), key=repr) for name in each._fields]
        for day, each in days.items()
    }


@pytest.fixture
def no_row_queries(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fail when figures are computed from the rows."""

    def fail(first: date, last: date) -> None:
        raise AssertionError(f"figures computed for {first} to {last}")

    monkeypatch.setattr(sums, "load_figures", fail)


def test_past_days_are_totalled_once(shop: Days) -> None:
    assert sums.update_totals(NOW) == 10
    assert sums.update_totals(NOW) == 0
    assert DailyTotals.objects.order_by("-day").values_list("day", flat=True)[0] == LAST


def test_report_of_totalled_days_reads_no_rows(shop: Days, request: Any) -> None:
    expected = recount_days(DAY, LAST)
    sums.update_totals(NOW)
    request.getfixturevalue("no_row_queries")
    assert load(DAY, LAST) == expected


def test_totals_of_other_figures_are_counted_again(
    shop: Days, monkeypatch: pytest.MonkeyPatch
) -> None:
    sums.update_totals(NOW)
    DailyTotals.objects.update(figures="[]")  # of another shape
    monkeypatch.setattr(sums, "FIGURES_VERSION", figures.FIGURES_VERSION + 1)
    assert load() == recount_days()
    assert (sums.update_totals(NOW), sums.update_totals(NOW)) == (10, 0)


def test_days_without_totals_are_computed_from_rows(shop: Days) -> None:
    assert load() == recount_days()
    sums.update_totals(NOW)
    DailyTotals.objects.filter(day__in=[DAY + timedelta(days=ahead) for ahead in (1, 4)]).delete()
    assert load() == recount_days()


CHANGES: dict[str, Change] = {
    "a payment is recorded": lambda days: Payment.objects.create(
        request=days.requests[0], paise=5, method="cash", paid_on=DAY, by=days.by, at=NOON
    ),
    "a payment is undone": lambda days: Payment.objects.update(undone_at=NOW),
    "a payment's day changes": lambda days: Payment.objects.update(paid_on=LAST),
    "a payment is deleted": lambda days: days.payment.delete(),
    "a refund is undone": lambda days: Refund.objects.update(undone_at=NOW),
    "a refund is deleted": lambda days: days.refund.delete(),
    "a ledger entry changes": lambda days: LedgerEntry.objects.update(paise=7),
    "a first ledger entry is deleted": lambda days: days.ledger_entries[0].delete(),
    "an earlier ledger entry of a customer is added": lambda days: ledger_entry_of(request_of(-3), -3),
    "a request is added": lambda days: request_of(1),
    "a request is merged": lambda days: Request.objects.filter(pk=days.requests[1].pk).update(
        merged_into=days.requests[0]
    ),
    "a customer's phone changes": lambda days: Request.objects.filter(
        pk=days.requests[0].pk
    ).update(phone_normalised="+911"),
    "a customer is erased": lambda days: Request.objects.update(phone_normalised="", email=""),
    "a failed box is delivered": lambda days: Serving.objects.update(state=ServingState.DELIVERED),
    "a box moves": lambda days: Serving.objects.update(date=LAST),
    "a box is held": lambda days: Serving.objects.update(date=None, state=ServingState.HELD),
    "a box is added": lambda days: Serving.objects.create(
        plan=days.serving.plan, meal=1, seq=1, date=DAY, state=2, box_contents=days.serving.box_contents
    ),
    "a box is deleted": lambda days: (days.result.delete(), days.serving.delete()),
    "a box line's dish changes": lambda days: BoxLine.objects.update(item=days.other),
    "a box line's quantity changes": lambda days: BoxLine.objects.update(quantity=9),
    "a box line is added": lambda days: BoxLine.objects.create(
        box_contents=days.serving.box_contents, position=2, item=days.other, ordered_name="Dosa", veg_only=True
    ),
    "a box line is deleted": lambda days: days.line.delete(),
    "a failure reason changes": lambda days: DeliveryOutcome.objects.update(reason="damaged"),
    "an outcome is undone": lambda days: DeliveryOutcome.objects.update(stands=False),
    "an outcome is deleted": lambda days: days.result.delete(),
}  # fmt: skip


@pytest.mark.every_case
@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_report_reflects_later_changes(change: Change, shop: Days) -> None:
    sums.update_totals(NOW)
    before = load()
    change(shop)
    assert load() == recount_days() != before
    sums.update_totals(NOW)
    assert not StaleDay.objects.filter(day__lte=LAST).exists()
    assert load() == recount_days()


def test_without_triggers_totals_are_outdated(shop: Days) -> None:
    """Verifies that the other tests depend on the triggers."""
    sums.update_totals(NOW)
    with connection.cursor() as cursor:
        for name, table in triggers.find_existing(connection).items():
            of_table = f" ON {table}" if connection.vendor == "postgresql" else ""
            cursor.execute(f"DROP TRIGGER {name}{of_table}")
    Payment.objects.update(undone_at=NOW)
    assert load() != recount_days()


def test_unrelated_changes_keep_the_totals(shop: Days, request: Any) -> None:
    sums.update_totals(NOW)
    expected = recount_days(DAY, LAST)
    for each in Request.objects.all():
        each.status = "completed"
        each.save()
    shop.serving.save()
    request.getfixturevalue("no_row_queries")
    assert load(DAY, LAST) == expected


def test_all_triggers_exist_after_migrations() -> None:
    """SQLite loses the triggers of a table that a migration rebuilds."""
    assert set(triggers.find_existing(connection)) == triggers.expected_names()


def test_dropping_triggers_deletes_totals(shop: Days) -> None:
    sums.update_totals(NOW)
    triggers.drop(connection)
    assert not DailyTotals.objects.exists()
    Payment.objects.update(undone_at=NOW)
    triggers.create(connection)
    assert set(triggers.find_existing(connection)) == triggers.expected_names()
    sums.update_totals(NOW)
    assert load() == recount_days()


def test_stale_marks_of_future_days_are_deleted(shop: Days) -> None:
    days = [NOW.date() + timedelta(days=ahead) for ahead in (-1, 0, 1, 2, 30)]
    StaleDay.objects.all().delete()
    StaleDay.objects.bulk_create(StaleDay(day=day) for day in days)
    sums.discard_future_marks(NOW)
    assert list(StaleDay.objects.values_list("day", flat=True)) == days[:3]


def test_empty_shop_has_no_totals() -> None:
    assert sums.update_totals(NOW) == 0
    assert list(sums.load_report(DAY, DAY).days) == [DAY]


def test_housekeeper_updates_totals(shop: Days, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Housekeeper, "_run", lambda self: None)
    keeper = Housekeeper()
    keeper._last_purge = NOW - timedelta(hours=1)
    keeper.run_purge(NOW)
    assert DailyTotals.objects.count() == 10


CHANGE_NAMES = st.lists(
    st.tuples(st.sampled_from(sorted(CHANGES)), st.booleans()), min_size=1, max_size=5
)


@rule_settings
@given(shop=recount.SHOPS, changes=CHANGE_NAMES)
def test_report_equals_rows_after_random_changes(
    shop: recount.Rows, changes: list[tuple[str, bool]]
) -> None:
    now = NOON + timedelta(days=30)
    first, last = recount.FIRST, now.date() - timedelta(days=1)
    with transaction.atomic():
        days = fill()
        for model in (DeliveryOutcome, Serving):
            model.objects.all().delete()
        recount.write(shop, days.by)
        for name, sums_before in changes:
            if sums_before:
                sums.update_totals(now)
            _try(CHANGES[name], days)
            assert load(first, last) == recount_days(first, last)
        transaction.set_rollback(True)


def _try(change: Change, days: Days) -> None:
    """Apply a change to a random shop if it has the rows."""
    days.requests = list(Request.objects.all()[:1]) * 2
    days.ledger_entries = list(LedgerEntry.objects.all()[:1])
    kinds: dict[str, Any] = {
        "payment": Payment, "refund": Refund, "serving": Serving, "line": BoxLine,
        "result": DeliveryOutcome,
    }  # fmt: skip
    for name, model in kinds.items():
        setattr(days, name, model.objects.first())
    try:
        with transaction.atomic():
            change(days)
    except Exception:  # noqa: BLE001 - two boxes of one meal and day, or nothing to change
        return


@pytest.mark.django_db(transaction=True)
@pytest.mark.postgresql_only  # SQLite has one writer at a time
def test_change_committed_during_the_update_is_reflected(shop: Days) -> None:
    written, may_commit = threading.Event(), threading.Event()

    def write() -> None:
        with transaction.atomic():
            Payment.objects.update(undone_at=NOW)
            written.set()
            may_commit.wait(WAIT_SECONDS)
        connection.close()

    writer = threading.Thread(target=write)
    writer.start()
    assert written.wait(WAIT_SECONDS)
    sums.update_totals(NOW)
    before = load()
    may_commit.set()
    writer.join()
    assert load() == recount_days() != before
