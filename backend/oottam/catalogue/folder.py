"""Resolves the contract files: a shop's own file replaces the shipped file of that name as a whole."""

import difflib
from collections.abc import Iterator, Mapping
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

SHIPPED = Path(__file__).resolve().parents[3] / "contract"
TEXTS = ("shop/terms.txt", "shop/privacy.txt")
KITCHEN = ("kitchen/ingredients.json", "kitchen/recipes.json")
NAMES = (
    "site.json",
    "rules.json",
    "texts.json",
    "catalogue/veg.json",
    "catalogue/nonveg.json",
    "catalogue/tray.json",
    "catalogue/descriptions.json",
    "catalogue/weekly-menu.json",
    "catalogue/custom-choice.json",
    "catalogue/health-plans.json",
    *KITCHEN,
    *TEXTS,
)
# Ignored in a shop's folder: they belong to the release.
NOT_READ = ("schemas", "vectors", "openapi.json")
PICTURES = "pictures"


def contract_files(folder: Path) -> Mapping[str, Path]:
    """Return the path for each of NAMES: the folder's own file, else the shipped one.

    Raises ImproperlyConfigured if the folder is missing, has none of these files, has a broken link, or a JSON file
    or a `shop/` text of another name: with a misspelt name, the shipped file would silently apply.
    """
    if not folder.is_dir():
        raise ImproperlyConfigured(
            f"The contract folder {folder} is not there. Make it, or point OOTTAM_CONTRACT to the one that holds "
            "the shop's own files."
        )
    own = {name for name in NAMES if (folder / name).is_file()}
    for name in NAMES:
        if (folder / name).is_symlink() and name not in own:
            raise ImproperlyConfigured(
                f"{folder / name} is a link to a file that is not there. Mend the link, or remove it to use the "
                "shipped file."
            )
    for unknown in _unknown_files(folder):
        near = difflib.get_close_matches(unknown, NAMES, 1, 0.5)
        hint = f"Did you mean {near[0]}?" if near else f"Read are {', '.join(NAMES)}."
        raise ImproperlyConfigured(
            f"The contract folder {folder} holds {unknown}, which nothing reads. {hint}"
        )
    if not own:
        raise ImproperlyConfigured(
            f"The contract folder {folder} holds no file of a contract. Copy those that you want to change out "
            f"of {SHIPPED}, site.json first."
        )
    return {name: (folder if name in own else SHIPPED) / name for name in NAMES}


def own_names(folder: Path) -> tuple[str, ...]:
    """Return those of NAMES that the folder overrides; none for the shipped folder."""
    if folder.resolve() == SHIPPED:
        return ()
    return tuple(name for name in NAMES if (folder / name).is_file())


def _unknown_files(folder: Path) -> Iterator[str]:
    texts = [file for ending in ("txt", "md") for file in (folder / "shop").glob(f"*.{ending}")]
    for file in sorted([*folder.rglob("*.json"), *texts]):
        parts = file.relative_to(folder).parts
        name = "/".join(parts)
        if name not in NAMES and parts[0] not in NOT_READ and not parts[0].startswith("."):
            yield name
