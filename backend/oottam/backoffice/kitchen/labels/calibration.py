"""A page to adjust a printer by: where the labels ought to be, and how far off they are."""

from oottam.backoffice.kitchen.labels.blocks import Form, Frame, fitted
from oottam.backoffice.kitchen.labels.faces import BOLD, PLAIN
from oottam.backoffice.kitchen.labels.layout import inner
from oottam.backoffice.kitchen.labels.lines import Breaker
from oottam.backoffice.kitchen.labels.sheets import Sheets
from oottam.backoffice.kitchen.labels.stocks import POINTS_PER_MM, Stock

HAIRLINE, LINE = 0.4, 0.8
REACH = 4  # millimetres that a scale tells on each side of an edge
RULER = 2.5  # millimetres that its longest marks are high
ROW = 1.1  # times its size
WORDS = (
    "Print at 100 %, not fitted to the page: the scale below is {length} mm long. "
    "The frame belongs on the label's edge, where the scales count millimetres. "
    "Print that is 1 mm too far right and 2 mm too low needs LABEL_SHIFT=-1,-2; now it is {shift}."
)


def calibration_page(stock: Stock, shift: tuple[float, float] = (0, 0)) -> bytes:
    """A page of frames with scales at their edges, moved as the labels are (millimetres to the right and down)."""
    sheets = Sheets(stock, f"Test page: {stock.label}", shift)
    breaker = Breaker()
    for place, corner in enumerate(stock.corners(), start=1):
        left, top = (length * POINTS_PER_MM for length in corner)
        width, height = (length * POINTS_PER_MM for length in stock.size)
        sheets.frame(Frame(0, 0, width, height, HAIRLINE), left, top)
        _edges(sheets, left, top, width, height)
        within = stock.margin * POINTS_PER_MM + REACH * POINTS_PER_MM
        room = inner(stock)[0] - 2 * REACH * POINTS_PER_MM
        number = fitted("place", str(place), [Form(stock.sizes.name[0], BOLD)], room, breaker)
        sheets.block(number, left + within, top + within)
        if place == 1:
            length = int(stock.size[0] - 2 * stock.margin - 2 * REACH)
            words = WORDS.format(length=length, shift=f"{shift[0]:g},{shift[1]:g}")
            begins, ends = within + number.height + 2, height - within - RULER * POINTS_PER_MM
            forms = [
                Form(size, PLAIN, int((ends - begins) / size / ROW)) for size in stock.sizes.dishes
            ]
            told = fitted("words", words, forms, room, breaker)
            sheets.block(told, left + within, top + begins)
            _ruler(sheets, left + within, top + height - within, length)
    return sheets.finished()


def _edges(sheets: Sheets, left: float, top: float, width: float, height: float) -> None:
    """Millimetres to both sides of the left and the upper edge; the edge itself is the longest."""
    for step in range(-REACH, REACH + 1):
        off = step * POINTS_PER_MM
        length = {0: 3.0, REACH: 2.0, -REACH: 2.0}.get(step, 1.0) * POINTS_PER_MM
        middle, centre = top + height / 2, left + width / 2
        sheets.stroke(left + off, middle - length / 2, left + off, middle + length / 2, HAIRLINE)
        sheets.stroke(centre - length / 2, top + off, centre + length / 2, top + off, HAIRLINE)


def _ruler(sheets: Sheets, x: float, y: float, length: int) -> None:
    """A line of so many millimetres, every fifth and tenth marked longer."""
    sheets.stroke(x, y, x + length * POINTS_PER_MM, y, LINE)
    for at in range(length + 1):
        high = (RULER if at % 10 == 0 else 1.8 if at % 5 == 0 else 1.0) * POINTS_PER_MM
        sheets.stroke(x + at * POINTS_PER_MM, y, x + at * POINTS_PER_MM, y - high, HAIRLINE)
