"""JSON is read without liberties."""

import contextlib
import json
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oottam.core.strict_json import MAX_CONTAINERS, BadJsonError, parse


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
        ("1e15", Decimal(10**15)),
        ("0e0", Decimal(0)),
        ("0." + "0" * 28, Decimal(0)),
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
        ("1e16", "The request holds a number that is too large or too small."),
        ("1e9999999999999999999", "The request holds a number that is too large or too small."),
        ("-1e-9999999999999999999", "The request holds a number that is too large or too small."),
        ("0e9999999999999999999", "The request holds a number that is too large or too small."),
        ("0.0E+999999999", "The request holds a number that is too large or too small."),
        ("0e-31", "The request holds a number that is too large or too small."),
        (nested(4), "The request is nested too deeply."),
        (nested(20_000), "The request is nested too deeply."),
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


def test_more_lists_than_anybody_fills_in_are_refused_before_they_are_made() -> None:
    many = b"[" + b"[]," * MAX_CONTAINERS + b"1]"
    with pytest.raises(BadJsonError, match="too many lists and objects"):
        parse(many, deepest=32, longest_number=30)
    assert len(parse(many.replace(b"[],", b"1,"), deepest=32, longest_number=30)) > 20_000
    assert parse(b'["' + b"[" * 30_000 + b'"]', deepest=32, longest_number=30) == ["[" * 30_000]


def test_brackets_are_counted_outside_of_texts_alone() -> None:
    text = json.dumps([["[{" * 40], '\\"[', "\\", {"]": "}"}] * 40).encode()
    assert parse(text, deepest=2, longest_number=30) == json.loads(text)
    with pytest.raises(BadJsonError, match="nested too deeply"):
        parse(text, deepest=1, longest_number=30)
