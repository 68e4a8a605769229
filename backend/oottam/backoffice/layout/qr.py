"""QR codes as the path of an SVG, without a picture or inline style."""

from itertools import groupby

import segno

QUIET = 4  # modules of light border, as ISO/IEC 18004 requires


def path(text: str) -> tuple[int, str]:
    """Return width and height in modules, border included, and the dark modules as an SVG path."""
    rows = [list(row) for row in segno.make(text, error="m", micro=False).matrix_iter(border=QUIET)]
    drawn: list[str] = []
    for y, row in enumerate(rows):
        x = 0
        for dark, run in groupby(row):
            length = len(list(run))
            if dark:
                drawn.append(f"M{x} {y}h{length}v1h-{length}z")
            x += length
    return len(rows), "".join(drawn)
