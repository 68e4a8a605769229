"""Every figure of a report equals a recount of the rows in Python."""

import statistics
from collections import Counter
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.contrib.auth.models import User
from hypothesis import given
from hypothesis import strategies as st

from oottam.backoffice.reports.filters import ReportFilter
from oottam.backoffice.reports.tables import Table, tables, within
from oottam.delivery.models import DeliveryOutcome, Outcome, Reason
from oottam.reporting import sums
from oottam.requests.identity import new_id, new_reference
from oottam.requests.models import Kind, Request
from oottam.schedule.choices import ServingState
from oottam.schedule.models import BoxContents, BoxLine, KitchenItem, Meal, MealPlan, Serving
from oottam.workflow.models import LedgerEntry, LedgerReason, Payment, PaymentMethod, Refund
from tests.factories.accounts import make_staff_account
from tests.hypothesis_profile import rule_settings

pytestmark = pytest.mark.django_db
FIRST, LAST = date(2026, 10, 28), date(2026, 11, 23)
INDIA = ZoneInfo("Asia/Kolkata")
AROUND = st.dates(FIRST - timedelta(days=3), LAST + timedelta(days=3))
MOMENTS = st.builds(
    lambda day, minutes: datetime.combine(day, time(), INDIA) + timedelta(minutes=minutes),
    AROUND,
    # Midnight in India and in UTC among them.
    st.one_of(st.integers(0, 1439), st.sampled_from([0, 1, 329, 330, 331, 1439])),
)
PAISE = st.integers(-500_000, 500_000)
MOVED = st.tuples(AROUND, st.sampled_from(PaymentMethod), st.integers(1, 9999), st.booleans())


@dataclass
class Rows:
    """The rows of a shop."""

    requests: list[tuple[datetime, Kind, int, bool]]  # whose, and whether it is a double
    ledger_entries: list[tuple[int, datetime, LedgerReason, int]]
    payments: list[tuple[date, PaymentMethod, int, bool]]
    refunds: list[tuple[date, PaymentMethod, int, bool]]
    boxes: list[tuple[date, Meal, ServingState, int, Reason | None]]


STATES = [state for state in ServingState if state != ServingState.HELD]
SHOPS = st.builds(
    Rows,
    st.lists(
        st.tuples(MOMENTS, st.sampled_from(Kind), st.integers(0, 3), st.booleans()),
        min_size=1,
        max_size=8,
    ),
    st.lists(
        st.tuples(st.integers(0, 99), MOMENTS, st.sampled_from(LedgerReason), PAISE), max_size=12
    ),
    st.lists(MOVED, max_size=8),
    st.lists(MOVED, max_size=4),
    st.lists(
        st.tuples(
            AROUND,
            st.sampled_from(Meal),
            st.sampled_from(STATES),
            st.integers(0, 2),
            st.sampled_from([None, *Reason]),
        ),
        max_size=12,
        unique_by=lambda box: box[:2],
    ),
)
# Of the three boxes: portions by dish.
BOXES = ({"Idli": 1}, {"Idli": 2, "Sundal": 1}, {"Sundal": 40})


def write(shop: Rows, by: User) -> None:
    """Replace the rows."""
    Request.objects.update(merged_into=None)
    for model in (
        DeliveryOutcome,
        Serving,
        BoxLine,
        BoxContents,
        MealPlan,
        Payment,
        Refund,
        LedgerEntry,
        Request,
    ):
        manager: Any = model
        manager.objects.all().delete()
    requests: list[Request] = []
    for received_at, kind, person, is_double in shop.requests:
        requests.append(
            Request.objects.create(
                id=new_id(received_at), kind=kind, reference=new_reference(), body="{}",
                received_at=received_at, customer_name="Asha", email=["", "A@x.in", "a@x.in", ""][person],
                phone_normalised="+919876543210" if person == 3 else "",
                merged_into=requests[0] if is_double and requests else None,
            )
        )  # fmt: skip
    known = set[Any]()
    for number, at, why, paise in shop.ledger_entries:
        request = requests[number % len(requests)]
        is_first = request.pk not in known
        known.add(request.pk)
        LedgerEntry.objects.create(
            request=request, why=why, paise=paise, at=at, day=at.date(), is_first=is_first,
            came_back=is_first and number % 3 == 0,
        )  # fmt: skip
    for day, method, paise, is_undone in shop.payments:
        at = datetime.combine(day, time(12), INDIA)
        Payment.objects.create(
            request=requests[0], paise=paise, method=method, paid_on=day, by=by, at=at,
            undone_at=at if is_undone else None,
        )  # fmt: skip
    for day, method, paise, is_undone in shop.refunds:
        at = datetime.combine(day, time(12), INDIA)
        Refund.objects.create(
            request=requests[0], paise=paise, method=method, given_on=day, by=by, at=at,
            undone_at=at if is_undone else None,
        )  # fmt: skip
    plan = MealPlan.objects.create(request=requests[0], start_date=FIRST)
    sets = []
    for box in BOXES:
        box_contents = BoxContents.objects.create(plan=plan)
        sets.append(box_contents)
        for position, (name, quantity) in enumerate(box.items(), start=1):
            item, _ = KitchenItem.objects.get_or_create(key=name, defaults={"name": name})
            BoxLine.objects.create(
                box_contents=box_contents, position=position, item=item, quantity=quantity,
                ordered_name=name, veg_only=True,
            )  # fmt: skip
    for seq, (day, meal, state, box_number, reason) in enumerate(shop.boxes, start=1):
        serving = Serving.objects.create(
            plan=plan, meal=meal, seq=seq, date=day, state=state, box_contents=sets[box_number]
        )
        if reason:
            DeliveryOutcome.objects.create(
                serving=serving, key=f"{seq}", outcome=Outcome.FAILED, reason=reason, by=by,
                tapped_at=datetime.combine(day, time(13), INDIA),
                at=datetime.combine(day, time(23, 59), INDIA),
            )  # fmt: skip


