"""Which picture each dish needs, and whether there is one: the shipped ones, or the shop's own photographs."""

import difflib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.exceptions import ImproperlyConfigured

from oottam.catalogue import files
from oottam.catalogue.folder import PICTURES, SHIPPED, contract_files

# Where the checkout keeps those that it ships; a server without the sources of its pages has none.
SHIPPED_PICTURES = SHIPPED.parent / "frontend" / "shared" / "pictures"
SUFFIXES = (".jpg", ".jpeg", ".png", ".webp", ".avif")
_FIELDS = ("image", "img")


def own_pictures(contract: Path, kind: str) -> dict[str, Path]:
    """The shop's photographs in pictures/dishes or pictures/scenes, by their key."""
    folder = contract / PICTURES / kind
    found = sorted(folder.iterdir()) if folder.is_dir() else []
    return {file.stem: file for file in found if file.suffix.lower() in SUFFIXES}


def check_pictures(contract: Path) -> None:
    """Raises ImproperlyConfigured for a photograph that is none, and where a menu names a picture that is not there."""
    for kind in ("dishes", "scenes"):
        for file in own_pictures(contract, kind).values():
            _check_readable(file)
    shipped = {file.stem for file in SHIPPED_PICTURES.glob("*/*.webp")}
    if not shipped:
        return
    known = shipped | own_pictures(contract, "dishes").keys()
    for name, file in contract_files(contract).items():
        for key in _keys(files.read(file, dict[str, Any])) if name.startswith("catalogue/") else ():
            # scenes have their width in their names
            if key not in known and f"{key}-768" not in shipped:
                near = difflib.get_close_matches(key, sorted(known), 1)
                hint = f', or did you mean "{near[0]}"?' if near else "."
                place = f"{contract / PICTURES / 'dishes' / key}.jpg"
                if contract == SHIPPED:
                    place = f"art/photos/{key}.jpg and run `make -C art photos`"
                raise files.wrong(
                    file,
                    f'asks for the picture "{key}", which is not there. Put a photograph into {place}{hint}',
                )


def _check_readable(file: Path) -> None:
    from PIL import Image  # noqa: PLC0415 - 5 MB that the server does without

    try:
        with Image.open(file) as picture:
            picture.verify()
    except (OSError, SyntaxError, Image.DecompressionBombError) as error:
        raise ImproperlyConfigured(
            f"The picture {file} cannot be read as one. Save it as JPEG, PNG, WebP or AVIF."
        ) from error


def _keys(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        yield from (value[field] for field in _FIELDS if isinstance(value.get(field), str))
        for inner in value.values():
            yield from _keys(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _keys(inner)
