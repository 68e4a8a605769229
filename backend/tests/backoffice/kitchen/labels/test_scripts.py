"""Names and dishes as people write them: shaped, in their own faces, in the direction in which they run."""

import re

import pytest
import uharfbuzz
from hypothesis import given, settings
from hypothesis import strategies as st

from oottam.backoffice.kitchen.labels.bidi import in_drawing_order, levels
from oottam.backoffice.kitchen.labels.faces import (
    BOLD,
    FAMILIES,
    PLAIN,
    font,
    legible,
    runs,
    without_pictures,
)
from oottam.backoffice.kitchen.labels.lines import Breaker, Span
from oottam.backoffice.kitchen.labels.stocks import A4_21
from oottam.backoffice.kitchen.labels.typesetting import Typesetter, shaped
from tests.backoffice.kitchen.labels.examples import label, parts

LATIN, TAMIL, DEVANAGARI, TELUGU, ARABIC = range(len(FAMILIES))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Kavitha", [(LATIN, "Kavitha")]),
        ("José Łukasz ṭhākur", [(LATIN, "José Łukasz ṭhākur")]),
        ("கவிதா ராமன்", [(TAMIL, "கவிதா ராமன்")]),
        ("श्रीनिवास।", [(DEVANAGARI, "श्रीनिवास।")]),
        ("వెంకట్ 2", [(TELUGU, "వెంకట్ 2")]),
        ("محمد", [(ARABIC, "محمد")]),
        ("அனிதா (Anita)", [(TAMIL, "அனிதா ("), (LATIN, "Anita)")]),
        ("Idli இட்லி इडली", [(LATIN, "Idli "), (TAMIL, "இட்லி "), (DEVANAGARI, "इडली")]),
        ("क்", [(DEVANAGARI, "क"), (TAMIL, "்")]),
    ],
)
def test_each_script_has_its_face(text: str, expected: list[tuple[int, str]]) -> None:
    assert runs(text) == expected


@pytest.mark.parametrize(
    ("text", "family", "glyphs"),
    [
        ("ஸ்ரீ", TAMIL, 1),  # four characters, one letter
        ("க்ஷ", TAMIL, 1),
        ("क्ष", DEVANAGARI, 1),
        ("రెడ్డి", TELUGU, 3),
    ],
)
def test_letters_that_join_are_joined(text: str, family: int, glyphs: int) -> None:
    drawn = shaped(text, (family, PLAIN))
    assert len(drawn.reads) == glyphs


def test_a_vowel_that_stands_before_its_consonant_is_drawn_before_it() -> None:
    made = font(TAMIL, PLAIN)
    consonant, vowel = (made.get_nominal_glyph(ord(char)) for char in "கெ")
    assert [glyph for glyph, _ in shaped("கெ", (TAMIL, PLAIN)).reads] == [vowel, consonant]


def test_arabic_letters_take_the_shape_that_their_place_asks_for() -> None:
    apart = {glyph for char in "محمد" for glyph, _ in shaped(char, (ARABIC, PLAIN), level=1).reads}
    joined = {glyph for glyph, _ in shaped("محمد", (ARABIC, PLAIN), level=1).reads}
    assert not apart & joined


@pytest.mark.parametrize("text", ["A\u0301", "m̐"])
def test_a_mark_is_set_onto_its_letter(text: str) -> None:
    """Neither beside it nor as wide as one."""
    assert shaped(text, (LATIN, PLAIN)).advance == shaped(text[0], (LATIN, PLAIN)).advance


@pytest.mark.parametrize(
    ("text", "family"),
    [
        ("AVATAR Te", LATIN),
        ("ŕ̄m̐", LATIN),
        ("ஸ்ரீநிவாஸன்", TAMIL),
        ("द्विवेदीँ", DEVANAGARI),
        ("క్ష్మీనారాయణ", TELUGU),
        ("محمّدالعزيز", ARABIC),
    ],
)
def test_what_is_shown_is_as_wide_as_it_was_measured(text: str, family: int) -> None:
    """Each glyph moves on by its own width, each number within an array back by itself."""
    drawn = shaped(text, (family, PLAIN), level=1 if family == ARABIC else 0)
    made = font(family, PLAIN)
    told = re.sub(r"/Span<<.*?>>BDC|[\d.-]+ Ts|EMC|TJ", " ", f"[{drawn.shown}]")
    width = 0.0
    for glyphs, number in re.findall(r"<(\w+)>|(-?[\d.]+)(?=[\s<\]\[])", told):
        for at in range(0, len(glyphs), 4):
            width += made.get_glyph_h_advance(int(glyphs[at : at + 4], 16))
        width -= float(number or 0)
    assert width == drawn.advance
    assert not re.search(r"\d[.\d]*-|-\d*-", told)


