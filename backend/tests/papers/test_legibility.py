"""Replacement of characters that the fonts of papers cannot draw."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oottam.papers.legibility import (
    FAMILIES,
    FONTS,
    font_files,
    has_letters,
    strip_symbols,
    to_drawable,
    to_words,
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("  Kavitha \t\n Raman\x00 ", "Kavitha Raman"),
        ("José Łukasz ṭhākur", "José Łukasz ṭhākur"),
        ("அனிதா (Anita)", "அனிதா (Anita)"),
        ("അനിത കുമാർ", "അനിത കുമാർ"),
        ("ಅನಿತಾ and অনিতা", "ಅನಿತಾ and অনিতা"),
        ("અનિતા ਅਨੀਤਾ ଅନିତା", "અનિતા ਅਨੀਤਾ ଅନିତା"),
        ("អានីតា", "[…]"),
        ("អានីតា អានីតា", "[…]"),
        ("Anita អានីតា Rao", "Anita […] Rao"),
        ("Ａｎｉｔａ ㎏", "Anita kg"),
        ("no 🥜🥜 please ❌", "no […] please […]"),
        ("👩🏽\u200d🍳", "[…]"),
        ("\u202eevil\u202c \u200b\ufeff", "evil"),
        ("e\u0301", "é"),
        ("ஸ்ரீ", "ஸ்ரீ"),
        ("क्\u200dष", "क्\u200dष"),
        ("क\u0bcd", "[…]"),  # no font has both the letter and the mark on it
        ("S" + "\u0323" * 20, "Ṣ" + "\u0323" * 3),
        ("", ""),
    ],
)
def test_to_drawable_replaces_undrawable_and_removes_invisible_characters(
    text: str, expected: str
) -> None:
    assert to_drawable(text) == expected


def test_strip_symbols_removes_emoji() -> None:
    assert strip_symbols("Anita 🌸 Rao 🎂") == "Anita  Rao "


def test_has_letters_ignores_punctuation() -> None:
    assert not has_letters("[…]")
    assert has_letters("அனிதா")


@settings(max_examples=300)
@given(st.text(max_size=40))
def test_to_drawable_is_idempotent(text: str) -> None:
    assert to_drawable(to_drawable(text)) == to_drawable(text)


def test_font_files_match_the_installed_fonts() -> None:
    scripts = ("Bengali", "Gujarati", "Gurmukhi", "Kannada", "Malayalam", "Oriya")
    assert [path.name for path in font_files()] == [
        *(f"{family.replace(' ', '')}[wdth,wght].ttf" for family in FAMILIES),
        *(f"NotoSans{each}-{weight}.ttf" for each in scripts for weight in ("Bold", "Regular")),
    ]
    assert "SIL Open Font License" in (FONTS / "OFL.txt").read_text("utf-8")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("no 🥜🥜 please ❌", "no (peanuts) please (cross mark)"),
        ("👩🏽\u200d🍳 says no ghee", "(woman) (cooking) says no ghee"),
        ("no អានីតា, no nuts", "no (letters that cannot be printed: see the order) , no nuts"),
        ("നിലക്കടല വേണ്ട", "നിലക്കടല വേണ്ട"),
        ("no nuts", "no nuts"),
    ],
)
def test_what_cannot_be_drawn_is_said_in_words(text: str, expected: str) -> None:
    assert to_words(text) == expected
