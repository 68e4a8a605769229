"""Contact sheets: for judging, the overview of all finished pictures, and those for naming blind."""

import json
import os
import random

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


def blind(pictures, named, folder, seed=1, columns=4, rows=3, cell=360):
    """Sheets for people who have not seen the pictures: under each its own name and three of its category, lettered.

    Writes key.json beside the sheets: {sheet: {number: {"picture", "answer", "names"}}}. Returns the folder.
    """
    rng = random.Random(seed)
    pictures = [picture for picture in pictures if picture.key in named]
    rng.shuffle(pictures)
    folder.mkdir(parents=True, exist_ok=True)
    answers = {}
    for start in range(0, len(pictures), columns * rows):
        sheet = Image.new("RGB", (columns * cell, rows * (cell + 84)), "white")
        pen = ImageDraw.Draw(sheet)
        number = f"{start // (columns * rows) + 1:02}"
        for i, picture in enumerate(pictures[start : start + columns * rows]):
            own, others = named[picture.key]
            names = dict(zip("ABCD", rng.sample([own, *rng.sample(others, 3)], 4), strict=True))
            x, y = i % columns * cell, i // columns * (cell + 84)
            stem = max(picture.stems, key=picture.stems.get)
            sheet.paste(
                Image.open(f"{stem}.{picture.suffixes[0]}").convert("RGB").resize((cell - 6, cell)), (x, y)
            )
            pen.text((x + 8, y + 4), str(i + 1), fill="black", font_size=22)
            for line, (letter, name) in enumerate(names.items()):
                pen.text((x + 4, y + cell + 2 + 19 * line), f"{letter}  {name}", fill="black", font_size=15)
            answer = next(letter for letter, name in names.items() if name == own)
            entry = {"picture": picture.key, "answer": answer, "names": names}
            answers.setdefault(number, {})[i + 1] = entry
        sheet.save(folder / f"{number}.png")
    (folder / "key.json").write_text(json.dumps(answers, indent=1) + "\n")
    return folder
