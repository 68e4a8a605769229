"""The text of a PDF of labels and its positions, as Chrome's reader (PDFium) extracts them."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass

import pypdfium2
from PIL import Image
from pypdfium2 import raw

from oottam.backoffice.kitchen.labels.stocks import STOCKS, Stock

POINTS_PER_MM = 72 / 25.4
Box = tuple[float, float, float, float]  # left, bottom, right, top


@dataclass(frozen=True)
class Shown:
    """Consecutive letters of one font: their ink, in points from the page's lower left corner."""

    text: str
    size: float
    ink: Box


class Document:
    """The contents of a PDF: `pages` are each page's letters with ink, `labels` each label's text.

    `sizes` of the pages are in millimetres.
    """

    def __init__(self, content: bytes) -> None:
        self.content = content
        self.pages: list[list[Shown]] = []
        self.labels: list[str] = []
        self.sizes: set[tuple[int, int]] = set()
        with closing(pypdfium2.PdfDocument(content)) as pdf:
            for number in range(len(pdf)):
                with closing(pdf[number]) as page:
                    self._read(page)

    def _read(self, page: pypdfium2.PdfPage) -> None:
        size = (round(page.get_width() / POINTS_PER_MM), round(page.get_height() / POINTS_PER_MM))
        self.sizes.add(size)
        (stock,) = (stock for stock in STOCKS.values() if stock.page == size)
        with closing(page.get_textpage()) as letters:
            self.pages.append(list(_shown(page, letters)))
            read = (_one_line(letters.get_text_bounded(*place)) for place in places(stock))
            self.labels += [text for text in read if text]


def places(stock: Stock) -> list[Box]:
    height = stock.page[1]
    found = []
    for x, y in stock.corners():
        left, top = x * POINTS_PER_MM, (height - y) * POINTS_PER_MM
        width, high = (length * POINTS_PER_MM for length in stock.size)
        found.append((left, top - high, left + width, top))
    return found


def picture(content: bytes) -> Image.Image:
    """Render the first page at 144 dpi; of a sheet the upper rows."""
    with closing(pypdfium2.PdfDocument(content)) as pdf, closing(pdf[0]) as page:
        whole: Image.Image = page.render(scale=2, grayscale=True).to_pil()
    return whole.crop((0, 0, whole.width, min(whole.height, 600)))


def _shown(page: pypdfium2.PdfPage, text: pypdfium2.PdfTextPage) -> Iterator[Shown]:
    for letters in page.get_objects(filter=[raw.FPDF_PAGEOBJ_TEXT], textpage=text):
        ink = letters.get_bounds()
        if ink[2] > ink[0] and ink[3] > ink[1]:
            yield Shown(letters.extract(), letters.get_font_size(), ink)


def _one_line(text: str) -> str:
    return " ".join(text.replace("\u200b", "").replace("\ufffe", "").split())
