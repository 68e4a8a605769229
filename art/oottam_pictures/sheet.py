"""Contact sheets for judging."""

from PIL import Image, ImageDraw

from .finish import grade


def contact_sheet(paths, target, columns=5, cell=300):
    """Paste pictures with their names into one PNG; returns its path."""
    rows = -(-len(paths) // columns)
    sheet = Image.new("RGB", (columns * cell, rows * (cell + 16)), "white")
    pen = ImageDraw.Draw(sheet)
    for i, path in enumerate(paths):
        x, y = i % columns * cell, i // columns * (cell + 16)
        sheet.paste(grade(Image.open(path)).resize((cell, cell)), (x, y))
        pen.text((x + 6, y + cell + 2), path.stem, fill="black")
    sheet.save(target)
    return target
