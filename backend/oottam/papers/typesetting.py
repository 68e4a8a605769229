"""Renders typst templates to PDF. It loads typst and the fonts, so only the process that generates files imports it."""

import io
import json
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any, cast

import typst
from pypdf import PdfReader, PdfWriter
from pypdf.generic import NameObject, TextStringObject

from oottam.papers.legibility import font_files

TEMPLATES = Path(__file__).parent / "templates"
LANGUAGE = "en-IN"
_EVICTIONS = 11  # typst evicts entries unused for ten runs


class Paper:
    """A template with its JSON data; strings in the data are never parsed as markup."""

    def __init__(self, template: str, data: object) -> None:
        self._compiler = typst.Compiler(
            TEMPLATES / f"{template}.typ",
            root=TEMPLATES,
            font_paths=_fonts(),
            sys_inputs={"data": json.dumps(data, ensure_ascii=False)},
        )

    def pdf(self) -> bytes:
        """Compile to PDF, without accessibility tags, which would double its size and do not matter in print."""
        return cast("bytes", self._compiler.compile(format="pdf", pdf_tags=False))

    def metadata(self, name: str) -> Any:
        """Return the value of the template's only metadata element labelled `name`; cheap after `pdf()`."""
        return json.loads(self._compiler.query(f"<{name}>", field="value", one=True))


def merge_pdfs(parts: Iterable[bytes], title: str) -> bytes:
    """Merge PDFs into one that viewers print at actual size instead of fitting it to the page."""
    writer = PdfWriter()
    for part in parts:
        reader = PdfReader(io.BytesIO(part))
        writer.append(reader, import_outline=False)
        writer.reset_translation(reader)  # else the writer keeps the reader
    writer.add_metadata({"/Title": title, "/Creator": "Oottam", "/Producer": "Oottam"})
    writer.root_object[NameObject("/Lang")] = TextStringObject(LANGUAGE)
    preferences = writer.create_viewer_preferences()
    preferences[NameObject("/PrintScaling")] = NameObject("/None")
    output = io.BytesIO()
    writer.write(output)
    return output.getvalue()


def clear_typst_cache() -> None:
    """Free typst's cache of rendered documents: half a megabyte per label."""
    for _ in range(_EVICTIONS):
        typst.Compiler(b"", font_paths=_fonts()).compile(format="pdf")


@cache
def _fonts() -> typst.Fonts:
    return typst.Fonts(
        include_system_fonts=False,
        include_embedded_fonts=False,
        font_paths=[path.parent for path in font_files()],
    )
