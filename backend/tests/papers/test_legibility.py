"""Replacement of characters that the fonts of papers cannot draw."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oottam.papers.legibility import FAMILIES, font_files, has_letters, strip_symbols, to_drawable


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("  Kavitha \t\n Raman\x00 ", "Kavitha Raman"),
        ("José Łukasz ṭhākur", "José Łukasz ṭhākur"),
        ("அனிதா (Anita)", "அனிதா (Anita)"),
        ("അനിത", "[…]"),
        ("അനിത കുമാർ", "[…]"),
        ("Anita അനിത Rao", "Anita […] Rao"),
        ("ಅನಿತಾ and অনিতা", "[…] and […]"),
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
    assert [path.name for path in font_files()] == [
        f"{family.replace(' ', '')}[wdth,wght].ttf" for family in FAMILIES
    ]
