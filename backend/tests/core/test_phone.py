"""Phone numbers are made diallable where that is clear."""

import pytest

from oottam.core.phone import folded, normalise


@pytest.mark.parametrize(
    ("written", "dialled"),
    [
        ("9840012345", "+919840012345"),
        ("98400 12345", "+919840012345"),
        ("098400-12345", "+919840012345"),
        ("+91 98400 12345", "+919840012345"),
        ("91 9840012345", "+919840012345"),
        ("0091 (98400) 12345", "+919840012345"),
        ("044 2345 6789", "+914423456789"),
        ("+44 20 7946 0958", "+442079460958"),
        ("+44 (0)20 7946 0958", "+442079460958"),
        ("+91-(0)98400 12345", "+919840012345"),
        ("+91 0 98400 12345", "+919840012345"),
        ("12345", ""),
        ("call my wife", ""),
        ("+0 98400 12345", ""),
        ("९८४०० १२३४५", ""),
        ("9840012345 / 9840012346", ""),
        ("", ""),
    ],
)
def test_a_number_is_normalised_or_left_alone(written: str, dialled: str) -> None:
    assert normalise(written) == dialled


ONE_NUMBER = [
    "9840012345",
    "98400 12345",
    "09840012345",
    "+91 98400-12345",
    "0091 (98400) 12345",
    "91.98400.12345",
    "+91-(0)98400 12345",
    "+91 0 98400 12345",
    "091 98400 12345",
    "9\u200b8400\u200d1\ufeff2345\u2060",
    "\u202a98400 12345\u202c",
    "９８４００１２３４５",
    "＋９１（９８４００）１２３４５",
    "९८४०० १२३४५",
    "98400_12345",
    "tel:+91-98400-12345",
    "TEL: 98400 12345",
    "tel:+919840012345;ext=12",
    "98400 12345 ext. 12",
    "98400 12345 Extension 12",
    "98400 12345x12",
    "98400 12345 #12",
    "98400 12345, 12",
    "98400 12345 (mobile)",
    "fax/phone 98400 12345",
    "98400*12345",
    " 98400\t12345\n",
]


@pytest.mark.parametrize("written", ONE_NUMBER)
def test_spellings_of_one_number_are_counted_as_one(written: str) -> None:
    assert folded(written) == "919840012345"


@pytest.mark.parametrize(
    ("written", "counted"),
    [
        ("+44 20 7946 0958", "442079460958"),
        ("+44 (0)20 7946 0958", "442079460958"),
        ("0044 20 7946 0958", "442079460958"),
        ("65 8123 4567", "916581234567"),
        ("+65 8123 4567", "6581234567"),
        ("9840012346", "919840012346"),
        ("9840012345 / 9840012346", "98400123459840012346"),
        ("12345", "12345"),
        ("000 0000", "0000000"),
        ("Room 5, please CALL\u200b", "room5pleasecall"),
        ("call my wife", "callmywife"),
        ("...", "..."),
        ("", ""),
    ],
)
def test_other_numbers_and_words_are_counted_by_themselves(written: str, counted: str) -> None:
    assert folded(written) == counted
