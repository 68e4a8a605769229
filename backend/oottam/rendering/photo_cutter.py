"""Cuts one photograph in a process of its own: python -I photo_cutter.py square ACROSS DOWN < photo > JPEG.

`whole` only shrinks it; `icon` makes a PNG of a picture that is square.

The process may take MAX_MEMORY bytes of addresses and MAX_SECONDS of the processor: a crafted file ends it, and the
server's memory stays as it is. Exit code 3 is a refusal whose sentence is on the standard error. No Django here.
"""

import io
import resource
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL.Image import Image as Picture

MAX_MEMORY = 640 * 1024 * 1024
MAX_SECONDS = 20
MAX_PIXELS = 50_000_000
MAX_EDGE = 2000  # pixels of what is written
MAX_STORED_BYTES = 2 * 1024 * 1024
MIN_ICON = 512  # pixels, of each edge
MAX_ICON = 1024
QUALITIES = (88, 80, 70, 60)
FORMATS = ("JPEG", "PNG", "WEBP", "AVIF")
REFUSED = 3
TOO_MANY_PIXELS = "The photo has more than 50 megapixels. Take a smaller one."
NO_ICON = "An icon has to be square, 512 pixels wide at least."
UNREADABLE = "This file is no photo that can be read. Take a JPEG, PNG or WebP."


class PhotoRejectedError(Exception):
    """Why the photograph was not taken, as a sentence."""


def read(photo: bytes, mode: str = "RGB") -> "Picture":
    """Return the photograph upright, of some MAX_EDGE pixels at most. Raises PhotoRejectedError."""
    from PIL import Image  # noqa: PLC0415 - after the limits

    Image.MAX_IMAGE_PIXELS = None  # the size is checked below, before a pixel is decoded
    try:
        with Image.open(io.BytesIO(photo), formats=FORMATS) as picture:
            if picture.width * picture.height > MAX_PIXELS:
                raise PhotoRejectedError(TOO_MANY_PIXELS)
            picture.draft("RGB", (MAX_EDGE, MAX_EDGE))  # a JPEG is read at a part of its size
            return normalise(picture, mode, max(picture.size) // MAX_EDGE)
    except (OSError, SyntaxError, ValueError, MemoryError):
        raise PhotoRejectedError(UNREADABLE) from None


def normalise(picture: "Picture", mode: str, shrink: int = 1) -> "Picture":
    """Return a picture as pages show it: upright, in sRGB of 8 bits, for "RGB" on white, and without any metadata.

    Its edges are divided by `shrink`. Raises what Pillow raises for a broken file.
    """
    from PIL import Image, ImageOps  # noqa: PLC0415

    picture.load()
    if picture.mode.startswith("I"):  # 16 bits, which Pillow would cut off at 255
        picture = picture.convert("I").point(lambda value: value * (1 / 256)).convert("L")
    elif picture.has_transparency_data:
        picture = picture.convert("RGBA")
    elif picture.mode not in ("L", "RGB", "CMYK"):
        picture = picture.convert("RGB")
    if shrink > 1:
        picture = picture.reduce(shrink)
    picture = _to_srgb(ImageOps.exif_transpose(picture))
    is_flattened = mode == "RGB" and picture.mode == "RGBA"
    bare = Image.new(mode, picture.size, "white" if is_flattened else 0)
    layer = picture if is_flattened else picture.convert(mode)
    bare.paste(layer, mask=layer if is_flattened else None)
    return bare


def _to_srgb(picture: "Picture") -> "Picture":
    """Convert the colours of a profile; one that is broken, or of other channels, is taken for sRGB."""
    from PIL import ImageCms  # noqa: PLC0415

    if not (icc := picture.info.get("icc_profile")):
        return picture
    colours = picture.convert("RGB") if picture.mode == "RGBA" else picture
    try:
        profile = ImageCms.ImageCmsProfile(io.BytesIO(icc))
        srgb = ImageCms.createProfile("sRGB")
        converted = ImageCms.profileToProfile(colours, profile, srgb, outputMode="RGB")
    except (ImageCms.PyCMSError, OSError, ValueError):
        return picture
    if converted and picture.mode == "RGBA":
        converted.putalpha(picture.getchannel("A"))
    return converted or picture


def cut(photo: bytes, across: float, down: float) -> bytes:
    """Return a square JPEG around the middle, given as parts of width and height. Raises PhotoRejectedError."""
    upright = read(photo)
    edge = min(upright.size)
    left, top = (
        min(max(round(part * length - edge / 2), 0), length - edge)
        for part, length in zip((across, down), upright.size, strict=True)
    )
    return _jpeg(upright.crop((left, top, left + edge, top + edge)))


def shrink(photo: bytes) -> bytes:
    """Return the whole photograph as a JPEG. Raises PhotoRejectedError."""
    return _jpeg(read(photo))


def make_icon(photo: bytes) -> bytes:
    """Return a square PNG, which may be transparent. Raises PhotoRejectedError."""
    icon = read(photo, "RGBA")
    if icon.width != icon.height or icon.width < MIN_ICON:
        raise PhotoRejectedError(NO_ICON)
    icon.thumbnail((MAX_ICON, MAX_ICON))
    out = io.BytesIO()
    icon.save(out, "PNG", optimize=True)
    return out.getvalue()


def _jpeg(picture: "Picture") -> bytes:
    picture.thumbnail((MAX_EDGE, MAX_EDGE))
    for quality in QUALITIES:
        out = io.BytesIO()
        picture.save(out, "JPEG", quality=quality, progressive=True)
        if out.tell() <= MAX_STORED_BYTES:
            break
    return out.getvalue()


def main() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MAX_MEMORY, MAX_MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (MAX_SECONDS, MAX_SECONDS))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    photo, (way, *middle) = sys.stdin.buffer.read(), sys.argv[1:]
    try:
        if way == "square":
            made = cut(photo, *map(float, middle))
        else:
            made = make_icon(photo) if way == "icon" else shrink(photo)
    except PhotoRejectedError as error:
        sys.stderr.write(str(error))
        sys.exit(REFUSED)
    sys.stdout.buffer.write(made)


if __name__ == "__main__":
    main()
