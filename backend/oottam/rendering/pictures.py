"""Resizes a shop's photographs and icon (`pictures/` of its contract folder) for its pages.

Imports Pillow, which takes 5 MB of memory: import it only for shops with pictures.
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

from oottam.catalogue.pictures import KINDS, NORMALISED, OWN_SCENES, SUFFIXES, root_pictures
from oottam.rendering.photo_cutter import normalise

QUALITY: Mapping[str, Mapping[str, int]] = {
    "webp": {"quality": 80, "method": 6},
    "avif": {"quality": 60, "speed": 6},
}
SQUARE = {320: 320, 640: 640}  # width to height in pixels
KEY = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
DIGEST_LENGTH = 6  # as in frontend/shared/pictures/pictureTable.ts
MIN_ICON_WIDTH = 512
SAFE_ZONE = 0.8  # part of a maskable icon that is always visible
SHARE = (1200, 630)
LARGEST = (2400, 2400)  # JPEGs are decoded at 1/2, 1/4 or 1/8 of their size, but not below this
# By kind (catalogue/pictures.py): the PictureSource of frontend/shared/ui/Picture.tsx by key
Table = dict[str, dict[str, dict[str, Any]]]


@dataclass(frozen=True, slots=True)
class Photograph:
    """A photograph of the shop; `sizes` are height by width in pixels."""

    file: Path
    name: str  # "<key>-<digest>", the prefix of its file names
    sizes: Mapping[int, int]

    def files(self) -> Iterator[str]:
        """Yield the names of its files."""
        for width in self.sizes:
            yield from (f"{self.name}-{width}.{suffix}" for suffix in QUALITY)


def add_photographs(table: Table, pictures: Path, folder: Path) -> list[str]:
    """Write the shop's photographs to `folder`, add them to the shipped `table`, and return their file names."""
    tones = frozenset(
        source["tone"]
        for sources in table.values()
        for source in sources.values()
        if "tone" in source
    )
    names: list[str] = []
    for kind, photographs_by_kind in photographs(pictures, table).items():
        for key, photograph in photographs_by_kind.items():
            write_sizes(photograph, folder)
            table.setdefault(kind, {})[key] = picture_source(photograph, folder, tones)
            names += photograph.files()
    return names


def photographs(pictures: Path, shipped: Table) -> dict[str, dict[str, Photograph]]:
    """Return the shop's photographs by kind and key. Raises ImproperlyConfigured for a file that no page can use."""
    result: dict[str, dict[str, Photograph]] = {}
    for kind in KINDS:
        result[kind] = {}
        for file in _image_files(pictures / kind):
            made_as = repr((NORMALISED, QUALITY, SQUARE)).encode()
            digest = hashlib.sha256(made_as + file.read_bytes()).digest()
            name = f"{file.stem}-{base64.urlsafe_b64encode(digest).decode()[:DIGEST_LENGTH]}"
            is_scene = kind == "scenes"
            sizes = _scene_sizes(file, shipped["scenes"]) if is_scene else SQUARE
            result[kind][file.stem] = Photograph(file, name, sizes)
    return result


def write_sizes(photograph: Photograph, folder: Path) -> None:
    """Write the sizes that are missing in `folder`. Raises ImproperlyConfigured for an unreadable file."""
    if all((folder / name).is_file() for name in photograph.files()):
        return
    picture = _open(photograph.file)
    for width, height in photograph.sizes.items():
        fitted = ImageOps.fit(picture, (width, height), Image.Resampling.LANCZOS)
        for suffix, quality in QUALITY.items():
            draft = folder / f".draft.{suffix}"
            fitted.save(draft, **quality)  # type: ignore[arg-type]
            draft.rename(folder / f"{photograph.name}-{width}.{suffix}")


def picture_source(photograph: Photograph, folder: Path, tones: frozenset[str]) -> dict[str, Any]:
    """Return the PictureSource of a written photograph; its tone is the nearest one of the style sheet."""
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
    """Write favicon and app icons from a square icon.png, and the picture of shared links from share.jpg."""
    own = root_pictures(pictures)
    if file := own.get("icon"):
        icon = _open(file, "RGBA")
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
    if file := own.get("share"):
        shared = ImageOps.fit(_open(file), SHARE, Image.Resampling.LANCZOS)
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


def _scene_sizes(file: Path, scenes: Mapping[str, Mapping[str, Any]]) -> Mapping[int, int]:
    """Return height by width, as of the shipped scene of this name, or of OWN_SCENES."""
    if sizes := OWN_SCENES.get(file.stem):
        return sizes
    source = scenes.get(file.stem)
    if source is None:
        known = (*scenes, *OWN_SCENES)
        similar = difflib.get_close_matches(file.stem, known, 3) or known
        raise _error(file, f"no page shows a scene of this name; there are {', '.join(similar)}")
    widths = source["widths"]
    return {width: round(source["height"] * width / widths[-1]) for width in widths}


def _distance(tone: str, mean: bytes) -> int:
    """Return the squared distance between a three-digit colour ("c84") and RGB bytes."""
    return sum(
        (int(digit, 16) * 0x11 - value) ** 2 for digit, value in zip(tone, mean, strict=True)
    )


def _scaled(icon: Image.Image, size: int) -> Image.Image:
    return icon.resize((size, size), Image.Resampling.LANCZOS)


def _on_white(icon: Image.Image, size: int, part: float) -> Image.Image:
    """Put the icon on white; phones would show a black background."""
    background = Image.new("RGBA", (size, size), "white")
    inner = _scaled(icon, round(size * part))
    background.alpha_composite(inner, ((size - inner.width) // 2, (size - inner.height) // 2))
    return background.convert("RGB")


def _open(file: Path, mode: str = "RGB") -> Image.Image:
    try:
        with Image.open(file) as picture:
            picture.draft(None, LARGEST)  # 50 megapixels would take 400 MB of memory
            return normalise(picture, mode, min(picture.size) // LARGEST[0])
    except (OSError, SyntaxError, Image.DecompressionBombError) as error:
        raise _error(file, f"it cannot be read as a picture ({type(error).__name__})") from error


def _error(file: Path, reason: str) -> ImproperlyConfigured:
    return ImproperlyConfigured(f"The picture {file} cannot be used: {reason}.")
