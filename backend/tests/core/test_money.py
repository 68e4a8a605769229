"""Money is whole paise."""

from decimal import Decimal

import pytest

from oottam.core.money import format_rupees, nearest_paise, paise_from_rupees


@pytest.mark.parametrize(("rupees", "paise"), [("273", 27300), ("25.5", 2550), ("0.01", 1)])
def test_rupees_become_paise_exactly(rupees: str, paise: int) -> None:
    assert paise_from_rupees(Decimal(rupees)) == paise


def test_a_fraction_of_a_paisa_is_refused() -> None:
    with pytest.raises(ValueError, match=r"25\.505 rupees have a fraction of a paisa"):
        paise_from_rupees(Decimal("25.505"))


@pytest.mark.parametrize(
    ("rupees", "paise"),
    [("0.005", 1), ("0.004", 0), ("-0.005", -1), ("1638.0000000000002", 163800)],
)
def test_the_noise_of_floats_is_rounded_away(rupees: str, paise: int) -> None:
    assert nearest_paise(Decimal(rupees)) == paise


@pytest.mark.parametrize(
    ("paise", "shown"),
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
def test_amounts_are_grouped_as_in_india(paise: int, shown: str) -> None:
    assert format_rupees(paise) == shown
