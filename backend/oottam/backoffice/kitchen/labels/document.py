"""Labels as a PDF. No database, no clock: equal labels are equal bytes."""

from collections.abc import Sequence

from oottam.backoffice.kitchen.labels.label import Label
from oottam.backoffice.kitchen.labels.layout import laid_out
from oottam.backoffice.kitchen.labels.lines import Breaker
from oottam.backoffice.kitchen.labels.sheets import Sheets
from oottam.backoffice.kitchen.labels.stocks import POINTS_PER_MM, Stock


def draw(
    labels: Sequence[Label],
    stock: Stock,
    *,
    start: int = 1,
    shift: tuple[float, float] = (0, 0),
    title: str = "Labels",
) -> bytes:
    """A PDF of the labels in their order, the first one at the sheet's `start`th place (from 1).

    `shift` is how many millimetres everything is moved to the right and down, for a printer that is so far off.
    Raises ValueError for no label, and for a place that the stock has not.
    """
    if not labels or not 1 <= start <= stock.per_page:
        raise ValueError("Labels begin on a place that their stock has, and are at least one")
    sheets = Sheets(stock, title, shift)
    breaker = Breaker()
    corners = list(stock.corners())
    for place, label in enumerate(labels, start=start - 1):
        at = place % stock.per_page
        if at == 0 and place >= start:
            sheets.showPage()
        left, top = corners[at]
        x, y = (left + stock.margin) * POINTS_PER_MM, (top + stock.margin) * POINTS_PER_MM
        for block in laid_out(label, stock, breaker):
            sheets.block(block, x, y)
    return sheets.finished()
