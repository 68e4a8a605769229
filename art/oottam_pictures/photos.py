"""Photographs that a shop owner drops into art/photos/ stand in for renders. Needs Pillow, not Blender."""

import difflib
import hashlib

from PIL import Image, ImageOps

from .catalogue import ROOT

FOLDER = ROOT / "art" / "photos"
SUFFIXES = {".jpg", ".jpeg", ".png", ".webp", ".avif"}
MARK = "photo "


class UnknownPicture(ValueError):
    """A photograph is named like no picture; the message names the nearest keys."""


def dropped(known, folder=FOLDER):
    """{picture key: path} of the photographs in the folder; UnknownPicture if one is named like no picture."""
    found = {}
    for path in sorted(folder.iterdir()):
        if path.suffix.lower() not in SUFFIXES:
            continue
        if path.stem not in known:
            near = difflib.get_close_matches(path.stem, known, 3)
            raise UnknownPicture(f"{path.name}: no picture has this name; near are {', '.join(near) or 'none'}")
        found[path.stem] = path
    return found


def stamp(path):
    """What the ledger notes for a photograph: a mark and the digest of its file."""
    return MARK + hashlib.sha256(path.read_bytes()).hexdigest()[:16]


def cropped(path, ratio, width):
    """The photograph upright, cut around its middle to `ratio`, `width` pixels wide."""
    upright = ImageOps.exif_transpose(Image.open(path)).convert("RGB")
    return ImageOps.fit(upright, (width, round(width / ratio)), Image.LANCZOS)
