"""Sums of days that are over say what the rows say, whatever is changed afterwards and whoever changes it."""

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
from oottam.plans.models import BoxLine, Serving, ServingState
from oottam.reporting import figures, sums, triggers
from oottam.reporting.models import DailyTotals, StaleDay
from oottam.requests.models import Request
from oottam.workflow.models import Booking, Payment, Refund
from tests.backoffice.reports import test_recount as recount
from tests.hypothesis_profile import rule_settings
from tests.reporting.conftest import NOON, NOW
from tests.reporting.days import DAY, Days, booking_of, fill, request_of

pytestmark = pytest.mark.django_db
FIRST, LAST = DAY - timedelta(days=5), DAY + timedelta(days=9)
Change = Callable[[Days], object]


def read(first: date = FIRST, last: date = LAST) -> dict[date, Any]:
    """A report's days, in an order of their own."""
    return plain(sums.load_report(first, last).days)


def counted(first: date = FIRST, last: date = LAST) -> dict[date, Any]:
    """The same from the rows."""
    return plain(figures.load_figures(first, last))


def plain(days: dict[date, figures.DayFigures]) -> dict[date, Any]:
    return {
        day: [sorted(getattr(each, name), key=repr) for name in each._fields]
        for day, each in days.items()
    }


@pytest.fixture
def unread(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever asks the rows fails."""

    def fail(first: date, last: date) -> None:
        raise AssertionError(f"asked the rows for {first} to {last}")

    monkeypatch.setattr(sums, "load_figures", fail)


def test_days_that_are_over_are_summed_up_once(shop: Days) -> None:
    assert sums.update_totals(NOW) == 10
    assert sums.update_totals(NOW) == 0
    assert DailyTotals.objects.order_by("-day").values_list("day", flat=True)[0] == LAST


def test_a_report_of_days_that_have_sums_asks_no_rows(shop: Days, request: Any) -> None:
    expected = counted(DAY, LAST)
    sums.update_totals(NOW)
    request.getfixturevalue("unread")
    assert read(DAY, LAST) == expected


def test_days_without_sums_are_read_from_the_rows(shop: Days) -> None:
    assert read() == counted()
    sums.update_totals(NOW)
    DailyTotals.objects.filter(day__in=[DAY + timedelta(days=ahead) for ahead in (1, 4)]).delete()
    assert read() == counted()


CHANGES: dict[str, Change] = {
    "a payment is noted": lambda days: Payment.objects.create(
        request=days.requests[0], paise=5, method="cash", paid_on=DAY, by=days.by, at=NOON
    ),
    "a payment is undone": lambda days: Payment.objects.update(undone_at=NOW),
    "a payment's day was another": lambda days: Payment.objects.update(paid_on=LAST),
    "a payment goes": lambda days: days.payment.delete(),
    "a refund is undone": lambda days: Refund.objects.update(undone_at=NOW),
    "a refund goes": lambda days: days.refund.delete(),
    "a booking changes": lambda days: Booking.objects.update(paise=7),
    "a first booking goes": lambda days: days.bookings[0].delete(),
    "an earlier booking of a customer comes": lambda days: booking_of(request_of(-3), -3),
    "a request comes late": lambda days: request_of(1),
    "a request is a double": lambda days: Request.objects.filter(pk=days.requests[1].pk).update(
        merged_into=days.requests[0]
    ),
    "a customer has another phone": lambda days: Request.objects.filter(
        pk=days.requests[0].pk
    ).update(phone_normalised="+911"),
    "a customer is erased": lambda days: Request.objects.update(phone_normalised="", email=""),
    "a box fails no more": lambda days: Serving.objects.update(state=ServingState.DELIVERED),
    "a box moves": lambda days: Serving.objects.update(date=LAST),
    "a box is held": lambda days: Serving.objects.update(date=None, state=ServingState.HELD),
    "a box comes": lambda days: Serving.objects.create(
        plan=days.serving.plan, meal=1, seq=1, date=DAY, state=2, box_contents=days.serving.box_contents
    ),
    "a box goes": lambda days: (days.result.delete(), days.serving.delete()),
    "a box holds something else": lambda days: BoxLine.objects.update(item=days.other),
    "a box holds more": lambda days: BoxLine.objects.update(quantity=9),
    "a box holds one dish more": lambda days: BoxLine.objects.create(
        box_contents=days.serving.box_contents, position=2, item=days.other, ordered_name="Dosa", veg_only=True
    ),
    "a box holds nothing": lambda days: days.line.delete(),
    "another reason was given": lambda days: DeliveryOutcome.objects.update(reason="damaged"),
    "what was told does not stand": lambda days: DeliveryOutcome.objects.update(stands=False),
    "what was told goes": lambda days: days.result.delete(),
}  # fmt: skip


@pytest.mark.every_case
@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_whatever_changes_later_a_report_tells_of_it(change: Change, shop: Days) -> None:
    sums.update_totals(NOW)
    before = read()
    change(shop)
    assert read() == counted() != before
    sums.update_totals(NOW)
    assert not StaleDay.objects.filter(day__lte=LAST).exists()
    assert read() == counted()


def test_without_triggers_sums_would_say_what_was(shop: Days) -> None:
    """The test of the test."""
    sums.update_totals(NOW)
    with connection.cursor() as cursor:
        for name, table in triggers.existing(connection).items():
            of_table = f" ON {table}" if connection.vendor == "postgresql" else ""
            cursor.execute(f"DROP TRIGGER {name}{of_table}")
    Payment.objects.update(undone_at=NOW)
    assert read() != counted()


def test_what_tells_of_nothing_that_is_added_up_leaves_sums_as_they_are(
    shop: Days, request: Any
) -> None:
    sums.update_totals(NOW)
    expected = counted(DAY, LAST)
    for each in Request.objects.all():
        each.status = "completed"
        each.save()
    shop.serving.save()
    request.getfixturevalue("unread")
    assert read(DAY, LAST) == expected


def test_all_triggers_stand_after_the_migrations() -> None:
    """SQLite loses those of a table that a migration makes anew."""
    assert set(triggers.existing(connection)) == triggers.expected_names(connection.vendor)


def test_sums_go_with_the_triggers_and_come_again(shop: Days) -> None:
    sums.update_totals(NOW)
    triggers.drop(connection)
    assert not DailyTotals.objects.exists()
    Payment.objects.update(undone_at=NOW)
    triggers.create(connection)
    assert set(triggers.existing(connection)) == triggers.expected_names(connection.vendor)
    sums.update_totals(NOW)
    assert read() == counted()


def test_notes_of_days_to_come_are_forgotten_those_of_today_are_not(shop: Days) -> None:
    days = [NOW.date() + timedelta(days=ahead) for ahead in (-1, 0, 1, 2, 30)]
    StaleDay.objects.all().delete()
    StaleDay.objects.bulk_create(StaleDay(day=day) for day in days)
    sums.discard_future_marks(NOW)
    assert list(StaleDay.objects.values_list("day", flat=True)) == days[:3]


def test_a_shop_without_anything_has_nothing_to_sum_up() -> None:
    assert sums.update_totals(NOW) == 0
    assert list(sums.load_report(DAY, DAY).days) == [DAY]


def test_the_server_sums_up_every_ten_minutes(shop: Days, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Housekeeper, "_run", lambda self: None)
    keeper = Housekeeper()
    keeper._last_purge = NOW - timedelta(hours=1)
    keeper.run_purge(NOW)
    assert DailyTotals.objects.count() == 10


DEEDS = st.lists(st.tuples(st.sampled_from(sorted(CHANGES)), st.booleans()), min_size=1, max_size=5)


@rule_settings
@given(shop=recount.SHOPS, deeds=DEEDS)
def test_after_random_days_and_deeds_a_report_says_what_the_rows_say(
    shop: recount.Rows, deeds: list[tuple[str, bool]]
) -> None:
    now = NOON + timedelta(days=30)
    first, last = recount.FIRST, now.date() - timedelta(days=1)
    with transaction.atomic():
        days = fill()
        for model in (DeliveryOutcome, Serving):
            model.objects.all().delete()
        recount.write(shop, days.by)
        for name, sums_before in deeds:
            if sums_before:
                sums.update_totals(now)
            _try(CHANGES[name], days)
            assert read(first, last) == counted(first, last)
        transaction.set_rollback(True)


def _try(change: Change, days: Days) -> None:
    """The change to rows of a random shop, where it holds what is changed."""
    days.requests = list(Request.objects.all()[:1]) * 2
    days.bookings = list(Booking.objects.all()[:1])
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
def test_a_change_that_is_committed_while_sums_are_made_is_told(shop: Days) -> None:
    written, may_commit = threading.Event(), threading.Event()

    def write() -> None:
        with transaction.atomic():
            Payment.objects.update(undone_at=NOW)
            written.set()
            may_commit.wait(10)
        connection.close()

    writer = threading.Thread(target=write)
    writer.start()
    assert written.wait(10)
    sums.update_totals(NOW)
    before = read()
    may_commit.set()
    writer.join()
    assert read() == counted() != before
