"""Cut-offs and days follow India's time to the minute, in every time zone of the server and across calendar edges."""

import time as clock
from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta

import pytest
from django.utils import timezone

from oottam.core.errors import DomainError
from oottam.kitchen.services.cutoff import take_due_snapshots
from oottam.maintenance.jobs import update_days
from oottam.plans.services.closed_days import close_day
from oottam.plans.services.plan_actions import ChangeDays, Undo
from oottam.plans.services.repository import load_calendar
from oottam.schedule.domain.actions import Forfeit, Pause, Resume
from oottam.schedule.domain.calendar import INDIA, MONDAY_TO_SATURDAY, Calendar
from oottam.schedule.initial_schedule import first_start
from oottam.schedule.models import CutoffSnapshot, Meal, MealPlan, Serving, ServingState
from tests.factories.plans import (
    BREAKFAST,
    DINNER,
    LUNCH,
    Planner,
    dates,
    day,
    let_count_as_delivered,
    on,
    sections,
    skip,
)

MOMENT = timedelta(microseconds=1)
# Time zones of the server, with the farthest from India on both sides.
ZONES = ("Asia/Kolkata", "UTC", "America/Los_Angeles", "Pacific/Kiritimati", "Pacific/Pago_Pago")


def ist(written: str) -> datetime:
    """Parse an Indian time such as "2026-12-07 18:00"."""
    return datetime.fromisoformat(written).replace(tzinfo=INDIA)


def days_at(now: datetime, **cut_offs: time) -> Calendar:
    """Return the calendar at that moment; cut-offs are at 18:00 by default."""
    by_meal = {meal.value: cut_offs.get(meal.name.lower(), time(18)) for meal in Meal}
    return Calendar(frozenset(), by_meal, now)


