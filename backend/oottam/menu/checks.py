"""What is wrong in a content, so that it cannot be published: by the schemas, then by what files say of each other."""

import json
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

from django.core.exceptions import ImproperlyConfigured

from oottam import catalogue
from oottam.catalogue.folder import SHIPPED, TEXTS
from oottam.catalogue.own_file import schema_of
from oottam.catalogue.pictures import SHIPPED_PICTURES, check_pictures
from oottam.catalogue.schema import JsonPath, SchemaError, first_error
from oottam.menu.content import MENUS, Content
from oottam.menu.pictures import DISHES, shipped_pictures

JOINERS = "\u200c\u200d"  # invisible, but Indian scripts and emojis are spelled with them
HIDING = "It holds a character that cannot be seen. Type it anew."
FILE_LABELS = {
    "site.json": "The shop",
    "rules.json": "Rules and combo prices",
    "texts.json": "Words of the pages",
    "catalogue/veg.json": "Veg menu",
    "catalogue/nonveg.json": "Non-veg menu",
    "catalogue/tray.json": "Meal tray",
    "catalogue/descriptions.json": "Descriptions of dishes",
    "catalogue/weekly-menu.json": "Weekly menu",
    "catalogue/custom-choice.json": "Custom choice",
    "catalogue/health-plans.json": "Health plans",
    "kitchen/ingredients.json": "Ingredients",
    "kitchen/recipes.json": "Recipes",
    "shop/terms.txt": "Terms",
    "shop/privacy.txt": "Privacy notice",
}


@dataclass(frozen=True, slots=True)
class ContentError:
    """An error: `message` is a sentence; `file` is "" and `path` () where it is not known better."""

    message: str
    file: str = ""
    path: JsonPath = ()


def errors_of(content: Content, folder: Path) -> list[ContentError]:
    """Return the errors of the content, which `folder` holds as a contract folder; the first of each file, and all pictures."""
    found = list(_schema_errors(content)) or list(_missing_pictures(content))
    if found:
        return found
    try:
        catalogue.load(folder)
        check_pictures(folder)
    except ImproperlyConfigured as error:
        return [_of_folder(str(error), folder)]
    return []


def _missing_pictures(content: Content) -> Iterator[ContentError]:
    """Every entry whose picture is neither the shop's nor shipped; none without a build, which lists the shipped ones."""
    if not (shipped := shipped_pictures(DISHES)):
        return
    sources = [picture.stem for picture in SHIPPED_PICTURES.glob("dishes/*.webp")]
    dishes = {*shipped, *sources, *content.own_pictures(DISHES)}
    for name, path, image, message in _pictured(content):
        if image not in dishes:
            yield ContentError(message, name, path)


def _pictured(content: Content) -> Iterator[tuple[str, JsonPath, str, str]]:
    """File, path, picture key and the error without that picture, for each entry that shows a dish."""
    for name in MENUS.values():
        for at, category in enumerate(content.file(name)["categories"]):
            for item, dish in enumerate(category["items"]):
                path = ("categories", at, "items", item, "image")
                yield name, path, dish["image"], f"{dish['name']} has no photo yet."
    name = "catalogue/weekly-menu.json"
    for week, meals in content.file(name).items():
        for meal, days in meals.items() if week.startswith("week") else ():
            for at, entry in enumerate(days):
                for item, entry_item in enumerate(entry["items"]):
                    place = f"week {week[-1]}, {entry['day']} {meal}"
                    message = f"{entry_item['name']} has no picture yet ({place})."
                    yield name, (week, meal, at, "items", item, "img"), entry_item["img"], message
    name = "catalogue/custom-choice.json"
    for meal, entries in content.file(name).items():
        for at, entry in enumerate(entries) if isinstance(entries, list) else ():
            message = f"{entry['title']} has no picture yet ({FILE_LABELS[name]})."
            yield name, (meal, at, "image"), entry["image"], message


def _schema_errors(content: Content) -> Iterator[ContentError]:
    for name, value in content.files.items():
        if error := file_error(name, value):
            label = describe_path(name, value, error.path)
            yield ContentError(f"{label}: {error.message.rstrip('.')}.", name, error.path)


def file_error(name: str, value: Any) -> SchemaError | None:
    """Return the first violation of the file's schema, else the first text with letters that cannot be seen."""
    if name in TEXTS:
        return next(_hidden_texts(value.replace("\n", ""), ()), None)
    schema = json.loads(schema_of(name).read_text("utf-8"), parse_float=Decimal)
    exact = json.loads(json.dumps(value), parse_float=Decimal)
    return first_error(exact, schema) or next(_hidden_texts(value, ()), None)


def _hidden_texts(value: Any, path: JsonPath) -> Iterator[SchemaError]:
    if isinstance(value, str) and is_hiding(value):
        yield SchemaError(path, HIDING)
    elif isinstance(value, dict | list):
        for key, each in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _hidden_texts(each, (*path, key))


def is_hiding(text: str) -> bool:
    """Whether it has control characters, or characters that hide or reverse the letters beside them."""
    return any(
        unicodedata.category(letter) in ("Cc", "Cf") and letter not in JOINERS for letter in text
    )


def describe_path(file: str, value: Any, path: JsonPath) -> str:
    """As "Veg menu, Protein Smoothies, Dry Fruit Smoothie, prices, week": names in place of list positions."""
    parts = [FILE_LABELS[file]]
    for part in path:
        try:
            value = value[part]
        except (KeyError, IndexError, TypeError):
            value = None
        if isinstance(part, int):
            parts.append(_name_of(value) or str(part + 1))
        elif part not in ("categories", "items"):
            parts.append(str(part))
    return ", ".join(parts)


def _name_of(value: Any) -> str:
    if isinstance(value, dict):
        return next(
            (str(value[key]) for key in ("name", "title", "label", "day", "id") if key in value), ""
        )
    return ""


def _of_folder(message: str, folder: Path) -> ContentError:
    """Reword a message for operators: files by the names that staff know, without folders."""
    file = ""
    for root in (folder, SHIPPED):
        for name, label in FILE_LABELS.items():
            if message.startswith(begin := f"The contract file {root}/{name}"):
                file, message = name, f"{label}:{message.removeprefix(begin)}"
            message = message.replace(f"{root}/{name}", label)
        message = message.replace(f"{root}/", "")
    return ContentError(message, file)
