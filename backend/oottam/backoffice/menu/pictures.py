"""The pictures that a menu's entry can have, by names that staff know, and their addresses."""

from collections.abc import Iterator

from django.urls import reverse

from oottam.menu.content import Content
from oottam.menu.pictures import DISHES, shipped_picture, shipped_pictures
from oottam.menu.weekly import named_pictures

HEALTH_PLANS = "catalogue/health-plans.json"


def picture_choices(content: Content, kind: str = DISHES) -> list[tuple[str, str]]:
    """Key and name of every picture: shipped ones, the shop's own, and those that the menus name; by name."""
    names = dict[str, str]()
    for name, key in named_pictures(content) if kind == DISHES else _plan_pictures(content):
        names.setdefault(key, name)
    known = {*shipped_pictures(kind), *content.own_pictures(kind), *names}
    labels = {key: names.get(key) or key.replace("-", " ").capitalize() for key in known}
    return sorted(labels.items(), key=lambda each: (each[1].casefold(), each[0]))


def _plan_pictures(content: Content) -> Iterator[tuple[str, str]]:
    for plan in content.file(HEALTH_PLANS)["plans"]:
        yield "", plan["image"]


def picture_address(content: Content, key: str, kind: str = DISHES) -> str:
    """The address of the smallest picture of this key; "" without one."""
    own = content.own_pictures(kind).get(key)
    return reverse("backoffice:menu-photo", args=[own]) if own else shipped_picture(key, kind)


def picture_tiles(content: Content, kind: str = DISHES) -> list[tuple[str, str, str]]:
    """Key, name and address of every picture."""
    return [
        (key, name, picture_address(content, key, kind))
        for key, name in picture_choices(content, kind)
    ]