@pytest.fixture(params=ZONES)
def server_in(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Set the operating system's time zone."""
    monkeypatch.setenv("TZ", request.param)
    clock.tzset()
    yield request.param
    monkeypatch.undo()
    clock.tzset()


@pytest.mark.parametrize("meal", Meal)
def test_day_is_open_until_its_cut_off(meal: Meal) -> None:
    cut_off = ist("2026-12-07 18:00")
    assert days_at(cut_off - MOMENT).is_open(meal, day(8))
    assert not days_at(cut_off).is_open(meal, day(8))
    assert days_at(cut_off).is_open(meal, day(9))


@pytest.mark.parametrize("written", ["2026-12-07 12:30+00:00", "2026-12-07 04:30-08:00"])
def test_cut_off_is_the_same_moment_in_every_time_zone(written: str) -> None:
    cut_off = datetime.fromisoformat(written)
    assert days_at(cut_off - MOMENT).is_open(LUNCH, day(8))
    assert not days_at(cut_off).is_open(LUNCH, day(8))


def test_day_changes_at_midnight_in_india() -> None:
    midnight = datetime(2026, 12, 7, 18, 30, tzinfo=UTC)
    assert days_at(midnight - MOMENT).today == day(7)
    assert days_at(midnight).today == day(8)


@pytest.mark.parametrize(
    ("cut_off", "before", "after"),
    [
        (time(0), "2026-12-06 23:59", "2026-12-07 00:00"),  # a day ahead
        (time(9, 30), "2026-12-07 09:29", "2026-12-07 09:30"),
        (time(23, 59), "2026-12-07 23:58", "2026-12-07 23:59"),
    ],
)
def test_cut_off_may_be_any_minute_of_the_day_before(
    cut_off: time, before: str, after: str
) -> None:
    assert days_at(ist(before), lunch=cut_off).first_open(LUNCH) == day(8)
    assert days_at(ist(after), lunch=cut_off).first_open(LUNCH) == day(9)


@pytest.mark.parametrize(
    ("begin", "expected"),
    [
        (date(2026, 12, 30), [date(2026, 12, 30), date(2026, 12, 31), date(2027, 1, 1)]),
        (date(2028, 2, 28), [date(2028, 2, 28), date(2028, 2, 29), date(2028, 3, 1)]),
        (date(2027, 2, 27), [date(2027, 2, 27), date(2027, 3, 1), date(2027, 3, 2)]),  # a Sunday
    ],
)
def test_service_days_continue_across_months_and_years(begin: date, expected: list[date]) -> None:
    found = days_at(ist("2026-12-01 09:00")).service_days(LUNCH, MONDAY_TO_SATURDAY, begin)
    assert [next(found) for _ in expected] == expected


@pytest.mark.django_db
class TestInTheShop:
    """Day closing and cut-offs give the same week in every time zone."""

    def test_each_meal_has_its_own_cut_off(self, planner: Planner, settings: object) -> None:
        cut_offs = {"breakfast": time(20), "lunch": time(9, 30), "dinner": time(18)}
        settings.CUT_OFFS = {**cut_offs, "event": time(18)}  # type: ignore[attr-defined]
        plan = planner.plan(date=6, sections=sections("breakfast", "lunch", "dinner"))
        with pytest.raises(DomainError, match="The cut-off for lunch on Tue 8 Dec"):
            planner.do(plan, skip(plan, [day(8)], [LUNCH]), ist("2026-12-07 09:30"))
        planner.do(plan, skip(plan, [day(8)], [DINNER]), ist("2026-12-07 17:59"))
        with pytest.raises(DomainError, match="The cut-off for dinner on Wed 9 Dec"):
            planner.do(plan, skip(plan, [day(9)], [DINNER]), ist("2026-12-08 18:00"))
        planner.do(plan, skip(plan, [day(9)], [BREAKFAST]), ist("2026-12-08 19:59"))
        assert dates(plan, BREAKFAST)[-1] == dates(plan, DINNER)[-1] == day(14)
        assert dates(plan, LUNCH)[-1] == day(12)

    def test_snapshots_are_taken_at_each_meals_own_cut_off(self, settings: object) -> None:
        cut_offs = {"breakfast": time(20), "lunch": time(9, 30), "dinner": time(18)}
        settings.CUT_OFFS = {**cut_offs, "event": time(18)}  # type: ignore[attr-defined]
        tomorrow = (
            CutoffSnapshot.objects.filter(date=day(8))
            .order_by("meal")
            .values_list("meal", flat=True)
        )
        for written, locked in [
            ("2026-12-07 09:29", []),
            ("2026-12-07 09:30", [LUNCH]),
            ("2026-12-07 18:00", [LUNCH, DINNER, Meal.EVENT]),
            ("2026-12-07 20:00", [BREAKFAST, LUNCH, DINNER, Meal.EVENT]),
        ]:
            take_due_snapshots(ist(written))
            assert list(tomorrow.all()) == locked

    def test_proposed_start_is_the_first_day_before_its_cut_offs(self, planner: Planner) -> None:
        request = planner.asked(date=6, sections=sections("breakfast", "dinner"))
        for written, first in [
            ("2026-12-07 17:59", day(8)),
            ("2026-12-07 18:00", day(9)),
            ("2026-12-11 18:00", day(14)),  # Sat 12 is over, and 13 a Sunday
        ]:
            assert first_start(request, load_calendar(ist(written))) == first

    def test_serving_can_be_forfeited_until_midnight_in_india(self, planner: Planner) -> None:
        plan = planner.lunches()
        tuesday = on(plan, 8)
        with pytest.raises(DomainError, match="Tue 8 Dec has no result yet"):
            planner.do(plan, Forfeit(tuesday), datetime(2026, 12, 8, 18, 30, tzinfo=UTC))
        planner.do(plan, Forfeit(tuesday), datetime(2026, 12, 8, 18, 29, tzinfo=UTC))

    def test_day_is_closed_after_midnight_in_india(self, planner: Planner) -> None:
        let_count_as_delivered()
        plan = planner.lunches()
        states = Serving.objects.filter(plan=plan, date=day(7)).values_list("state", flat=True)
        update_days(datetime(2026, 12, 7, 18, 29, 59, tzinfo=UTC))
        assert list(states.all()) == [ServingState.PLANNED]
        update_days(datetime(2026, 12, 7, 18, 30, tzinfo=UTC))
        assert list(states.all()) == [ServingState.DELIVERED]

    def test_week_is_the_same_in_every_server_time_zone(
        self, planner: Planner, server_in: str
    ) -> None:
        let_count_as_delivered()
        plan = planner.lunches()
        night = datetime(2026, 12, 7, 19, 0, tzinfo=UTC)  # 00:30 on Tuesday in India
        update_days(night)
        assert CutoffSnapshot.objects.filter(date=day(8)).count() == len(Meal)
        assert not CutoffSnapshot.objects.filter(date=day(9)).exists()
        delivered = Serving.objects.filter(plan=plan, state=ServingState.DELIVERED)
        assert list(delivered.values_list("date", flat=True)) == [day(7)]
        with pytest.raises(DomainError, match="The cut-off for lunch on Tue 8 Dec"):
            planner.do(plan, skip(plan, [day(8)], [LUNCH]), night)
        planner.do(plan, skip(plan, [day(9)], [LUNCH]), night.astimezone())
        assert dates(plan) == [day(number) for number in (7, 8, 10, 11, 12, 14)]
        assert timezone.localdate(night) == day(8), server_in

    def test_last_day_of_the_year_can_be_skipped_and_closed(self, planner: Planner) -> None:
        let_count_as_delivered()
        plan = self._from(planner, date(2026, 12, 28))
        close_day(day=day(1, 1), meal=0, reason="New year", actor=planner.actor, now=planner.now)
        assert dates(plan)[-2:] == [day(2, 1), day(4, 1)]
        change = planner.do(plan, skip(plan, [day(31)], [LUNCH]), ist("2026-12-30 17:59")).change_id
        assert dates(plan) == [*map(day, (28, 29, 30)), day(2, 1), day(4, 1), day(5, 1)]
        planner.do(plan, Undo(change or 0), ist("2026-12-30 17:59"))
        assert day(31) in dates(plan)
        update_days(ist("2027-01-01 00:00"))
        delivered = Serving.objects.filter(plan=plan, state=ServingState.DELIVERED)
        assert delivered.count() == 4

    def test_leap_day_can_be_planned_and_skipped(self, planner: Planner) -> None:
        planner.now = ist("2028-02-24 10:00")
        plan = self._from(planner, date(2028, 2, 25))
        leap = date(2028, 2, 29)  # a Tuesday
        march = [date(2028, 3, number) for number in (1, 2)]
        assert dates(plan) == [*(date(2028, 2, n) for n in (25, 26, 28)), leap, *march]
        planner.do(plan, Pause(leap, None, [LUNCH]), ist("2028-02-28 17:59"))
        planner.do(plan, Resume(march[0]), ist("2028-02-29 17:59"))
        assert dates(plan)[3:] == [*march, date(2028, 3, 3)]
        planner.do(plan, ChangeDays(LUNCH, 7), ist("2028-02-29 18:00"))
        assert dates(plan)[-1] == date(2028, 3, 4)
        with pytest.raises(DomainError, match="The cut-off for lunch on Wed 1 Mar"):
            planner.do(plan, skip(plan, [march[0]], [LUNCH]), ist("2028-02-29 18:00"))

    @staticmethod
    def _from(planner: Planner, start: date) -> MealPlan:
        return planner.plan(fulfilment={"start_date": start}, date=6, sections=sections("lunch"))
