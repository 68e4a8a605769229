"""Grade a raw render and write it in every format and width, atomically."""

import os
from pathlib import Path

from PIL import Image, ImageEnhance, ImageFilter

FORMATS = {
    "webp": {"quality": 80, "method": 6},
    "avif": {"quality": 60, "speed": 6},
    "jpg": {"quality": 86, "progressive": True},
}
PIL_NAMES = {"jpg": "JPEG"}


def grade(image):
    """Sharpen a little and lift colour and contrast."""
    image = image.convert("RGB").filter(ImageFilter.UnsharpMask(1.3, 70, 2))
    image = ImageEnhance.Color(image).enhance(1.06)
    return ImageEnhance.Contrast(image).enhance(1.05)


def mean_colour(image):
    """The image's mean colour as "#rrggbb": what stands in its place while it loads."""
    return "#{:02x}{:02x}{:02x}".format(*image.convert("RGB").resize((1, 1), Image.BOX).getpixel((0, 0)))


def encode(graded, targets, suffixes):
    """Write an image to every target, {path without suffix: width in pixels}, in formats of FORMATS."""
    for stem, width in targets.items():
        sized = graded
        if width != graded.width:
            sized = graded.resize((width, round(graded.height * width / graded.width)), Image.LANCZOS)
        for suffix in suffixes:
            _write(sized, Path(f"{stem}.{suffix}"), FORMATS[suffix])


def _write(image, path, options):
    """Write beside the target and rename, so that a running build never reads half a file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.name}.part")
    name = path.suffix[1:]
    image.save(part, PIL_NAMES.get(name, name.upper()), **options)
    os.replace(part, path)
