"""Sets a template with its data. It loads typst and the fonts: only the process that makes files imports it."""

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
_EVICTIONS = 11  # typst forgets what ten further runs did not use


class Paper:
    """A template with its data, which is JSON: strings in it are never markup."""

    def __init__(self, template: str, data: object) -> None:
        self._compiler = typst.Compiler(
            TEMPLATES / f"{template}.typ",
            root=TEMPLATES,
            font_paths=_fonts(),
            sys_inputs={"data": json.dumps(data, ensure_ascii=False)},
        )

    def pdf(self) -> bytes:
        """Without structure for screen readers, which would double the size of what is made to be printed."""
        return cast("bytes", self._compiler.compile(format="pdf", pdf_tags=False))

    def metadata(self, name: str) -> Any:
        """The value of the template's one metadata with that label; costs nothing once the PDF was made."""
        return json.loads(self._compiler.query(f"<{name}>", field="value", one=True))


def joined(parts: Iterable[bytes], title: str) -> bytes:
    """The parts as one document, to be printed as large as it is: viewers would fit labels to the page."""
    writer = PdfWriter()
    for part in parts:
        reader = PdfReader(io.BytesIO(part))
        writer.append(reader, import_outline=False)
        writer.reset_translation(reader)  # the writer would keep it
    writer.add_metadata({"/Title": title, "/Creator": "Oottam", "/Producer": "Oottam"})
    writer.root_object[NameObject("/Lang")] = TextStringObject(LANGUAGE)
    preferences = writer.create_viewer_preferences()
    preferences[NameObject("/PrintScaling")] = NameObject("/None")
    written = io.BytesIO()
    writer.write(written)
    return written.getvalue()


def forget() -> None:
    """Free what typst keeps of papers that it has set, which is half a megabyte for a label."""
    for _ in range(_EVICTIONS):
        typst.Compiler(b"", font_paths=_fonts()).compile(format="pdf")


@cache
def _fonts() -> typst.Fonts:
    return typst.Fonts(
        include_system_fonts=False,
        include_embedded_fonts=False,
        font_paths=[path.parent for path in font_files()],
    )
