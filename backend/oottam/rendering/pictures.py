"""A shop's photographs and icon (`pictures/` of its contract folder), in every size that pages use.

Imports Pillow, 5 MB of memory: imported only where a shop has pictures.
"""

import base64
import difflib
import hashlib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.core.exceptions import ImproperlyConfigured
from PIL import Image, ImageOps

from oottam.catalogue.pictures import SUFFIXES

QUALITY: Mapping[str, Mapping[str, int]] = {
    "webp": {"quality": 80, "method": 6},
    "avif": {"quality": 60, "speed": 6},
}
DISH = {320: 320, 640: 640}  # width to height in pixels
KEY = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
DIGEST_LENGTH = 6  # as in frontend/shared/pictures/pictureTable.ts
MIN_ICON_WIDTH = 512
SAFE_ZONE = 0.8  # of a maskable icon, the part that no phone cuts away
SHARE = (1200, 630)
LARGEST = (2400, 2400)  # a JPEG is read at a half, quarter or eighth of its size, not below this
# "dishes" and "scenes": the PictureSource of frontend/shared/ui/Picture.tsx by key
Table = dict[str, dict[str, dict[str, Any]]]


@dataclass(frozen=True, slots=True)
class Photograph:
    """One photograph of the shop, and the sizes in which pages use it."""

    file: Path
    name: str  # "<key>-<digest>", with which the names of its files begin
    sizes: Mapping[int, int]

    def files(self) -> Iterator[str]:
        """The names of its files."""
        for width in self.sizes:
            yield from (f"{self.name}-{width}.{suffix}" for suffix in QUALITY)


def add_photographs(table: Table, pictures: Path, folder: Path) -> list[str]:
    """Cut the shop's photographs into `folder`, and put them into `table` of shipped ones; the names of their files."""
    tones = frozenset(
        source["tone"]
        for sources in table.values()
        for source in sources.values()
        if "tone" in source
    )
    names: list[str] = []
    for kind, found in photographs(pictures, table).items():
        for key, photograph in found.items():
            cut(photograph, folder)
            table[kind][key] = picture_source(photograph, folder, tones)
            names += photograph.files()
    return names


def photographs(pictures: Path, shipped: Table) -> dict[str, dict[str, Photograph]]:
    """The shop's photographs by kind and key. Raises ImproperlyConfigured for a file that no page can use."""
    found: dict[str, dict[str, Photograph]] = {}
    for kind in ("dishes", "scenes"):
        found[kind] = {}
        for file in _image_files(pictures / kind):
            digest = hashlib.sha256(repr((QUALITY, DISH)).encode() + file.read_bytes()).digest()
            name = f"{file.stem}-{base64.urlsafe_b64encode(digest).decode()[:DIGEST_LENGTH]}"
            sizes = DISH if kind == "dishes" else _scene_sizes(file, shipped["scenes"])
            found[kind][file.stem] = Photograph(file, name, sizes)
    return found


def cut(photograph: Photograph, folder: Path) -> None:
    """Write the sizes that `folder` lacks. Raises ImproperlyConfigured when the file is no picture."""
    if all((folder / name).is_file() for name in photograph.files()):
        return
    picture = _open(photograph.file).convert("RGB")
    for width, height in photograph.sizes.items():
        fitted = ImageOps.fit(picture, (width, height), Image.Resampling.LANCZOS)
        for suffix, quality in QUALITY.items():
            draft = folder / f".draft.{suffix}"
            fitted.save(draft, **quality)  # type: ignore[arg-type]
            draft.rename(folder / f"{photograph.name}-{width}.{suffix}")


def picture_source(photograph: Photograph, folder: Path, tones: frozenset[str]) -> dict[str, Any]:
    """The PictureSource of a cut photograph; its tone is the nearest of those that the style sheet has."""
    widths = sorted(photograph.sizes)
    with Image.open(folder / f"{photograph.name}-{widths[0]}.webp") as picture:
        mean = picture.convert("RGB").resize((1, 1), Image.Resampling.BOX).tobytes()
    return {
        "file": photograph.name,
        "widths": widths,
        "height": photograph.sizes[widths[-1]],
        "tone": min(sorted(tones), key=lambda tone: _distance(tone, mean)),
    }


def write_icons(pictures: Path, folder: Path) -> None:
    """What browsers and phones show for the shop, from one square icon.png; for shared links, from share.jpg."""
    if (file := pictures / "icon.png").is_file():
        icon = _open(file).convert("RGBA")
        if icon.width != icon.height or icon.width < MIN_ICON_WIDTH:
            raise _error(
                file,
                f"it is {icon.width} x {icon.height}; it has to be square, {MIN_ICON_WIDTH} pixels at least",
            )
        for size in (192, 512):
            _scaled(icon, size).save(folder / f"icon-{size}.png", optimize=True)
        _on_white(icon, 512, SAFE_ZONE).save(folder / "icon-maskable-512.png", optimize=True)
        _on_white(icon, 180, 1).save(folder / "apple-touch-icon.png", optimize=True)
        _scaled(icon, 32).save(folder / "favicon.ico", sizes=[(32, 32)])
    if (file := pictures / "share.jpg").is_file():
        shared = ImageOps.fit(_open(file).convert("RGB"), SHARE, Image.Resampling.LANCZOS)
        shared.save(folder / "share.jpg", quality=86, progressive=True)


def _image_files(folder: Path) -> list[Path]:
    files = sorted(folder.iterdir()) if folder.is_dir() else []
    files = [file for file in files if not file.name.startswith(".")]
    for file in files:
        if file.suffix.lower() not in SUFFIXES:
            raise _error(file, f"it is none of {', '.join(sorted(SUFFIXES))}")
        if not KEY.fullmatch(file.stem):
            raise _error(file, "its name may have small letters, digits and single hyphens only")
    return files


def _scene_sizes(file: Path, scenes: Mapping[str, Mapping[str, Any]]) -> dict[int, int]:
    """The widths of the shipped scene of this name, in its shape."""
    source = scenes.get(file.stem)
    if source is None:
        near = difflib.get_close_matches(file.stem, scenes, 3) or scenes
        raise _error(file, f"no page shows a scene of this name; there are {', '.join(near)}")
    widths = source["widths"]
    return {width: round(source["height"] * width / widths[-1]) for width in widths}


def _distance(tone: str, mean: bytes) -> int:
    """Between "c84", a colour of three digits, and three bytes of red, green and blue."""
    return sum(
        (int(digit, 16) * 0x11 - value) ** 2 for digit, value in zip(tone, mean, strict=True)
    )


def _scaled(icon: Image.Image, size: int) -> Image.Image:
    return icon.resize((size, size), Image.Resampling.LANCZOS)


def _on_white(icon: Image.Image, size: int, part: float) -> Image.Image:
    """The icon on white, where phones would show black through it."""
    ground = Image.new("RGBA", (size, size), "white")
    inner = _scaled(icon, round(size * part))
    ground.alpha_composite(inner, ((size - inner.width) // 2, (size - inner.height) // 2))
    return ground.convert("RGB")


def _open(file: Path) -> Image.Image:
    try:
        picture = Image.open(file)
        picture.draft(None, LARGEST)  # a phone's 50 megapixels would take 400 MB of the server
        return ImageOps.exif_transpose(picture)
    except (OSError, SyntaxError, Image.DecompressionBombError) as error:
        raise _error(file, f"it cannot be read as a picture ({type(error).__name__})") from error


def _error(file: Path, reason: str) -> ImproperlyConfigured:
    return ImproperlyConfigured(f"The picture {file} cannot be taken: {reason}.")
