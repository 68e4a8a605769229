"""Photographs of dishes, and the shop's other pictures: read in bounds, turned upright, cropped, without metadata (which names the place)."""

import hashlib
import io
import logging
import subprocess
from datetime import datetime

from django.contrib.auth.models import User
from django.utils import timezone

from oottam.core import child_program
from oottam.core.errors import DomainError
from oottam.menu.models import Photo
from oottam.rendering import photo_cutter

MAX_UPLOAD_BYTES = 12 * 1024 * 1024
MAX_SECONDS = 30.0
logger = logging.getLogger(__name__)
Point = tuple[float, float]  # the middle of the cut, as fractions of width and height


def add(image: bytes, *, middle: Point = (0.5, 0.5), actor: User | None, now: datetime) -> str:
    """Store a photograph as a square around `middle`; return its digest. Raises DomainError with one sentence."""
    square = _prepare(image, "square", *(f"{part:.4f}" for part in middle))
    return _store(square, _size_of(square), actor, now)


def add_picture(image: bytes, *, is_icon: bool, actor: User | None, now: datetime) -> str:
    """Store a picture whole, an icon as PNG; return its digest. Raises DomainError with one sentence."""
    picture = _prepare(image, "icon" if is_icon else "whole")
    return _store(picture, _size_of(picture), actor, now)


def add_file(image: bytes) -> str:
    """Store a file of a contract folder as it is; return its digest."""
    return _store(image, _size_of(image), None, timezone.now())


def _size_of(image: bytes) -> tuple[int, int]:
    from PIL import Image  # noqa: PLC0415 - 5 MB of memory

    with Image.open(io.BytesIO(image)) as picture:
        return picture.size


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


def _prepare(image: bytes, *arguments: str) -> bytes:
    """Run photo_cutter with these arguments in a child process. Raises DomainError."""
    if len(image) > MAX_UPLOAD_BYTES:
        raise DomainError("The photo is larger than 12 MB. Take a smaller one.", "photo")
    if image[4:12] in (b"ftypheic", b"ftypheix", b"ftypmif1", b"ftyphevc"):
        raise DomainError(
            "This is a HEIC photo, which browsers do not show. Share it as JPEG, or take it with this page.",
            "photo",
        )
    program = ["-I", photo_cutter.__file__, *arguments]
    try:
        done = child_program.run(program, image, max_seconds=MAX_SECONDS, field="photo")
    except subprocess.TimeoutExpired:
        raise DomainError(photo_cutter.UNREADABLE, "photo") from None
    if done.returncode == photo_cutter.REFUSED:
        raise DomainError(done.stderr.decode(), "photo")
    if done.returncode or not done.stdout:
        logger.warning("the photo cutter ended with %s: %s", done.returncode, done.stderr[-300:])
        raise DomainError(photo_cutter.UNREADABLE, "photo")
    return done.stdout
