"""Papers: only our fonts, text that is never markup, and nothing kept of what was set."""

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
from oottam.papers.typesetting import joined
from tests.backoffice.kitchen.labels.examples import label
from tests.backoffice.kitchen.labels.pdf_text import Document


def fonts(content: bytes) -> set[str]:
    """The names of those that are embedded, without the letters that stand for the part that is."""
    found = set()
    for page in pypdf.PdfReader(io.BytesIO(content)).pages:
        resources: Any = page["/Resources"]
        for font in resources["/Font"].values():
            found.add(font.get_object()["/BaseFont"].split("+")[1])
    return found


def test_only_our_fonts_are_in_it_in_the_weights_that_are_drawn() -> None:
    names = ("Kavitha", "கவிதா", "श्रीनिवास", "రెడ్డి", "محمد")
    found = fonts(draw([label(name=name) for name in names], ROLL_100_50))
    families = {name.split("-")[0] for name in found}
    assert families == {
        "NotoSans", "NotoSansTamil", "NotoSansDevanagari", "NotoSansTelugu", "NotoSansArabic",
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
def test_no_empty_box_is_ever_drawn(texts: list[str]) -> None:
    """The glyph that fonts have for what they lack is the first one."""
    content = draw([label(dishes=tuple(Dish(text) for text in texts))], ROLL_100_50)
    for page in pypdf.PdfReader(io.BytesIO(content)).pages:
        stream: Any = page.get_contents()
        for operands, operator in stream.operations:
            shown = operands[0] if operator == b"TJ" else operands if operator == b"Tj" else []
            for glyphs in shown:
                if not isinstance(glyphs, (int, float)):
                    raw = getattr(glyphs, "original_bytes", glyphs)
                    codes = [raw[at : at + 2] for at in range(0, len(raw), 2)]
                    assert b"\0\0" not in codes


def test_the_server_does_not_load_what_sets_papers() -> None:
    program = (
        "import sys, django; django.setup(); import oottam.config.urls; "
        "print([name for name in ('typst', 'fontTools', 'pypdf') if name in sys.modules])"
    )
    there = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert there.stdout.strip() == b"[]"


def test_parts_are_one_document_that_is_printed_as_large_as_it_is() -> None:
    part = draw([label()], ROLL_100_50)
    reader = pypdf.PdfReader(io.BytesIO(joined([part, part], "Labels, Mon 7 Dec")))
    assert len(reader.pages) == 2
    assert reader.metadata is not None
    assert reader.metadata.title == "Labels, Mon 7 Dec"
    root: Any = reader.root_object
    assert root["/Lang"] == "en-IN"
    assert root["/ViewerPreferences"]["/PrintScaling"] == "/None"
