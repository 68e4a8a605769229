"""Cuts one photograph in a process of its own: python -m oottam.menu.photo_cutter ACROSS DOWN < photo > JPEG.

The process may take MAX_MEMORY bytes of addresses and MAX_SECONDS of the processor: a crafted file ends it, and the
server's memory stays as it is. Exit code 3 is a refusal whose sentence is on the standard error. No Django here.
"""

import io
import resource
import sys

MAX_MEMORY = 640 * 1024 * 1024
MAX_SECONDS = 20
MAX_PIXELS = 50_000_000
MAX_EDGE = 2000  # pixels of what is written
MAX_STORED_BYTES = 2 * 1024 * 1024
QUALITIES = (88, 80, 70, 60)
FORMATS = ("JPEG", "PNG", "WEBP", "AVIF")
REFUSED = 3
TOO_MANY_PIXELS = "The photo has more than 50 megapixels. Take a smaller one."
UNREADABLE = "This file is no photo that can be read. Take a JPEG, PNG or WebP."


class PhotoRejectedError(Exception):
    """Why the photograph was not taken, as a sentence."""


def cut(photo: bytes, across: float, down: float) -> bytes:
    """Return a square JPEG around the middle, given as parts of width and height. Raises PhotoRejectedError."""
    from PIL import Image, ImageOps  # noqa: PLC0415 - after the limits

    Image.MAX_IMAGE_PIXELS = None  # the size is checked below, before a pixel is decoded
    try:
        with Image.open(io.BytesIO(photo), formats=FORMATS) as picture:
            if picture.width * picture.height > MAX_PIXELS:
                raise PhotoRejectedError(TOO_MANY_PIXELS)
            picture.draft("RGB", (MAX_EDGE, MAX_EDGE))  # a JPEG is read at a part of its size
            picture.load()
            shrunk = picture.reduce(max(1, max(picture.size) // MAX_EDGE))
            upright = ImageOps.exif_transpose(shrunk).convert("RGB")
    except (OSError, SyntaxError, ValueError, MemoryError):
        raise PhotoRejectedError(UNREADABLE) from None
    edge = min(upright.size)
    left, top = (
        min(max(round(part * length - edge / 2), 0), length - edge)
        for part, length in zip((across, down), upright.size, strict=True)
    )
    square = upright.crop((left, top, left + edge, top + edge))
    square.thumbnail((MAX_EDGE, MAX_EDGE), Image.Resampling.LANCZOS)
    for quality in QUALITIES:
        out = io.BytesIO()
        square.save(out, "JPEG", quality=quality, progressive=True)
        if out.tell() <= MAX_STORED_BYTES:
            break
    return out.getvalue()


def main() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MAX_MEMORY, MAX_MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (MAX_SECONDS, MAX_SECONDS))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    try:
        square = cut(sys.stdin.buffer.read(), float(sys.argv[1]), float(sys.argv[2]))
    except PhotoRejectedError as error:
        sys.stderr.write(str(error))
        sys.exit(REFUSED)
    sys.stdout.buffer.write(square)


if __name__ == "__main__":
    main()