def test_what_is_heavy_is_another_cut_of_the_same_face() -> None:
    assert shaped("Kavitha", (LATIN, BOLD)).advance > shaped("Kavitha", (LATIN, PLAIN)).advance


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("  Kavitha \t\n Raman\x00 ", "Kavitha Raman"),
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
        ("", ""),
    ],
)
def test_what_no_face_has_is_marked_and_what_is_invisible_left_out(
    text: str, expected: str
) -> None:
    assert legible(text) == expected


def test_a_name_is_the_same_without_its_pictures() -> None:
    assert without_pictures("Anita 🌸 Rao 🎂") == "Anita  Rao "
    assert parts(label(name="Anita 🌸 Rao 🎂"), A4_21)["name"] == "Anita Rao"


@pytest.mark.parametrize("name", ["അനിത കുമാർ", "অনিতা", "🌸", "[…]"])
def test_a_name_that_cannot_be_written_is_looked_up_by_its_reference(name: str) -> None:
    assert parts(label(name=name), A4_21)["name"] == "OT-7K2M9QX Name: see order"


def test_where_there_is_no_name_there_is_none_to_look_up() -> None:
    assert parts(label(name=" "), A4_21)["name"] == "OT-7K2M9QX"


@settings(max_examples=300)
@given(st.text(max_size=40))
def test_no_empty_box_is_ever_drawn(text: str) -> None:
    words = Typesetter().words(text, PLAIN)
    assert 0 not in {glyph for word in words for run in word.runs for glyph, _ in run.reads}


@settings(max_examples=300)
@given(st.text(max_size=40))
def test_legible_text_stays_as_it_is(text: str) -> None:
    assert legible(legible(text)) == legible(text)


# As by the Unicode Bidirectional Algorithm: 0 and 2 from the left, 1 from the right.
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Anita", "00000"),
        ("اب", "11"),
        ("a اب b", "001100"),
        ("a اب ج", "001111"),
        ("اب a", "1112"),
        ("اب 12", "11122"),
        ("ab 12", "00000"),
        ("اب 1,2", "111222"),
        ("اب (a)", "111121"),
        ("a (اب)", "000110"),
        ("12 اب", "22111"),
        ("اب-جد", "11111"),
        ("ا\u064eب", "111"),
        ("a ١٢", "0022"),
    ],
)
def test_each_character_runs_in_its_direction(text: str, expected: str) -> None:
    assert "".join(str(level) for level in levels(text)) == expected


def test_levels_are_turned_from_the_deepest_outward() -> None:
    class Piece:
        def __init__(self, name: str, level: int) -> None:
            self.name, self.level = name, level

    pieces = [Piece(name, level) for name, level in zip("abcdef", (0, 1, 2, 2, 1, 0), strict=True)]
    assert "".join(piece.name for piece in in_drawing_order(pieces)) == "aecdbf"


def drawn_order(*spans: Span) -> str:
    """The words of a line from left to right."""
    (line,) = Breaker().broken(1e6, *spans)
    by_run = {run: piece.word.text for piece in line.pieces for run in piece.word.runs}
    return " ".join(by_run[run] for run in line.runs if run)


def test_words_of_a_name_from_the_right_begin_there() -> None:
    assert drawn_order(Span("محمد عبد الله", PLAIN)) == "الله عبد محمد"


def test_a_word_from_the_left_among_them_stands_where_they_have_come_to() -> None:
    assert drawn_order(Span("بدون onion بصل", PLAIN)) == "بصل onion بدون"


def test_our_own_words_before_theirs_stay_where_they_are() -> None:
    assert drawn_order(Span("Note:", BOLD), Span("بدون بصل", PLAIN)) == "Note: بصل بدون"


def test_a_word_is_parted_only_between_letters() -> None:
    lines = Breaker().broken(3000, Span("ஸ்ரீஸ்ரீஸ்ரீஸ்ரீகொகொ", PLAIN))
    read = [line.text for line in lines]
    assert "".join(read) == "ஸ்ரீஸ்ரீஸ்ரீஸ்ரீகொகொ"
    assert len(read) > 2
    assert not any(text.startswith(("\u0bcd", "ரீ", "\u0bca")) for text in read)


def test_the_faces_are_those_that_are_installed() -> None:
    assert [
        font(family, PLAIN).face.get_name(uharfbuzz.OTNameIdPredefined.POSTSCRIPT_NAME)
        for family in range(5)
    ] == [
        "NotoSans-Regular",
        "NotoSansTamil-Regular",
        "NotoSansDevanagari-Regular",
        "NotoSansTelugu-Regular",
        "NotoSansArabic-Regular",
    ]
