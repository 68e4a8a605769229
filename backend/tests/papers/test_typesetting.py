"""PDF generation: embedded fonts, text that is never markup, merged documents."""

import io
import subprocess
import sys
from typing import Any

import pypdf
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oottam.backoffice.kitchen.labels.document import draw
from oottam.backoffice.kitchen.labels.label import Dish
from oottam.backoffice.kitchen.labels.stocks import ROLL_100_50
from oottam.papers.typesetting import merge_pdfs
from tests.backoffice.kitchen.labels.examples import label
from tests.backoffice.kitchen.labels.pdf_text import Document


def fonts(content: bytes) -> set[str]:
    """Return the names of the embedded fonts, without their subset prefixes."""
    found = set()
    for page in pypdf.PdfReader(io.BytesIO(content)).pages:
        resources: Any = page["/Resources"]
        for font in resources["/Font"].values():
            found.add(font.get_object()["/BaseFont"].split("+")[1])
    return found


def test_pdf_embeds_only_our_fonts() -> None:
    names = ["Kavitha", "கவிதா", "श्रीनिवास", "రెడ్డి", "محمد"]
    names += ["അനിത", "ಅನಿತಾ", "অনিতা", "અનિતા", "ਅਨੀਤਾ", "ଅନିତା"]
    found = fonts(draw([label(name=name) for name in names], ROLL_100_50))
    families = {name.split("-")[0] for name in found}
    assert families == {
        "NotoSans", "NotoSansTamil", "NotoSansDevanagari", "NotoSansTelugu", "NotoSansArabic",
        "NotoSansMalayalam", "NotoSansKannada", "NotoSansBengali", "NotoSansGujarati", "NotoSansGurmukhi",
        "NotoSansOriya",
    }  # fmt: skip


@pytest.mark.parametrize(
    "text", ["#let x = 1", "*a* _b_ `c`", "$x^2$", "@ref <label>", "[a](b) \\ ~", "\"q\" 'q' --"]
)
def test_text_is_never_markup(text: str) -> None:
    content = draw([label(name=text, stop=text, note=text, dishes=(Dish(text),))], ROLL_100_50)
    (found,) = Document(content).labels
    assert found.count(text) == 4


@settings(max_examples=40, deadline=None)
@given(st.lists(st.text(max_size=40), min_size=10, max_size=10))
def test_pdf_never_contains_the_missing_glyph(texts: list[str]) -> None:
    """Glyph 0 is the missing-glyph box."""
    content = draw([label(dishes=tuple(Dish(text) for text in texts))], ROLL_100_50)
    for page in pypdf.PdfReader(io.BytesIO(content)).pages:
        stream: Any = page.get_contents()
        for operands, operator in stream.operations:
            strings = operands[0] if operator == b"TJ" else operands if operator == b"Tj" else []
            for glyphs in strings:
                if not isinstance(glyphs, (int, float)):
                    raw = getattr(glyphs, "original_bytes", glyphs)
                    codes = [raw[at : at + 2] for at in range(0, len(raw), 2)]
                    assert b"\0\0" not in codes


def test_server_does_not_import_typesetting() -> None:
    program = (
        "import sys, django; django.setup(); import oottam.config.urls; "
        "print([name for name in ('typst', 'fontTools', 'pypdf') if name in sys.modules])"
    )
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert result.stdout.strip() == b"[]"


def test_merge_pdfs_prints_at_actual_size() -> None:
    part = draw([label()], ROLL_100_50)
    reader = pypdf.PdfReader(io.BytesIO(merge_pdfs([part, part], "Labels, Mon 7 Dec")))
    assert len(reader.pages) == 2
    assert reader.metadata is not None
    assert reader.metadata.title == "Labels, Mon 7 Dec"
    root: Any = reader.root_object
    assert root["/Lang"] == "en-IN"
    assert root["/ViewerPreferences"]["/PrintScaling"] == "/None"
