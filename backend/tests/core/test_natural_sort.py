"""Natural sort keys."""

import pytest

from oottam.core.names import natural_key


@pytest.mark.parametrize(
    ("first", "then"),
    [
        ("9 Beach Road", "10 Beach Road"),
        ("Flat 2, 12 Beach Road", "Flat 10, 3 Beach Road"),
        ("9 Beach Road", "9 beach road, rear"),
        ("12 Beach Road", "Beach Road 1"),
        ("", "1"),
        ("No. ९", "No. 10"),
    ],
)
def test_lower_number_sorts_first(first: str, then: str) -> None:
    assert natural_key(first) < natural_key(then)


def test_case_and_leading_zeros_are_ignored() -> None:
    assert natural_key("Block 07 A") == natural_key("block 7 a")


def test_long_digit_run_can_be_compared() -> None:
    assert natural_key("9" * 5_000) < natural_key("A")
