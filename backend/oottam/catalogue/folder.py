"""A shop's contract folder: each file that it holds stands in for the shipped one of that name, as a whole."""

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
# What a copy of the whole shipped folder brings along; it belongs to the version, not to the shop.
NOT_READ = ("schemas", "vectors", "openapi.json")
PICTURES = "pictures"


def contract_files(folder: Path) -> Mapping[str, Path]:
    """The file for each of NAMES: the folder's own where it has one, else the shipped one.

    Raises ImproperlyConfigured for a folder that is missing, holds none of them, or holds a JSON file, or a text
    of `shop/`, that nothing reads: a misspelt name would leave the shipped one in its place.
    """
    if not folder.is_dir():
        raise ImproperlyConfigured(
            f"The contract folder {folder} is not there. Make it, or point OOTTAM_CONTRACT to the one that holds "
            "the shop's own files."
        )
    own = {name for name in NAMES if (folder / name).is_file()}
    for stranger in _strangers(folder):
        near = difflib.get_close_matches(stranger, NAMES, 1, 0.5)
        hint = f"Did you mean {near[0]}?" if near else f"Read are {', '.join(NAMES)}."
        raise ImproperlyConfigured(
            f"The contract folder {folder} holds {stranger}, which nothing reads. {hint}"
        )
    if not own:
        raise ImproperlyConfigured(
            f"The contract folder {folder} holds no file of a contract. Copy those that you want to change out "
            f"of {SHIPPED}, site.json first."
        )
    return {name: (folder if name in own else SHIPPED) / name for name in NAMES}


def own_names(folder: Path) -> tuple[str, ...]:
    """Which of NAMES the folder has of its own; none where it is the shipped one."""
    if folder.resolve() == SHIPPED:
        return ()
    return tuple(name for name in NAMES if (folder / name).is_file())


def _strangers(folder: Path) -> Iterator[str]:
    texts = [file for ending in ("txt", "md") for file in (folder / "shop").glob(f"*.{ending}")]
    for file in sorted([*folder.rglob("*.json"), *texts]):
        parts = file.relative_to(folder).parts
        name = "/".join(parts)
        if name not in NAMES and parts[0] not in NOT_READ and not parts[0].startswith("."):
            yield name
