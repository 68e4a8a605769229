"""Grade a raw render and write it as WebP and AVIF, atomically."""

import os
from pathlib import Path

from PIL import Image, ImageEnhance, ImageFilter

FORMATS = {"webp": {"quality": 80, "method": 6}, "avif": {"quality": 60, "speed": 6}}


def grade(image):
    """Sharpen a little and lift colour and contrast."""
    image = image.convert("RGB").filter(ImageFilter.UnsharpMask(1.3, 70, 2))
    image = ImageEnhance.Color(image).enhance(1.06)
    return ImageEnhance.Contrast(image).enhance(1.05)


def encode(raw, targets):
    """Write `raw` (a PNG path) to every target: {path without suffix: width in pixels}."""
    graded = grade(Image.open(raw))
    for stem, width in targets.items():
        sized = graded
        if width != graded.width:
            sized = graded.resize((width, round(graded.height * width / graded.width)), Image.LANCZOS)
        for suffix, options in FORMATS.items():
            _write(sized, Path(f"{stem}.{suffix}"), options)


def _write(image, path, options):
    """Write beside the target and rename, so that a running build never reads half a file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.name}.part")
    image.save(part, path.suffix[1:].upper(), **options)
    os.replace(part, path)