def by_period(table: Table, title: str) -> list[int]:
    assert len(table.rows) == len(table.periods)
    return table.column(title)


@rule_settings
@given(shop=SHOPS, by=st.sampled_from(["day", "week", "month"]))
def test_a_report_equals_a_recount_of_the_rows(shop: Rows, by: str) -> None:
    write(shop, User.objects.filter(username="priya").first() or make_staff_account("priya"))
    asked = ReportFilter(FIRST, LAST, by)
    made = tables(sums.load_report(FIRST, LAST), asked.periods)
    within_days = [row for row in LedgerEntry.objects.select_related("request") if _in(row.day)]
    firsts = [row for row in within_days if row.is_first]
    received = [row for row in Payment.objects.all() if _in(row.paid_on) and not row.undone_at]
    came = [
        row for row in Request.objects.all()
        if _in(row.received_at.astimezone(INDIA).date()) and not row.merged_into_id
    ]  # fmt: skip
    boxes = [row for row in Serving.objects.all() if row.date and _in(row.date)]
    cooked = [row for row in boxes if row.state in (1, 2, 3)]

    def counted(days: list[date], figures: list[int]) -> list[int]:
        return [
            sum(figure for day, figure in zip(days, figures, strict=True)
                if period.first <= day <= period.last)
            for period in asked.periods
        ]  # fmt: skip

    money = made["money"]
    assert by_period(money, "Booked") == counted(
        [row.day for row in within_days], [row.paise for row in within_days]
    )
    assert by_period(money, "Received") == counted(
        [row.paid_on for row in received], [row.paise for row in received]
    )
    refunded = [row for row in Refund.objects.all() if _in(row.given_on) and not row.undone_at]
    assert by_period(money, "Refunded") == counted(
        [row.given_on for row in refunded], [row.paise for row in refunded]
    )
    for title, why in (
        ("Confirmed", LedgerReason.CONFIRMED),
        ("Price changed", LedgerReason.CHANGED),
        ("Reductions", LedgerReason.TAKEN_OFF),
    ):
        rows = [row for row in within_days if row.why == why]
        assert by_period(money, title) == counted(
            [row.day for row in rows], [row.paise for row in rows]
        )
    for method in PaymentMethod:
        assert sum(by_period(money, method.label)) == sum(
            row.paise for row in received if row.method == method
        )
    assert by_period(made["requests"], "Requests") == counted(
        [row.received_at.astimezone(INDIA).date() for row in came], [1] * len(came)
    )
    assert by_period(made["requests"], "Confirmed") == counted(
        [row.day for row in firsts], [1] * len(firsts)
    )
    assert by_period(made["meals"], "Cooked") == counted(
        [row.date for row in cooked if row.date], [1] * len(cooked)
    )
    states = Counter(row.state for row in boxes)
    for title, state in (("Delivered", 2), ("Not delivered", 3), ("Charged as delivered", 4)):
        assert sum(by_period(made["meals"], title)) == states[state]
    for meal in Meal:
        assert sum(by_period(made["meals"], meal.label)) == sum(row.meal == meal for row in cooked)
    whys = Counter(
        row.reason
        for row in DeliveryOutcome.objects.select_related("serving")
        if row.serving in boxes and row.serving.state == 3
    )
    assert dict(made["failures"].rows[:-1]) == {  # type: ignore[arg-type]
        reason.label: whys[reason] for reason in Reason
    }
    assert made["failures"].total[1] == states[3]
    dishes = Counter[str]()
    for row in cooked:
        for line in row.box_contents.lines.select_related("item"):
            dishes[line.item.name] += line.quantity
    assert dict(made["dishes"].rows) == dict(dishes)  # type: ignore[arg-type]
    for label, *figures in made["kinds"].rows:
        kind = next(kind for kind in Kind if kind.label == label)
        assert figures == [
            sum(row.kind == kind for row in came),
            sum(row.request.kind == kind for row in firsts),
            sum(row.paise for row in within_days if row.request.kind == kind),
        ]
    people = {row.request.phone_normalised or row.request.email.lower() or row.pk for row in firsts}
    assert made["customers"].total[1] == len(people)
    new, back = made["customers"].total[2:]
    assert [new, back] == [len(people) - int(back or 0), len(people) - int(new or 0)]


def _in(day: date) -> bool:
    return FIRST <= day <= LAST


@given(seconds=st.lists(st.integers(0, 10**6), min_size=1), percent=st.integers(1, 100))
def test_a_percentile_is_the_nearest_rank(seconds: list[int], percent: int) -> None:
    found = within(seconds, percent)
    assert found is not None
    assert sum(each <= found for each in seconds) * 100 >= percent * len(seconds)
    assert sum(each < found for each in seconds) * 100 < percent * len(seconds)
    assert within(seconds, 50) == statistics.median_low(seconds)


def test_a_percentile_of_no_values_is_none() -> None:
    assert within([], 50) is None
