"""The values of a form against those that a colleague has stored since."""

import pytest

from oottam.core.merging import merge


@pytest.mark.parametrize(
    ("shown", "current", "typed", "value", "is_conflict"),
    [
        ("a", "a", "a", "a", False),
        ("a", "a", "mine", "mine", False),
        ("a", "theirs", "a", "theirs", False),
        ("a", "same", "same", "same", False),
        ("a", "theirs", "mine", "theirs", True),
        ("a", None, "mine", None, True),
        ("a", None, "a", None, False),
        (None, None, "mine", "mine", False),
        (None, "theirs", None, "theirs", False),
        ("a", "a", None, None, False),
    ],
)
def test_a_value_is_merged_with_a_colleagues(
    shown: str | None, current: str | None, typed: str | None, value: str | None, is_conflict: bool
) -> None:
    merged = merge(shown={"name": shown}, current={"name": current}, typed={"name": typed})
    assert merged.values == {"name": value}
    assert merged.conflicts == ({"name": current} if is_conflict else {})


def test_each_value_is_merged_by_itself_and_a_missing_one_is_none() -> None:
    merged = merge(
        shown={"week": 266, "thirty": 228},
        current={"week": 270, "thirty": 228},
        typed={"week": 266},
    )
    assert (merged.values, merged.conflicts) == ({"week": 270, "thirty": None}, {})
