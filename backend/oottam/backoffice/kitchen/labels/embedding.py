"""The fonts of a document: of each face and cut, the glyphs that were drawn.

reportlab's own fonts know characters, not glyphs: what shaping makes of them becomes private characters, in an order
that depends on what the process drew before, and is copied as such. These know glyphs, and what each one means.
"""

from functools import cache
from hashlib import sha256

import uharfbuzz
from reportlab.pdfbase.pdfdoc import (
    PDFArray,
    PDFDictionary,
    PDFDocument,
    PDFName,
    PDFObjectReference,
    PDFStream,
    PDFString,
    PDFZCompress,
)

from oottam.backoffice.kitchen.labels.faces import FAMILIES, PLAIN, face, font
from oottam.backoffice.kitchen.labels.typesetting import FontKey, Run

_DROPPED = ("GSUB", "GPOS", "GDEF", "name", "post", "OS/2", "cmap", "gasp", "prep", "fpgm", "cvt ")
_CMAP = """/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <ffff>
endcodespacerange
{}
endcmap
CMapName currentdict /CMap defineresource pop
end
end
"""


class DrawnFont:
    """One face in one cut, as a document holds it: `name` is what its pages call it."""

    def __init__(self, name: str, key: FontKey) -> None:
        self.name = name
        self._family, self._cut = key
        self._meanings: dict[int, str] = {0: ""}

    def add(self, run: Run) -> None:
        """Its glyphs are drawn."""
        for glyph, text in run.reads:
            self._meanings[glyph] = self._meanings.get(glyph) or text

    def add_space(self, glyph: int) -> None:
        """A space is drawn."""
        self._meanings.setdefault(glyph, " ")

    def addObjects(self, document: PDFDocument) -> None:  # noqa: N802 - reportlab calls it when the document is finished
        """What PDF calls a composite font, its codes being the face's own numbers of glyphs."""
        glyphs = sorted(self._meanings)
        mark = sha256(repr(glyphs).encode()).digest()
        title = f"{''.join(chr(65 + byte % 26) for byte in mark[:6])}+{self._title()}"
        file = PDFStream(PDFDictionary(), self._subset(glyphs), [PDFZCompress])
        file.dictionary["Length1"] = len(file.content)
        extents = font(self._family, self._cut).get_font_extents("ltr")
        descriptor = PDFDictionary(
            {
                "Type": PDFName("FontDescriptor"),
                "FontName": PDFName(title),
                "Flags": 4,  # its characters are not those of Latin alone
                "FontBBox": PDFArray([-1000, extents.descender, 3000, extents.ascender]),
                "ItalicAngle": 0,
                "Ascent": extents.ascender,
                "Descent": extents.descender,
                "CapHeight": 714,
                "StemV": 80 + (self._cut.weight - 400) // 5,
                "FontFile2": self._reference(document, file, "file"),
            }
        )
        descendant = PDFDictionary(
            {
                "Type": PDFName("Font"),
                "Subtype": PDFName("CIDFontType2"),
                "BaseFont": PDFName(title),
                "CIDSystemInfo": PDFDictionary(
                    {
                        "Registry": PDFString("Adobe"),
                        "Ordering": PDFString("Identity"),
                        "Supplement": 0,
                    }
                ),
                "FontDescriptor": self._reference(document, descriptor, "descriptor"),
                "W": PDFArray(self._widths(glyphs)),
                "CIDToGIDMap": PDFName("Identity"),
            }
        )
        meanings = PDFStream(PDFDictionary(), self._to_unicode(glyphs), [PDFZCompress])
        composite = PDFDictionary(
            {
                "Type": PDFName("Font"),
                "Subtype": PDFName("Type0"),
                "BaseFont": PDFName(title),
                "Encoding": PDFName("Identity-H"),
                "DescendantFonts": PDFArray([self._reference(document, descendant, "descendant")]),
                "ToUnicode": self._reference(document, meanings, "meanings"),
            }
        )
        document.idToObject["BasicFonts"].dict[self.name] = self._reference(
            document, composite, "font"
        )

    def _reference(self, document: PDFDocument, thing: object, part: str) -> PDFObjectReference:
        return document.Reference(thing, f"{self.name}:{part}")

    def _title(self) -> str:
        return f"{FAMILIES[self._family].replace(' ', '')}-{self._cut.weight}-{self._cut.width:g}"

    def _subset(self, glyphs: list[int]) -> bytes:
        asked = uharfbuzz.SubsetInput()
        asked.pin_all_axes_to_default(face(self._family))
        asked.pin_axis_location(face(self._family), "wght", self._cut.weight)
        asked.pin_axis_location(face(self._family), "wdth", self._cut.width)
        asked.glyph_set.update(glyphs)
        asked.flags = (
            uharfbuzz.SubsetFlags.RETAIN_GIDS
            | uharfbuzz.SubsetFlags.NO_LAYOUT_CLOSURE
            | uharfbuzz.SubsetFlags.NO_HINTING
        )
        asked.drop_table_tag_set.update(int.from_bytes(tag.encode(), "big") for tag in _DROPPED)
        cut_out: bytes = asked.subset(face(self._family)).blob.data
        return cut_out

    def _widths(self, glyphs: list[int]) -> list[object]:
        made = font(self._family, self._cut)
        widths: list[object] = []
        for glyph in glyphs:
            widths += [glyph, PDFArray([made.get_glyph_h_advance(glyph)])]
        return widths

    def _to_unicode(self, glyphs: list[int]) -> bytes:
        known = _characters(self._family)
        meant = [(glyph, self._meanings[glyph] or known.get(glyph, "")) for glyph in glyphs]
        pairs = [
            f"<{glyph:04x}> <{text.encode('utf-16-be').hex()}>" for glyph, text in meant if text
        ]
        parts = (pairs[at : at + 100] for at in range(0, len(pairs), 100))
        listed = "\n".join(
            f"{len(part)} beginbfchar\n" + "\n".join(part) + "\nendbfchar" for part in parts
        )
        return _CMAP.format(listed).encode()


@cache
def _characters(family: int) -> dict[int, str]:
    """The character of each glyph that has one of its own."""
    made = font(family, PLAIN)
    found: dict[int, str] = {}
    for code in sorted(face(family).unicodes, reverse=True):
        glyph = made.get_nominal_glyph(code)
        if glyph:
            found[glyph] = chr(code)
    return found
