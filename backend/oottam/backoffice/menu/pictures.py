"""The pictures that a menu's entry can have, by names that staff know, and their addresses."""

import json
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from django.conf import settings
from django.urls import reverse

from oottam.menu.content import Content
from oottam.menu.weekly import named_pictures

DISHES, SCENES = "dishes", "scenes"
HEALTH_PLANS = "catalogue/health-plans.json"


def picture_choices(content: Content, kind: str = DISHES) -> list[tuple[str, str]]:
    """Key and name of every picture: shipped ones, the shop's own, and those that the menus name; by name."""
    names = dict[str, str]()
    for name, key in named_pictures(content) if kind == DISHES else _plan_pictures(content):
        names.setdefault(key, name)
    known = {*shipped_pictures(kind), *_own(content, kind), *names}
    labels = {key: names.get(key) or key.replace("-", " ").capitalize() for key in known}
    return sorted(labels.items(), key=lambda each: (each[1].casefold(), each[0]))


def _plan_pictures(content: Content) -> Iterator[tuple[str, str]]:
    for plan in content.file(HEALTH_PLANS)["plans"]:
        yield "", plan["image"]


def picture_address(content: Content, key: str, kind: str = DISHES) -> str:
    """The address of the smallest picture of this key; "" without one."""
    own = _own(content, kind).get(key)
    return reverse("backoffice:menu-photo", args=[own]) if own else shipped_picture(key, kind)


def picture_tiles(content: Content, kind: str = DISHES) -> list[tuple[str, str, str]]:
    """Key, name and address of every picture."""
    return [
        (key, name, picture_address(content, key, kind))
        for key, name in picture_choices(content, kind)
    ]


def _own(content: Content, kind: str) -> dict[str, str]:
    """The digests of the shop's photographs by key."""
    found = {}
    for path, digest in content.photos.items():
        folder, _, file = path.partition("/")
        if folder == kind:
            found[file.rpartition(".")[0]] = digest
    return found


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
