"""Strict JSON parsing."""

import contextlib
import json
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oottam.core.strict_json import MAX_CONTAINERS, BadJsonError, parse


def read(raw: bytes | str) -> Any:
    return parse(raw.encode() if isinstance(raw, str) else raw, max_depth=3, max_number_length=30)


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
def test_valid_json_is_parsed_exactly(raw: str, value: Any) -> None:
    assert read(raw) == value


@pytest.mark.parametrize(
    ("raw", "message"),
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
def test_invalid_json_is_rejected_with_a_message(raw: bytes | str, message: str) -> None:
    with pytest.raises(BadJsonError) as refused:
        read(raw)
    assert str(refused.value) == message


@given(st.binary(max_size=200))
def test_arbitrary_bytes_are_parsed_or_rejected(raw: bytes) -> None:
    with contextlib.suppress(BadJsonError):
        read(raw)


@given(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0")))
def test_valid_text_is_returned_unchanged(text: str) -> None:
    assert read(json.dumps(text)) == text
    assert read(json.dumps(text, ensure_ascii=False)) == text


def test_too_many_containers_are_rejected_before_decoding() -> None:
    many = b"[" + b"[]," * MAX_CONTAINERS + b"1]"
    with pytest.raises(BadJsonError, match="too many lists and objects"):
        parse(many, max_depth=32, max_number_length=30)
    assert len(parse(many.replace(b"[],", b"1,"), max_depth=32, max_number_length=30)) > 20_000
    assert parse(b'["' + b"[" * 30_000 + b'"]', max_depth=32, max_number_length=30) == [
        "[" * 30_000
    ]


def test_brackets_within_strings_are_not_counted() -> None:
    text = json.dumps([["[{" * 40], '\\"[', "\\", {"]": "}"}] * 40).encode()
    assert parse(text, max_depth=2, max_number_length=30) == json.loads(text)
    with pytest.raises(BadJsonError, match="nested too deeply"):
        parse(text, max_depth=1, max_number_length=30)
