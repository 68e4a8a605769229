"""What a PDF of labels says, as a reader's search and copy find it."""

import re
import zlib
from dataclasses import dataclass


@dataclass(frozen=True)
class Shown:
    """A line of letters: where it begins, in points from the page's lower left corner, and what it reads."""

    x: float
    y: float
    size: float
    text: str


class Document:
    """The objects of a PDF as reportlab writes them."""

    def __init__(self, content: bytes) -> None:
        self.content = content
        found = re.findall(rb"\n(\d+) 0 obj\n(.*?)\nendobj", content, re.DOTALL)
        self._objects = {int(number): body for number, body in found}
        fonts = re.findall(rb"/(L\d+) (\d+) 0 R", content)
        self.fonts = {name.decode(): int(number) for name, number in fonts}
        self._meanings = {name: self._meaning(number) for name, number in self.fonts.items()}

    @property
    def pages(self) -> list[list[Shown]]:
        """The lines of each page, in the order in which they are drawn."""
        bodies = [body for body in self._objects.values() if b"/Type /Page\n" in body + b"\n"]
        contents = [int(re.search(rb"/Contents (\d+) 0 R", body)[1]) for body in bodies]  # type: ignore[index]
        return [self._lines(self.stream(number).decode()) for number in contents]

    def stream(self, number: int) -> bytes:
        """An object's content, unpacked."""
        packed = self._objects[number].split(b"stream\n", 1)[1].rsplit(b"endstream", 1)[0]
        return zlib.decompressobj().decompress(packed)

    def embedded(self, name: str) -> bytes:
        """The file of a font."""
        descendant = self._reference(self.fonts[name], b"DescendantFonts")
        return self.stream(
            self._reference(self._reference(descendant, b"FontDescriptor"), b"FontFile2")
        )

    def _reference(self, number: int, key: bytes) -> int:
        found = re.search(rb"/" + key + rb" \[?\s*(\d+) 0 R", self._objects[number])
        assert found, key
        return int(found[1])

    def _meaning(self, number: int) -> dict[str, str]:
        table = self.stream(self._reference(number, b"ToUnicode")).decode()
        pairs = re.findall(r"<(\w{4})> <(\w+)>", table.partition("endcodespacerange")[2])
        return {glyph: bytes.fromhex(text).decode("utf-16-be") for glyph, text in pairs}

    def _lines(self, code: str) -> list[Shown]:
        lines = re.findall(
            r"BT ([\d.]+) 0 0 [\d.]+ (-?[\d.]+) (-?[\d.]+) Tm (.*?) ET", code, re.DOTALL
        )
        return [
            Shown(float(x), float(y), float(size), self._text(shown)) for size, x, y, shown in lines
        ]

    def _text(self, shown: str) -> str:
        """What glyphs stand for; several together, what is said of them."""
        token = re.compile(r"/(L\d+) 1 Tf|/Span<</ActualText<feff(\w+)>>>BDC.*?EMC|<((?:\w{4})+)>")
        font, read = "", ""
        for name, actual, glyphs in token.findall(shown):
            if name:
                font = name
            elif actual:
                read += bytes.fromhex(actual).decode("utf-16-be")
            else:
                codes = [glyphs[at : at + 4] for at in range(0, len(glyphs), 4)]
                read += "".join(self._meanings[font].get(code, "") for code in codes)
        return read
