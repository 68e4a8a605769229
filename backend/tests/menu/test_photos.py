"""Photographs are cut in a process with bounds; the server's own memory stays as it is."""

import io
import resource
import struct
import threading
import zlib
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from oottam.core import child_program
from oottam.core.errors import DomainError
from oottam.menu import live, photos
from oottam.rendering import photo_cutter
from tests.factories.menu import make_photo, swapped_colours

pytestmark = pytest.mark.django_db


def add(image: bytes, **options: object) -> Image.Image:
    digest = photos.add(image, actor=None, now=timezone.now(), **options)  # type: ignore[arg-type]
    return Image.open(io.BytesIO(live.photo_bytes(digest)))


def make_png(width: int, height: int, *, rows: int) -> bytes:
    """A PNG whose head promises a size, with so many rows of zeros: 1 MB of file may be 1 GB of pixels."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return (
            struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        )

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    packer = zlib.compressobj(9)
    row = bytes(1 + 3 * width)
    pixels = b"".join(packer.compress(row) for _ in range(rows)) + packer.flush()
    parts = chunk(b"IHDR", head) + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + parts


def test_photo_is_cropped_to_a_square_around_its_middle() -> None:
    image = Image.new("RGB", (300, 100), "blue")
    image.paste("red", (200, 0, 300, 100))
    out = io.BytesIO()
    image.save(out, "PNG")
    cut = add(out.getvalue(), middle=(1.0, 0.5))
    assert (cut.size, cut.getpixel((50, 50))[0] > 200) == ((100, 100), True)  # type: ignore[index]


def encoded(picture: Image.Image, suffix: str, **options: object) -> bytes:
    out = io.BytesIO()
    picture.save(out, suffix, **options)
    return out.getvalue()


@pytest.mark.parametrize(
    ("image", "colour"),
    [
        (encoded(Image.new("RGBA", (40, 40), (0, 0, 0, 0)), "PNG"), (255, 255, 255)),
        (encoded(Image.new("P", (40, 40)), "PNG", transparency=0), (255, 255, 255)),
        (encoded(Image.new("LA", (40, 40), (0, 128)), "WEBP"), (127, 127, 127)),
        (encoded(Image.new("I;16", (40, 40), 0x8000), "PNG"), (128, 128, 128)),
        (
            encoded(Image.new("RGB", (40, 40), "red"), "PNG", icc_profile=swapped_colours()),
            (0, 255, 0),
        ),
        (
            encoded(Image.new("RGB", (40, 40), "red"), "JPEG", icc_profile=b"no profile"),
            (254, 0, 0),
        ),
        (
            encoded(Image.new("CMYK", (40, 40), (0, 255, 255, 0)), "JPEG"),
            (254, 0, 0),
        ),
    ],
    ids=["transparent", "palette", "half", "16 bits", "profile", "broken profile", "CMYK"],
)
def test_photo_is_on_white_in_srgb_of_8_bits(image: bytes, colour: tuple[int, int, int]) -> None:
    pixel = add(image).getpixel((20, 20))
    assert isinstance(pixel, tuple)
    assert max(abs(one - other) for one, other in zip(pixel, colour, strict=True)) <= 2


@pytest.mark.parametrize("is_icon", [False, True])
def test_stored_picture_has_no_metadata(is_icon: bool) -> None:
    exif, text = Image.Exif(), PngInfo()
    exif[0x0110] = "a phone"
    text.add_text("Comment", "at home")
    source = Image.new("RGB", (600, 600), "red")
    options: dict[str, Any] = {"exif": exif, "icc_profile": swapped_colours()}
    for image in (
        encoded(source, "JPEG", comment=b"at home", dpi=(72, 72), **options),
        encoded(source, "PNG", pnginfo=text, dpi=(72, 72), **options),
    ):
        digest = photos.add_picture(image, is_icon=is_icon, actor=None, now=timezone.now())
        stored = live.photo_bytes(digest)
        with Image.open(io.BytesIO(stored)) as picture:
            assert not {"comment", "exif", "icc_profile", "dpi"} & picture.info.keys()
        assert not any(word in stored for word in (b"at home", b"a phone", b"iCCP", b"eXIf"))


def test_photo_is_told_to_come_back_while_others_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(child_program, "_places", threading.BoundedSemaphore(1))
    with child_program._places, pytest.raises(DomainError, match="Send yours again") as caught:
        add(make_photo())
    assert caught.value.field == "photo"


@pytest.mark.parametrize(
    ("image", "sentence"),
    [
        (b"", "no photo"),
        (b"GIF89a" + bytes(50), "no photo"),
        (make_photo()[:300], "no photo"),
        (make_png(10_000, 5_001, rows=1), "50 megapixels"),
        (make_png(60_000, 60_000, rows=1), "50 megapixels"),
        (bytes(4) + b"ftypheic" + bytes(50), "HEIC"),
        (bytes(photos.MAX_UPLOAD_BYTES + 1), "12 MB"),
    ],
    ids=["empty", "gif", "half", "51 megapixels", "bomb", "heic", "13 MB"],
)
def test_invalid_image_is_rejected_with_one_message(image: bytes, sentence: str) -> None:
    with pytest.raises(DomainError, match=sentence) as caught:
        add(image)
    assert caught.value.field == "photo"


def test_decompression_bomb_does_not_use_the_servers_memory() -> None:
    bomb = make_png(7_000, 7_000, rows=7_000)
    assert len(bomb) < 1_000_000
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    assert add(bomb).size == (2000, 2000)
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    assert grown < 40_000  # KB; the pixels are 147 MB


def test_child_over_its_memory_limit_is_reported(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    code = Path(photo_cutter.__file__).read_text("utf-8").replace("640 * 1024", "100 * 1024")
    program = tmp_path / "cutter.py"
    program.write_text(code, "utf-8")
    monkeypatch.setattr(photo_cutter, "__file__", str(program))
    with pytest.raises(DomainError, match="no photo"):
        add(make_png(7_000, 7_000, rows=7_000))
