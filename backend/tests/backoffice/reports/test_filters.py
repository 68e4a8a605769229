"""The filters of a report's address."""

from datetime import date, timedelta
from itertools import pairwise

import pytest
from django.http import QueryDict
from hypothesis import given
from hypothesis import strategies as st

from oottam.backoffice.reports.filters import (
    GROUPINGS,
    MAX_DAYS,
    ReportFilter,
    choices,
    count_of,
    groupings,
    parse_filters,
    periods,
)
from tests.factories.accounts import logged_in, make_staff_account

TODAY = date(2026, 11, 23)


def asked(query: str) -> ReportFilter:
    return parse_filters(QueryDict(query), TODAY)


@pytest.mark.parametrize(
    ("query", "first", "last", "by"),
    [
        ("", "2026-10-25", "2026-11-23", "day"),
        ("range=nonsense", "2026-10-25", "2026-11-23", "day"),
        ("range=last-7-days", "2026-11-17", "2026-11-23", "day"),
        ("range=this-month", "2026-11-01", "2026-11-23", "day"),
        ("range=last-month", "2026-10-01", "2026-10-31", "day"),
        ("range=last-month&by=week", "2026-10-01", "2026-10-31", "week"),
        ("range=last-12-weeks", "2026-09-07", "2026-11-23", "week"),
        ("range=last-12-months", "2025-12-01", "2026-11-23", "month"),
        ("from=2026-11-01&to=2026-11-05", "2026-11-01", "2026-11-05", "day"),
        ("from=2026-11-05", "2026-11-05", "2026-11-05", "day"),
        ("to=2026-11-05", "2026-11-05", "2026-11-05", "day"),
        ("from=2026-01-01&to=2026-11-23", "2026-01-01", "2026-11-23", "week"),
        ("from=2026-11-01&to=2026-11-05&by=month", "2026-11-01", "2026-11-05", "month"),
    ],
)
def test_the_address_names_days_and_grouping(query: str, first: str, last: str, by: str) -> None:
    found = asked(query)
    assert (found.first.isoformat(), found.last.isoformat(), found.by) == (first, last, by)
    assert (found.notes, found.refused) == ((), "")


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("from=2026-11-05&to=2026-11-01", "The last day is before the first."),
        ("from=2026-11-24&to=2026-11-25", "These days are in the future."),
        ("from=yesterday", "Enter dates such as 2026-11-23."),
        ("from=2026-02-30", "Enter dates such as 2026-11-23."),
        ("to=%00", "Enter dates such as 2026-11-23."),
    ],
)
def test_invalid_days_are_refused_with_a_message(query: str, sentence: str) -> None:
    assert asked(query).refused == sentence


@pytest.mark.parametrize(
    ("query", "first", "last", "by", "note"),
    [
        (
            "from=2026-11-20&to=2027-01-01", "2026-11-20", "2026-11-23", "day",
            "Future days have no figures yet: shown up to today.",
        ),
        (
            "from=0001-01-01&to=2026-11-23", "2016-11-23", "2026-11-23", "month",
            "A report covers at most ten years: the last ten are shown.",
        ),
        (
            "from=2026-01-01&to=2026-11-23&by=day", "2026-01-01", "2026-11-23", "week",
            "By day at most 93 are shown, so this is by week.",
        ),
    ],
)  # fmt: skip
def test_a_changed_grouping_or_range_is_noted(
    query: str, first: str, last: str, by: str, note: str
) -> None:
    found = asked(query)
    assert (found.first.isoformat(), found.last.isoformat(), found.by) == (first, last, by)
    assert found.notes == (note,)


def test_a_named_range_moves_with_the_calendar() -> None:
    assert [
        label for label, _, is_here in choices(asked("range=this-month"), TODAY) if is_here
    ] == ["This month"]
    assert asked("range=this-month").address("week") == "?range=this-month&by=week"
    assert asked("from=2026-11-01").address() == "?from=2026-11-01&to=2026-11-01&by=day"


def test_only_readable_groupings_are_offered() -> None:
    assert [label for label, _, _ in groupings(asked(""))] == ["Day", "Week", "Month"]
    assert [label for label, _, _ in groupings(asked("range=last-12-months"))] == ["Week", "Month"]
    assert [label for label, _, _ in groupings(asked("from=2016-11-24&to=2026-11-23"))] == ["Month"]


days = st.dates(date(2015, 1, 1), date(2030, 1, 1))


@given(first=days, length=st.integers(0, MAX_DAYS - 1), by=st.sampled_from(sorted(GROUPINGS)))
def test_periods_cover_each_day_once_and_weeks_begin_on_monday(
    first: date, length: int, by: str
) -> None:
    last = first + timedelta(days=length)
    found = periods(first, last, by)
    assert (found[0].first, found[-1].last) == (first, last)
    for one, other in pairwise(found):
        assert other.first == one.last + timedelta(days=1)
        assert by != "week" or other.first.weekday() == 0
        assert by != "month" or other.first.day == 1
    assert len(found) == count_of(first, last, by)
    assert len({period.label for period in found}) == len(found)


@given(first=days, length=st.integers(0, 4000), by=st.sampled_from(["", *GROUPINGS, "x"]))
def test_any_address_gives_a_report(first: date, length: int, by: str) -> None:
    last = first + timedelta(days=length)
    found = parse_filters(QueryDict(f"from={first}&to={last}&by={by}"), TODAY)
    assert found.refused or len(found.periods) <= GROUPINGS[found.by].most
    assert found.last <= TODAY


@pytest.mark.django_db
@pytest.mark.parametrize("days", ["from=0001-01-01&to=0001-01-01", "from=0001-01-01&to=9999-12-31"])
def test_the_calendar_s_ends_have_a_report(days: str) -> None:
    assert (
        logged_in(make_staff_account("priya")).get(f"/backoffice/reports/?{days}").status_code
        == 200
    )
