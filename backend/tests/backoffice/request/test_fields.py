"""Amounts typed by the desk."""

import pytest
from django.core.exceptions import ValidationError

from oottam.backoffice.layout.fields import Rupees


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
