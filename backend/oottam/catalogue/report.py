"""Validates a contract folder and describes its content."""

from pathlib import Path
from typing import Any

from oottam.catalogue import files
from oottam.catalogue.contract import Catalogue, load
from oottam.catalogue.folder import NAMES, contract_files, own_names
from oottam.catalogue.page_texts import unchanged_screens
from oottam.catalogue.pictures import check_pictures
from oottam.catalogue.site import is_personal_upi_id

MAX_NAMES = 10
PERSONAL_UPI_ID = (
    "payment.upiId in site.json looks like a personal phone number: every customer sees it. "
    "A business UPI id keeps the number private, and apps refuse it less often."
)


def describe_folder(folder: Path) -> list[str]:
    """Return the report's lines; raises ImproperlyConfigured with the first error and its place."""
    catalogue = load(folder)
    check_pictures(folder)
    own = own_names(folder)
    lines = [f"{folder} can be served."]
    if own:
        lines += [f"The shop's own: {', '.join(own)}."]
        if shipped := [name for name in NAMES if name not in own]:
            lines += [f"As shipped, and following each update: {', '.join(shipped)}."]
    counts = [f"{len(menu.dishes)} dishes {kind}" for kind, menu in catalogue.menus.items()]
    lines += [f"{', '.join(counts)}; {len(catalogue.site.doctors)} doctors."]
    return [*lines, *_notes(folder, catalogue)]


def _notes(folder: Path, catalogue: Catalogue) -> list[str]:
    without_recipe = [
        name
        for name in catalogue.dish_names()
        if (recipe := catalogue.kitchen.recipe(name)) is None or not recipe.is_known
    ]
    notes = {
        "Still the shipped sample, in site.json": list(catalogue.site.sample_blocks),
        "Still the shipped sample, in kitchen/": list(catalogue.kitchen.samples),
        "Still the shipped sample, in shop/": [
            f"{name}.txt" for name, text in catalogue.texts.items() if text.is_sample
        ],
        "Still the shipped words, in texts.json": unchanged_screens(
            contract_files(folder)["texts.json"]
        ),
        "It is not known what is in": without_recipe,
        "No sentence in catalogue/descriptions.json for": _undescribed(folder),
    }
    lines = [f"{label}: {_shorten(names)}." for label, names in notes.items() if names]
    if is_personal_upi_id(catalogue.site.upi_id):
        lines.append(PERSONAL_UPI_ID)
    return lines


def _undescribed(folder: Path) -> list[str]:
    paths = contract_files(folder)
    described = files.read(paths["catalogue/descriptions.json"], dict[str, Any])["descriptions"]
    menus = [
        files.read(paths[f"catalogue/{kind}.json"], dict[str, Any])
        for kind in ("veg", "nonveg", "tray")
    ]
    dishes = [
        dish for menu in menus for category in menu["categories"] for dish in category["items"]
    ]
    return [dish["name"] for dish in dishes if dish["image"] not in described]


def _shorten(names: list[str]) -> str:
    more = f" and {len(names) - MAX_NAMES} more" if len(names) > MAX_NAMES else ""
    return f"{', '.join(names[:MAX_NAMES])}{more}"
