"""GSTINs, tax within a total, financial years, and numbers of papers."""

from datetime import date
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oottam.billing import tax
from oottam.core.money import MAX_PAISE
from tests.hypothesis_profile import rule_settings

VALID = "27AAPFU0939F1ZV"
PAISE = st.integers(0, MAX_PAISE)
PERCENT = st.integers(0, tax.MAX_PERCENT)


@pytest.mark.parametrize("gstin", [VALID, "29AAGCB7383J1Z4", " 27aapfu 0939f1zv "])
def test_valid_gstin_is_accepted_as_typed(gstin: str) -> None:
    assert tax.clean_gstin(gstin) == gstin.replace(" ", "").upper()


def test_no_gstin_is_none() -> None:
    assert tax.clean_gstin("  ") == ""


@pytest.mark.parametrize(
    ("gstin", "sentence"),
    [
        (VALID[:-1], "this one has 14"),
        ("27AAPFU0939F1YV", "two digits of the state"),
        ("27AAPF10939F1ZV", "two digits of the state"),
        ("00AAPFU0939F1ZV", "No state has the number 00"),
        ("27AAPFU0939F1ZW", "last character does not match"),
    ],
)
def test_wrong_gstin_is_refused_with_a_sentence(gstin: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        tax.clean_gstin(gstin)


@given(st.integers(0, 13), st.sampled_from("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"))
@rule_settings
def test_one_mistyped_character_changes_the_check_digit(at: int, typed: str) -> None:
    changed = VALID[:at] + typed + VALID[at + 1 : -1]
    assert (tax.check_digit(changed) == VALID[-1]) == (typed == VALID[at])


def test_known_totals_are_split() -> None:
    assert tax.split(105_00, 5) == tax.Split(100_00, 2_50, 2_50)
    assert tax.split(118_00, 18) == tax.Split(100_00, 9_00, 9_00)
    assert tax.split(500_00, 0) == tax.Split(500_00, 0, 0)
    assert tax.split(0, 5) == tax.Split(0, 0, 0)
    assert tax.split(21, 5) == tax.Split(19, 1, 1)  # half a paisa, rounded up


@given(PAISE, PERCENT)
@rule_settings
def test_split_is_exact_and_nearest(total: int, percent: int) -> None:
    parts = tax.split(total, percent)
    exact = Fraction(total * percent, 2 * (100 + percent))
    assert parts.taxable + parts.cgst + parts.sgst == total
    assert parts.cgst == parts.sgst
    assert abs(parts.cgst - exact) <= Fraction(1, 2)
    assert parts.taxable >= 0


@given(st.lists(PAISE, min_size=1, max_size=12), PERCENT)
@rule_settings
def test_lines_add_up_to_the_whole(lines: list[int], percent: int) -> None:
    whole, parts = tax.split(sum(lines), percent), tax.split_lines(lines, percent)
    assert [part.total for part in parts] == lines
    assert sum(part.cgst for part in parts) == whole.cgst
    assert sum(part.sgst for part in parts) == whole.sgst
    assert sum(part.taxable for part in parts) == whole.taxable


@given(PAISE, st.lists(PAISE, min_size=1, max_size=12).filter(any))
@rule_settings
def test_apportioning_is_by_the_largest_remainder(total: int, weights: list[int]) -> None:
    parts = tax.apportion(total, weights)
    assert sum(parts) == total
    exact = [Fraction(total * weight, sum(weights)) for weight in weights]
    remainders = [share - share.__floor__() for share in exact]
    raised = [part - share.__floor__() for part, share in zip(parts, exact, strict=True)]
    assert set(raised) <= {0, 1}
    kept = [rest for rest, up in zip(remainders, raised, strict=True) if not up]
    assert all(
        rest >= max(kept, default=0) for rest, up in zip(remainders, raised, strict=True) if up
    )


def test_nothing_is_divided_by_no_weights() -> None:
    assert tax.apportion(0, [0, 0]) == [0, 0]
    with pytest.raises(ValueError, match="no parts"):
        tax.apportion(5, [0, 0])
    with pytest.raises(ValueError, match="No tax"):
        tax.split(-1, 5)
    with pytest.raises(ValueError, match="No tax"):
        tax.split(1, tax.MAX_PERCENT + 1)


@pytest.mark.parametrize(
    ("day", "year"),
    [
        (date(2026, 3, 31), "25-26"),
        (date(2026, 4, 1), "26-27"),
        (date(2027, 1, 1), "26-27"),
        (date(2099, 4, 1), "99-00"),
        (date(2109, 12, 31), "09-10"),
    ],
)
def test_financial_year_begins_on_1_april(day: date, year: str) -> None:
    assert tax.financial_year(day) == year


def test_numbers_have_at_most_16_characters() -> None:
    assert tax.format_number("OT", "26-27", "", 123) == "OT/26-27/000123"
    assert tax.format_number("OT", "26-27", "C", 123) == "OT/26-27/C00123"
    assert tax.format_number("OT", "26-27", "CB", 9_9999) == "OT/26-27/CB99999"
    assert tax.format_number("OTM", "26-27", "", 999_999) == "OTM/26-27/999999"
    with pytest.raises(ValueError, match="more than 16"):
        tax.format_number("OTM", "26-27", "", 1_000_000)


def test_prefix_that_is_too_long_is_refused() -> None:
    assert tax.clean_prefix(" ot- ") == "OT-"
    with pytest.raises(ValueError, match="at most 3 characters"):
        tax.clean_prefix("OOTT")
    for typed in ("", "O_", "ஊ", "O/T"):
        with pytest.raises(ValueError, match="capital letters"):
            tax.clean_prefix(typed)


def test_series_follow_one_another_until_the_last() -> None:
    letters = [""]
    for _ in tax.SERIES_LETTERS:
        letters.append(tax.next_series(letters[-1]))
    assert "".join(letters) == tax.SERIES_LETTERS
    assert tax.latest_series("", "D", "B") == "D"
    assert tax.latest_series("") == ""
    with pytest.raises(ValueError, match="All letters"):
        tax.next_series(letters[-1])
