"""QR codes as the path of an SVG: no picture, no inline style."""

from itertools import groupby

import segno

QUIET = 4  # modules of light ground around it, as readers want


def path(text: str) -> tuple[int, str]:
    """Width and height in modules, ground included, and the dark ones as an SVG path; for display at any size."""
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
