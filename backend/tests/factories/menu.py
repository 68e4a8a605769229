"""Changes of the menu's draft, and a renderer in place of Node."""

import io
import json
import sys
import textwrap
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone
from PIL import Image, ImageCms

from oottam import catalogue
from oottam.catalogue.folder import SHIPPED
from oottam.menu import drafts, editions
from oottam.menu.content import INGREDIENTS, MENUS, RECIPES, Content
from oottam.menu.models import Edition
from oottam.rendering import renderer

# What render.mjs writes, of the edition's number alone.
RENDERER = """
    import json, sys
    content = json.load(sys.stdin)
    text = json.dumps([content["edition"], content["soldOut"]])
    routes = {"pages": {"/": "index.html"}, "bareNotFound": [], "notFound": "index.html",
              "bareNotFoundPage": "index.html"}
    page = f"<title>Menu</title><h1>{text}</h1>"
    site = {"index.html": page, "assets/content-1/veg.js": text}
    print(json.dumps({"site": site, "routes": routes, "content": {"shop": {}, "modules": ""}}))
"""
FAILING = "import sys; sys.exit('TypeError: no picture idli')"


def fake_renderer(folder: Path, patch: pytest.MonkeyPatch, settings: Any) -> Path:
    """Render with a Python program, and keep the server's files below `folder`; return the program."""
    program = folder / "node"
    patch.setattr(renderer, "node", lambda: program)
    settings.VAR, settings.STOREFRONT = folder / "var", folder / "dist"
    (settings.STOREFRONT / "renderer").mkdir(parents=True)
    (settings.STOREFRONT / "renderer/render.js").write_text("1", "ascii")
    tables = {"dishes": {"idli": {"tone": "fff"}}, "scenes": {}}
    (settings.STOREFRONT / "renderer/pictures.json").write_text(json.dumps(tables), "ascii")
    (settings.STOREFRONT / "facts.json").write_text(json.dumps(shipped_facts()), "utf-8")
    write_program(program, RENDERER)
    return program


@cache
def shipped_facts() -> Any:
    """What the build's pages say of their dishes."""
    return catalogue.load(SHIPPED).facts_of_recipes()


def write_program(program: Path, code: str) -> None:
    """Replace the program in one step: it may be running."""
    draft = program.with_suffix(".new")
    draft.write_text(f"#!{sys.executable}\n{textwrap.dedent(code)}", "utf-8")
    draft.chmod(0o755)
    draft.replace(program)


def find_dish(menu: Any, name: str) -> Any:
    """The dish of a menu file by its name."""
    dishes = (dish for category in menu["categories"] for dish in category["items"])
    return next(dish for dish in dishes if dish["name"] == name)


def with_price(content: Content, name: str, rupees: float, kind: str = "veg") -> Content:
    """The content with this price of a dish in every tier."""
    menu = content.file(MENUS[kind])
    prices = find_dish(menu, name)["prices"]
    prices.update(dict.fromkeys(prices, rupees))
    return content.replace(MENUS[kind], menu)


def without_dish(content: Content, name: str, kind: str = "veg") -> Content:
    """The content without this dish."""
    menu = content.file(MENUS[kind])
    dish = find_dish(menu, name)
    for category in menu["categories"]:
        category["items"] = [each for each in category["items"] if each["id"] != dish["id"]]
    return content.replace(MENUS[kind], menu)


def edit_price(name: str, rupees: float, **options: Any) -> int:
    """Change a price in the draft; return its revision."""
    options = {"actor": None, "now": timezone.now(), **options}
    with drafts.edit(f"{name} costs {rupees}", **options) as draft:
        draft.content = with_price(draft.content, name, rupees)
    return draft.revision


def publish(**options: Any) -> Edition:
    """Publish the draft as it is."""
    options = {"note": "", "starts_at": None, "actor": None, "now": timezone.now(), **options}
    return editions.publish(**{"revision": drafts.load().revision, **options})


def make_photo(size: tuple[int, int] = (40, 30)) -> bytes:
    """A red picture."""
    out = io.BytesIO()
    Image.new("RGB", size, "red").save(out, "JPEG")
    return out.getvalue()


def swapped_colours() -> bytes:
    """An ICC profile like sRGB whose red is green and whose green is red."""
    profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    return profile.replace(b"rXYZ", b"????").replace(b"gXYZ", b"rXYZ").replace(b"????", b"gXYZ")


def with_grams(content: Content, name: str, **grams: float) -> Content:
    """The content with these grams in a dish's recipe; 0 takes an ingredient out."""
    kitchen = content.file(RECIPES)
    recipe = next(each for each in kitchen["recipes"] if each["name"] == name)
    held = {**recipe["grams"], **{key.replace("_", "-"): each for key, each in grams.items()}}
    recipe["grams"] = {key: each for key, each in held.items() if each}
    return content.replace(RECIPES, kitchen)


def with_ingredient(content: Content, key: str, **values: Any) -> Content:
    """The content with these values of an ingredient."""
    kitchen = content.file(INGREDIENTS)
    for group in kitchen["groups"]:
        for each in group["ingredients"]:
            if each["id"] == key:
                each.update(values)
    return content.replace(INGREDIENTS, kitchen)


def edit_draft(apply: Callable[[Content], Content]) -> int:
    """Change the draft; return its revision."""
    with drafts.edit("Changed", actor=None, now=timezone.now()) as draft:
        draft.content = apply(draft.content)
    return draft.revision
