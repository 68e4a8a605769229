"""Charts show their figures in proportion, from the line of 0."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oottam.backoffice.reports.filters import periods
from oottam.backoffice.reports.presenters import Chart, chart, scale
from oottam.backoffice.reports.tables import Column, Table, Unit

figures = st.lists(st.integers(-(10**12), 10**12), min_size=1, max_size=121)


@given(values=figures, unit=st.sampled_from([1, 100]))
def test_a_scale_covers_all_values_with_few_lines_and_zero(values: list[int], unit: int) -> None:
    low, high, step = scale(values, unit)
    assert low <= min(0, *values)
    assert high >= max(0, *values)
    assert low % step == high % step == 0
    assert 1 <= (high - low) // step <= 5


@pytest.mark.parametrize(
    ("values", "found"),
    [
        ([0], (0, 1, 1)),
        ([1, 3], (0, 3, 1)),
        ([5], (0, 6, 2)),
        ([8], (0, 10, 5)),
        ([100, 260], (0, 300, 100)),
        ([-40, 260], (-100, 300, 100)),
    ],
)
def test_lines_are_at_round_numbers(values: list[int], found: tuple[int, int, int]) -> None:
    assert scale(values, 1) == found


def drawn(*rows: tuple[int, int]) -> Chart:
    days = periods(date(2026, 11, 1), date(2026, 11, len(rows)), "day")
    columns = (Column("When", Unit.TEXT), Column("Booked", Unit.PAISE), Column("Paid", Unit.PAISE))
    named = [(day.label, *row) for day, row in zip(days, rows, strict=True)]
    return chart(Table("money", "Money", columns, named, periods=days), "T", "Booked", "Paid", "S")


def test_bar_heights_match_figures_and_negative_bars_hang_down() -> None:
    found = drawn((40000, 0), (-20000, 20000))
    assert found.wide == [
        ("6.00%", "0.00%", "38.00%", "66.67%"),
        ("56.00%", "66.67%", "38.00%", "33.33%"),
    ]
    assert [(y, height) for _, y, _, height in found.narrow] == [("33.33%", "33.33%")]
    assert found.lines == [
        ("100.00%", "−₹200", False),
        ("66.67%", "₹0", True),
        ("33.33%", "₹200", False),
        ("0.00%", "₹400", False),
    ]


def test_a_chart_labels_at_most_four_days() -> None:
    found = drawn(*([(1, 0)] * 30))
    assert [text for _, text, _ in found.labels] == ["1 Nov", "9 Nov", "17 Nov", "25 Nov"]


def test_an_empty_chart_says_so() -> None:
    assert drawn((0, 0)).is_empty
