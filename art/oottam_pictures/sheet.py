"""Contact sheets: for judging, and the overview of all finished pictures."""

import os

from PIL import Image, ImageDraw, ImageOps

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


def overview(pictures, target, columns=18, cell=88):
    """Every finished picture, small and with its name, as one WebP; returns its path."""
    pictures = list(pictures)
    rows = -(-len(pictures) // columns)
    sheet = Image.new("RGB", (columns * cell, rows * (cell + 12)), "white")
    pen = ImageDraw.Draw(sheet)
    for i, picture in enumerate(pictures):
        stem = min(picture.stems, key=picture.stems.get)
        x, y = i % columns * cell, i // columns * (cell + 12)
        small = ImageOps.contain(Image.open(f"{stem}.{picture.suffixes[0]}").convert("RGB"), (cell - 4, cell - 4))
        sheet.paste(small, (x, y))
        pen.text((x, y + cell - 3), picture.key[:16], fill="black", font_size=9)
    part = target.with_name(f".{target.name}.part")
    sheet.save(part, "WEBP", quality=72, method=6)
    os.replace(part, target)
    return target
