"""Conversion and formatting of amounts."""

from decimal import Decimal

import pytest

from oottam.core.money import format_rupees, nearest_paise, paise_from_rupees


@pytest.mark.parametrize(("rupees", "paise"), [("273", 27300), ("25.5", 2550), ("0.01", 1)])
def test_rupees_are_converted_to_paise_exactly(rupees: str, paise: int) -> None:
    assert paise_from_rupees(Decimal(rupees)) == paise


def test_fraction_of_a_paisa_raises_value_error() -> None:
    with pytest.raises(ValueError, match=r"25\.505 rupees have a fraction of a paisa"):
        paise_from_rupees(Decimal("25.505"))


@pytest.mark.parametrize(
    ("rupees", "paise"),
    [("0.005", 1), ("0.004", 0), ("-0.005", -1), ("1638.0000000000002", 163800)],
)
def test_float_errors_are_rounded_to_the_nearest_paisa(rupees: str, paise: int) -> None:
    assert nearest_paise(Decimal(rupees)) == paise


@pytest.mark.parametrize(
    ("paise", "text"),
    [
        (0, "₹0.00"),
        (5, "₹0.05"),
        (99999, "₹999.99"),
        (100000, "₹1,000.00"),
        (1274000, "₹12,740.00"),
        (12345678, "₹1,23,456.78"),
        (1234567890, "₹1,23,45,678.90"),
        (-150, "-₹1.50"),
    ],
)
def test_amount_has_indian_digit_groups(paise: int, text: str) -> None:
    assert format_rupees(paise) == text
