"""JSON is read without liberties."""

import contextlib
import json
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oottam.common.strict_json import BadJsonError, parse


def read(raw: bytes | str) -> Any:
    return parse(raw.encode() if isinstance(raw, str) else raw, deepest=3, longest_number=30)


def nested(depth: int) -> str:
    return "[" * depth + "]" * depth


@pytest.mark.parametrize(
    ("raw", "value"),
    [
        ('{"a": 1}', {"a": 1}),
        ("1.10", Decimal("1.10")),
        ("1e3", Decimal(1000)),
        ('"\\ud83e\\udd57"', "🥗"),
        ('"\\\\u0000"', "\\u0000"),
        (nested(3), [[[]]]),
        ("[[],[],[],[],[]]", [[], [], [], [], []]),
        ('"' + "[" * 40 + '"', "[" * 40),
    ],
)
def test_plain_json_is_read_exactly(raw: str, value: Any) -> None:
    assert read(raw) == value


@pytest.mark.parametrize(
    ("raw", "says"),
    [
        (b"\xff", "The request is not valid UTF-8."),
        (b'"\xed\xa0\x80"', "The request is not valid UTF-8."),
        ("", "The request is not valid JSON (line 1, column 1)."),
        ("{'a': 1}", "The request is not valid JSON (line 1, column 2)."),
        ("1 2", "The request is not valid JSON (line 1, column 3)."),
        ("\ufeff{}", "The request is not valid JSON (line 1, column 1)."),
        ('"a\0b"', "The request is not valid JSON (line 1, column 3)."),
        ('{"a": 1, "a": 1}', "The request names a field twice."),
        ('[{"b": {"a": 1, "\\u0061": 2}}]', "The request names a field twice."),
        ("NaN", "The request holds NaN, which is not a JSON number."),
        ("[-Infinity]", "The request holds -Infinity, which is not a JSON number."),
        ("1" * 31, "The request holds a number that is too long."),
        ("0." + "1" * 30, "The request holds a number that is too long."),
        ("1e999999999", "The request holds a number that is too large or too small."),
        ("1e-999999999", "The request holds a number that is too large or too small."),
        (nested(4), "The request is nested too deeply."),
        (nested(100_000), "The request is nested too deeply."),
        ('{"a":{"a":{"a":{"a":1}}}}', "The request is nested too deeply."),
        ('"\\u0000"', "The request holds a NUL character."),
        ('{"\\u0000": 1}', "The request holds a NUL character."),
        ('["\\ud800"]', "The request holds half of a character (a lone surrogate)."),
        ('{"\\udfff": 1}', "The request holds half of a character (a lone surrogate)."),
    ],
)
def test_anything_doubtful_is_refused_with_a_sentence(raw: bytes | str, says: str) -> None:
    with pytest.raises(BadJsonError) as refused:
        read(raw)
    assert str(refused.value) == says


@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(raw: bytes) -> None:
    with contextlib.suppress(BadJsonError):
        read(raw)


@given(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0")))
def test_any_text_without_nul_and_surrogates_comes_through_unchanged(text: str) -> None:
    assert read(json.dumps(text)) == text
    assert read(json.dumps(text, ensure_ascii=False)) == text
