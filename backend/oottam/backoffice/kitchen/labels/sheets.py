"""Pages that letters and lines are drawn on, black on white."""

import io
from typing import Any

from reportlab import rl_config
from reportlab.pdfgen.canvas import Canvas

from oottam.backoffice.kitchen.labels.blocks import Block, Frame, Row
from oottam.backoffice.kitchen.labels.embedding import DrawnFont
from oottam.backoffice.kitchen.labels.lines import Line
from oottam.backoffice.kitchen.labels.stocks import POINTS_PER_MM, Stock
from oottam.backoffice.kitchen.labels.typesetting import FontKey, space_of

LANGUAGE = "en-IN"
rl_config.useA85 = (
    0  # pages as bytes: as letters they are a quarter longer, and take a while to write
)


class Sheets(Canvas):
    """The pages of one stock. Places are points from a page's top left corner; equal drawings are equal bytes."""

    def __init__(self, stock: Stock, title: str, shift: tuple[float, float] = (0, 0)) -> None:
        self._file = io.BytesIO()
        width, self._height = (length * POINTS_PER_MM for length in stock.page)
        self._shift = (shift[0] * POINTS_PER_MM, shift[1] * POINTS_PER_MM)
        self._drawn_fonts: dict[FontKey, DrawnFont] = {}
        self._shown: dict[Line, str] = {}
        super().__init__(
            self._file,
            pagesize=(width, self._height),
            pageCompression=1,
            invariant=1,
            lang=LANGUAGE,
            pdfVersion=(1, 7),
        )
        self.setTitle(title)
        self.setAuthor("")
        self.setSubject("")
        self.setCreator("Oottam")
        self.setProducer("Oottam")
        self.setViewerPreference("PrintScaling", "None")  # labels are no larger than they are

    def finished(self) -> bytes:
        """The whole file."""
        self.save()
        return self._file.getvalue()

    def block(self, block: Block, x: float, y: float) -> None:
        """A part of a label, whose label's corner is there."""
        for frame in block.frames:
            self.frame(frame, x, y + block.y)
        for row in block.rows:
            self.row(row, x, y + block.y)

    def frame(self, frame: Frame, x: float, y: float) -> None:
        """A rectangle, from a corner."""
        self.setLineWidth(frame.thickness)
        left, top = self._place(x + frame.x, y + frame.y)
        self.rect(left, top - frame.height, frame.width, frame.height)

    def stroke(self, x: float, y: float, to_x: float, to_y: float, thickness: float) -> None:
        """A straight line."""
        self.setLineWidth(thickness)
        self.line(*self._place(x, y), *self._place(to_x, to_y))

    def row(self, row: Row, x: float, y: float) -> None:
        """A line of letters."""
        left, base = self._place(x + row.x, y + row.base)
        if row.line not in self._shown:
            self._shown[row.line] = self._show(row.line)
        shown = self._shown[row.line]
        self.addLiteral(f"BT {row.size:g} 0 0 {row.size:g} {left:.2f} {base:.2f} Tm {shown} ET")

    def _show(self, line: Line) -> str:
        now: FontKey | None = None
        code: list[str] = []
        for run in line.runs:
            if run is not None and run.font != now:
                code.append(f"{']TJ ' if code else ''}/{self._font(run.font).name} 1 Tf [")
                now = run.font
            if run is None and now is not None:
                code.append(self._space(now, line.space))
            elif run is not None:
                self._font(run.font).add(run)
                code.append(run.shown)
        return f"{''.join(code)}]TJ".replace("[]TJ", "") if code else ""

    def _space(self, key: FontKey, width: float) -> str:
        glyph, own = space_of(key)
        self._font(key).add_space(glyph)
        return f"<{glyph:04x}>{own - width or ''}"

    def _font(self, key: FontKey) -> DrawnFont:
        if key not in self._drawn_fonts:
            made = self._drawn_fonts[key] = DrawnFont(f"L{len(self._drawn_fonts)}", key)
            self._doc.delayedFonts.append(made)
        return self._drawn_fonts[key]

    def _place(self, x: float, y: float) -> tuple[float, float]:
        return x + self._shift[0], self._height - y - self._shift[1]

    def _make_preamble(self) -> None:
        """Nothing: reportlab's own would name Helvetica on every page, which is not embedded."""
        self._preamble: Any = ""
