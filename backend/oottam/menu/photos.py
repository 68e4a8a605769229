"""Photographs of dishes: read in bounds, turned upright, cropped, without metadata (which names the place)."""

import hashlib
import io
from datetime import datetime

from django.contrib.auth.models import User
from django.utils import timezone

from oottam.core.errors import DomainError
from oottam.menu.models import Photo

MAX_UPLOAD_BYTES = 12 * 1024 * 1024
MAX_PIXELS = 50_000_000
MAX_EDGE = 2000  # pixels of what is stored
MAX_STORED_BYTES = 2 * 1024 * 1024
QUALITIES = (88, 80, 70, 60)
FORMATS = ("JPEG", "PNG", "WEBP", "AVIF")
Point = tuple[float, float]  # the middle of the cut, as parts of width and height


def add(image: bytes, *, middle: Point = (0.5, 0.5), actor: User | None, now: datetime) -> str:
    """Store a photograph as a square around `middle`; return its digest. Raises DomainError with one sentence."""
    stored, size = _prepare(image, middle)
    return _store(stored, size, actor, now)


def add_file(image: bytes) -> str:
    """Store a file of a contract folder as it is; return its digest."""
    from PIL import Image  # noqa: PLC0415 - 5 MB of memory

    with Image.open(io.BytesIO(image)) as picture:
        size = picture.size
    return _store(image, size, None, timezone.now())


def _store(image: bytes, size: tuple[int, int], actor: User | None, now: datetime) -> str:
    digest = hashlib.sha256(image).hexdigest()
    Photo.objects.get_or_create(
        digest=digest,
        defaults={
            "image": image,
            "width": size[0],
            "height": size[1],
            "added_by": actor,
            "added_at": now,
        },
    )
    return digest


def _prepare(image: bytes, middle: Point) -> tuple[bytes, tuple[int, int]]:
    from PIL import Image, ImageOps  # noqa: PLC0415 - 5 MB of memory

    if len(image) > MAX_UPLOAD_BYTES:
        raise DomainError("The photo is larger than 12 MB. Take a smaller one.", "photo")
    if image[4:12] in (b"ftypheic", b"ftypheix", b"ftypmif1", b"ftyphevc"):
        raise DomainError(
            "This is a HEIC photo, which browsers do not show. Share it as JPEG, or take it with this page.",
            "photo",
        )
    try:
        with Image.open(io.BytesIO(image), formats=FORMATS) as picture:
            if picture.width * picture.height > MAX_PIXELS:
                raise DomainError(
                    "The photo has more than 50 megapixels. Take a smaller one.", "photo"
                )
            picture.draft("RGB", (MAX_EDGE, MAX_EDGE))
            upright = ImageOps.exif_transpose(picture).convert("RGB")
    except (OSError, SyntaxError, ValueError, Image.DecompressionBombError):
        raise DomainError(
            "This file is no photo that can be read. Take a JPEG, PNG or WebP.", "photo"
        ) from None
    edge = min(upright.size)
    left, top = (
        min(max(round(part * length - edge / 2), 0), length - edge)
        for part, length in zip(middle, upright.size, strict=True)
    )
    square = upright.crop((left, top, left + edge, top + edge))
    square.thumbnail((MAX_EDGE, MAX_EDGE), Image.Resampling.LANCZOS)
    for quality in QUALITIES:
        out = io.BytesIO()
        square.save(out, "JPEG", quality=quality, progressive=True)
        if out.tell() <= MAX_STORED_BYTES:
            break
    return out.getvalue(), square.size
