"""What the fonts of papers can draw, and what is written for the rest."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oottam.papers.legibility import FAMILIES, font_files, has_letters, legible, without_pictures


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
def test_what_no_font_has_is_marked_and_what_is_invisible_left_out(
    text: str, expected: str
) -> None:
    assert legible(text) == expected


def test_a_name_is_the_same_without_its_pictures() -> None:
    assert without_pictures("Anita 🌸 Rao 🎂") == "Anita  Rao "


def test_dots_and_brackets_are_no_letters() -> None:
    assert not has_letters("[…]")
    assert has_letters("அனிதா")


@settings(max_examples=300)
@given(st.text(max_size=40))
def test_legible_text_stays_as_it_is(text: str) -> None:
    assert legible(legible(text)) == legible(text)


def test_the_fonts_are_those_that_are_installed() -> None:
    assert [path.name for path in font_files()] == [
        f"{family.replace(' ', '')}[wdth,wght].ttf" for family in FAMILIES
    ]
