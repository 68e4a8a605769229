"""Phone numbers are made diallable where that is clear."""

import pytest

from oottam.common.phone import normalise


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
