"""The shop's icon, its picture for shared links, and the large pictures of its pages: one place each, own or shipped."""

import json
from collections.abc import Mapping
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User

from oottam.catalogue.pictures import OWN_SCENES
from oottam.menu import drafts, photos
from oottam.menu.content import ICONS

ICON, SHARE = "icon", "share"
# Where a picture of each place is in Content.photos.
_PATHS = dict(zip((ICON, SHARE), ICONS, strict=True))


class UnknownPictureError(LookupError):
    """No page shows a picture of this name."""


def places() -> dict[str, str]:
    """Return where each picture is in Content.photos, by its name: "icon", "share", or a scene's key."""
    return {**_PATHS, **{key: f"scenes/{key}.jpg" for key in (*_scenes(), *OWN_SCENES)}}


def shipped_address(name: str) -> str:
    """Return the address of the picture that is shown without an own one; "" where there is none."""
    if name == ICON:
        return "/order/icon-192.png"
    if name == SHARE:
        return "/order/share.jpg"
    if name in OWN_SCENES:
        return ""
    source = _scenes()[name]
    return f"/order/assets/{source['file']}-{source['widths'][0]}.webp"


def set_picture(*, name: str, image: bytes, actor: User, now: datetime) -> None:
    """Make a picture the shop's own. Raises UnknownPictureError, and DomainError with one sentence."""
    path = _path(name)
    digest = photos.add_picture(image, is_icon=name == ICON, actor=actor, now=now)
    with drafts.edit(f"Changed the picture {name}", actor=actor, now=now) as draft:
        draft.content = draft.content.with_photo(path, digest)


def restore_shipped(*, name: str, actor: User, now: datetime) -> None:
    """Show the shipped picture again, or none. Raises UnknownPictureError."""
    path = _path(name)
    done = "Removed the" if name in OWN_SCENES else "Took the shipped"
    with drafts.edit(f"{done} picture {name}", actor=actor, now=now) as draft:
        draft.content = draft.content.without_photo(path)


def _path(name: str) -> str:
    try:
        return places()[name]
    except KeyError:
        raise UnknownPictureError(name) from None


def _scenes() -> Mapping[str, Any]:
    file = settings.STOREFRONT / "renderer/pictures.json"
    return _read(file, file.stat().st_mtime_ns) if file.is_file() else {}


@cache
def _read(file: Path, _written: int) -> Mapping[str, Any]:
    scenes: Mapping[str, Any] = json.loads(file.read_bytes())["scenes"]
    return scenes
