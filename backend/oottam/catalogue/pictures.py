"""Checks that every picture named by a menu exists: shipped, or a photograph of the shop."""

import difflib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from django.core.exceptions import ImproperlyConfigured

from oottam.catalogue import files
from oottam.catalogue.folder import PICTURES, SHIPPED, contract_files

# Only in a checkout; a server without the storefront's sources has no such folder.
SHIPPED_PICTURES = SHIPPED.parent / "frontend" / "shared" / "pictures"
SUFFIXES = (".jpg", ".jpeg", ".png", ".webp", ".avif")
ROOT_PICTURES = ("icon", "share")  # in the folder itself, in a file of any of these endings
# How photo_cutter.normalise makes pictures: another number makes those of a shop anew.
NORMALISED = 1
# Dishes and doctors are square; a scene has the shape of the shipped one, or of OWN_SCENES.
KINDS = ("dishes", "scenes", "doctors")
KITCHEN = "kitchen"
# Scenes without a shipped picture: width to height in pixels.
OWN_SCENES: Mapping[str, Mapping[int, int]] = {KITCHEN: {480: 360, 960: 720}}
_FIELDS = ("image", "img")


def root_pictures(pictures: Path) -> dict[str, Path]:
    """Return the files of a shop's icon and of its picture for shared links, as "icon.PNG", by ROOT_PICTURES."""
    files = sorted(pictures.iterdir()) if pictures.is_dir() else []
    files = [file for file in files if file.is_file() and file.suffix.lower() in SUFFIXES]
    found = {file.stem.lower(): file for file in files}
    return {name: found[name] for name in ROOT_PICTURES if name in found}


def own_pictures(contract: Path, kind: str) -> dict[str, Path]:
    """Return the shop's photographs by key; `kind` is one of KINDS."""
    folder = contract / PICTURES / kind
    files = sorted(folder.iterdir()) if folder.is_dir() else []
    return {file.stem: file for file in files if file.suffix.lower() in SUFFIXES}


def check_pictures(contract: Path) -> None:
    """Raise ImproperlyConfigured for an unreadable photograph, or a picture that a menu names and that is missing."""
    for kind in KINDS:
        for file in own_pictures(contract, kind).values():
            _check_readable(file)
    _check_doctors(contract)
    shipped = {file.stem for file in SHIPPED_PICTURES.glob("*/*.webp")}
    if not shipped:
        return
    known = shipped | own_pictures(contract, "dishes").keys()
    for name, file in contract_files(contract).items():
        for key in (
            _picture_keys(files.read(file, dict[str, Any])) if name.startswith("catalogue/") else ()
        ):
            # file names of scenes contain the width
            if key not in known and f"{key}-768" not in shipped:
                near = difflib.get_close_matches(key, sorted(known), 1)
                hint = f', or did you mean "{near[0]}"?' if near else "."
                place = f"{contract / PICTURES / 'dishes' / key}.jpg"
                if contract == SHIPPED:
                    place = f"art/photos/{key}.jpg and run `make -C art photos`"
                raise files.contract_error(
                    file,
                    f'asks for the picture "{key}", which is not there. Put a photograph into {place}{hint}',
                )


def _check_doctors(contract: Path) -> None:
    """Raise ImproperlyConfigured for a doctor whose photograph is missing."""
    file = contract_files(contract)["site.json"]
    known = own_pictures(contract, "doctors")
    for key in _picture_keys(files.read(file, dict[str, Any])["doctors"]):
        if key not in known:
            place = f"{contract / PICTURES / 'doctors' / key}.jpg"
            raise files.contract_error(
                file,
                f'asks for the photograph "{key}" of a doctor, which is not there. Put it into {place}, or leave "image" out.',
            )


def _check_readable(file: Path) -> None:
    from PIL import Image  # noqa: PLC0415 - saves the server 5 MB

    try:
        with Image.open(file) as picture:
            picture.verify()
    except (OSError, SyntaxError, Image.DecompressionBombError) as error:
        raise ImproperlyConfigured(
            f"The picture {file} cannot be read as one. Save it as JPEG, PNG, WebP or AVIF."
        ) from error


def _picture_keys(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        yield from (value[field] for field in _FIELDS if isinstance(value.get(field), str))
        for inner in value.values():
            yield from _picture_keys(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _picture_keys(inner)
