"""Numbers in a text are sorted as numbers."""

import pytest

from oottam.core.natural_sort import natural


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
def test_the_lower_number_comes_first(first: str, then: str) -> None:
    assert natural(first) < natural(then)


def test_capital_letters_and_leading_noughts_say_nothing() -> None:
    assert natural("Block 07 A") == natural("block 7 a")


def test_a_row_of_digits_of_any_length_has_a_place() -> None:
    assert natural("9" * 5_000) < natural("A")
