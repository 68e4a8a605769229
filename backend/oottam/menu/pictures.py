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
DISHES, SCENES = "dishes", "scenes"
# Where a picture of each place is in Content.photos.
_PATHS = dict(zip((ICON, SHARE), ICONS, strict=True))


def places() -> dict[str, str]:
    """Return where each picture is in Content.photos, by its name: "icon", "share", or a scene's key."""
    return {
        **_PATHS,
        **{key: f"scenes/{key}.jpg" for key in (*shipped_pictures(SCENES), *OWN_SCENES)},
    }


def shipped_address(name: str) -> str:
    """Return the address of the picture that is shown while the shop has none of its own; "" without one."""
    if name == ICON:
        return "/order/icon-192.png"
    if name == SHARE:
        return "/order/share.jpg"
    return shipped_picture(name, SCENES)


def set_picture(*, name: str, image: bytes, actor: User, now: datetime) -> None:
    """Make one of `places` the shop's own picture. Raises DomainError with one sentence."""
    digest = photos.add_picture(image, is_icon=name == ICON, actor=actor, now=now)
    with drafts.edit(f"Changed the picture {name}", actor=actor, now=now) as draft:
        draft.content = draft.content.with_photo(places()[name], digest)


def restore_shipped(*, name: str, actor: User, now: datetime) -> None:
    """Show the shipped picture of one of `places` again, or none."""
    done = "Removed the" if name in OWN_SCENES else "Took the shipped"
    with drafts.edit(f"{done} picture {name}", actor=actor, now=now) as draft:
        draft.content = draft.content.without_photo(places()[name])


def shipped_picture(key: str, kind: str = DISHES) -> str:
    """Return the address of the shipped picture of this key; "" without one."""
    source = shipped_pictures(kind).get(key)
    return f"/order/assets/{source['file']}-{source['widths'][0]}.webp" if source else ""


def shipped_pictures(kind: str) -> Mapping[str, Any]:
    """The built storefront's pictures of a kind by key; none without a build."""
    file = settings.STOREFRONT / "renderer/pictures.json"
    if not file.is_file():
        return {}
    pictures: Mapping[str, Any] = _tables(file, file.stat().st_mtime_ns)[kind]
    return pictures


@cache
def _tables(file: Path, _written: int) -> dict[str, Any]:
    tables: dict[str, Any] = json.loads(file.read_bytes())
    return tables
