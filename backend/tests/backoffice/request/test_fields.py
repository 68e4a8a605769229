"""Amounts and days typed by the desk."""

from datetime import UTC, date, datetime

import pytest
import time_machine
from django.core.exceptions import ValidationError

from oottam.backoffice.shared.fields import Day, Rupees


@pytest.mark.parametrize(
    ("typed", "paise"),
    [
        ("1250", 1_250_00),
        ("1,250", 1_250_00),
        ("1250.50", 1_250_50),
        ("1250.5", 1_250_50),
        ("1,25,000", 1_25_000_00),
        ("125,000.05", 1_25_000_05),
        (" ₹ 1,250 ", 1_250_00),
        ("Rs. 1250", 1_250_00),
        ("rs1250", 1_250_00),
        ("Rs. 1,100/-", 1_100_00),
        ("1,100.50 /-", 1_100_50),
        ("INR 1100", 1_100_00),
        ("1100 Rs.", 1_100_00),
        ("0", 0),
    ],
)
def test_an_amount_is_parsed_as_people_write_it(typed: str, paise: int) -> None:
    assert Rupees().clean(typed) == paise


@pytest.mark.parametrize(
    "typed",
    ["1,25", "1.250,50", "12,50", "1250.555", "-5", "+5", "1e3", "NaN", "five", "௫", "1.", ".5", ",5", "1,,250", "9" * 21],
)  # fmt: skip
def test_an_ambiguous_amount_is_refused(typed: str) -> None:
    with pytest.raises(ValidationError, match="Enter an amount in rupees"):
        Rupees().clean(typed)


@pytest.mark.parametrize(
    ("paise", "shown"), [(1_250_00, "1,250"), (1_250_50, "1,250.50"), (0, "0")]
)
def test_a_known_amount_is_formatted_as_it_would_be_typed(paise: int, shown: str) -> None:
    field = Rupees()
    assert field.prepare_value(paise) == shown
    assert field.clean(shown) == paise


@pytest.mark.parametrize("typed", ["2000-01-01", "2028-12-05"])
def test_a_day_of_this_century_up_to_two_years_ahead_is_accepted(typed: str) -> None:
    with time_machine.travel(datetime(2026, 12, 4, 6, tzinfo=UTC), tick=False):
        assert Day().clean(typed) == date.fromisoformat(typed)


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("1999-12-31", "That date is long past: check the year."),
        ("2028-12-06", "That date is more than two years ahead."),
        ("05.12.2028", "Enter the date as 2026-12-31."),
    ],
)
def test_another_day_is_refused(typed: str, message: str) -> None:
    with (
        time_machine.travel(datetime(2026, 12, 4, 6, tzinfo=UTC), tick=False),
        pytest.raises(ValidationError, match=message),
    ):
        Day().clean(typed)
