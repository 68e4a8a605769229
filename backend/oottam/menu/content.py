"""A menu's content: the shop's own files as a contract folder has them, and its photographs by their digests.

The kitchen's files in it are as the kitchen had them when the edition was published (`kitchen/services/recipe_files.py`); the
draft carries those of its base along.

A file that the content lacks is the shipped one, as in a folder (`catalogue/folder.py`). Pure apart from `read_folder`
and `write_folder`.
"""

import hashlib
import json
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from oottam.catalogue.folder import KITCHEN, NAMES, PICTURES, SHIPPED, TEXTS, own_names
from oottam.catalogue.kitchen import Kitchen, parse_kitchen
from oottam.catalogue.pictures import ROOT_PICTURES, SUFFIXES

MENUS: Mapping[str, str] = {kind: f"catalogue/{kind}.json" for kind in ("veg", "nonveg", "tray")}
SITE, RULES = "site.json", "rules.json"
INGREDIENTS, RECIPES = "kitchen/ingredients.json", "kitchen/recipes.json"
# The price tiers of rules.json by id, shortest first, as staff read them: "week", "15 days".
TIER_LABELS: Mapping[str, str] = {
    tier["id"]: f"{tier['fromDays']} days" if tier["fromDays"] > 1 else tier["id"]
    for tier in json.loads((SHIPPED / RULES).read_text("utf-8"))["tiers"]
}
TIER_HEADINGS = {tier: label.capitalize() for tier, label in TIER_LABELS.items()}
ICONS = ("icon.png", "share.jpg")  # as staff upload them, in the order of ROOT_PICTURES


@dataclass(frozen=True, slots=True)
class Content:
    """`files`: JSON values, or text of `shop/`, by name. `photos`: digests by path below `pictures/`."""

    files: Mapping[str, Any] = field(default_factory=dict)
    photos: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def from_text(cls, text: str) -> "Content":
        """Read the stored form."""
        stored = json.loads(text)
        return cls(stored["files"], stored["photos"])

    def to_text(self) -> str:
        """Return the stored form; equal contents have equal texts."""
        stored = {"files": _sorted(self.files), "photos": _sorted(self.photos)}
        return json.dumps(stored, ensure_ascii=False, separators=(",", ":"))

    @property
    def digest(self) -> str:
        """SHA-256 of the stored form."""
        return hashlib.sha256(self.to_text().encode()).hexdigest()

    @property
    def menu(self) -> "Content":
        """The content without the kitchen's files: what staff change, compare and publish."""
        files = {name: each for name, each in self.files.items() if name not in KITCHEN}
        return Content(files, self.photos)

    def file(self, name: str) -> Any:
        """Return a copy of the file's value, the shipped one where the shop has none."""
        return deepcopy(self.files[name] if name in self.files else shipped(name))

    def replace(self, name: str, value: Any) -> "Content":
        """Return the content with this file; a value equal to the shipped one is left out."""
        others = {known: each for known, each in self.files.items() if known != name}
        own = {} if value == shipped(name) else {name: value}
        return Content({**others, **own}, self.photos)

    def with_photo(self, path: str, digest: str) -> "Content":
        """Return the content with this photograph; `path` is such as "dishes/masala-oats.jpg"."""
        return Content(self.files, {**self.without_photo(path).photos, path: digest})

    def without_photo(self, path: str) -> "Content":
        """Return the content with the shipped picture in this one's place, whatever its file name ends in."""
        others = {known: each for known, each in self.photos.items() if _stem(known) != _stem(path)}
        return Content(self.files, others)

    def photo(self, path: str) -> str:
        """The digest of the photograph in this place, whatever ending it has; "" without one."""
        found = (each for known, each in self.photos.items() if _stem(known) == _stem(path))
        return next(found, "")

    def own_pictures(self, kind: str) -> dict[str, str]:
        """The digests of photographs by picture key, `kind` being "dishes" or "scenes"."""
        paths = {path.partition("/"): digest for path, digest in self.photos.items()}
        return {
            _stem(file): digest for (folder, _, file), digest in paths.items() if folder == kind
        }


def move_before(items: list[Any], item: Any, before: str) -> None:
    """Move an item of a file's list before the one with this id; "" moves it to the end."""
    if item["id"] == before:
        return
    items.remove(item)
    ids = [each["id"] for each in items]
    items.insert(ids.index(before) if before in ids else len(items), item)


def _stem(path: str) -> str:
    return path.rpartition(".")[0]


def _sorted(by_name: Mapping[str, Any]) -> dict[str, Any]:
    """Sort the names; keys within a file keep their order, which is that of the screens."""
    return dict(sorted(by_name.items()))


@cache
def shipped(name: str) -> Any:
    """Return the shipped file's value. Callers must not change it."""
    return _parse(name, (SHIPPED / name).read_text("utf-8"))


def _parse(name: str, text: str) -> Any:
    return text if name in TEXTS else json.loads(text)


def kitchen_of(content: Content) -> Kitchen:
    """Return the recipes and ingredients. Raises ImproperlyConfigured where they contradict one another."""
    ingredients, recipes = (
        json.dumps(content.file(name)).encode() for name in (INGREDIENTS, RECIPES)
    )
    return parse_kitchen(ingredients, recipes, Path(INGREDIENTS), Path(RECIPES))


def read_folder(folder: Path, add_photo: Callable[[bytes], str]) -> Content:
    """Read a contract folder. `add_photo` stores a photograph's file and returns its digest."""
    files = {name: _parse(name, (folder / name).read_text("utf-8")) for name in own_names(folder)}
    content = Content(
        photos={path: add_photo(file.read_bytes()) for path, file in _pictures(folder)}
    )
    for name, value in files.items():
        content = content.replace(name, value)
    return content


def _pictures(folder: Path) -> Iterator[tuple[str, Path]]:
    root = folder / PICTURES
    for file in sorted(root.rglob("*")) if root.is_dir() else ():
        if file.is_file() and file.suffix.lower() in SUFFIXES and not file.name.startswith("."):
            path = file.relative_to(root)
            is_in_root = path.stem.lower() in ROOT_PICTURES and len(path.parts) == 1
            yield path.name.lower() if is_in_root else path.as_posix(), file


def write_folder(content: Content, folder: Path, put_photo: Callable[[str, Path], None]) -> None:
    """Write the content as a contract folder; `put_photo` writes the photograph of a digest into a file.

    The folder appears whole or not at all; one that is there is taken to hold this content.
    """
    if folder.is_dir():
        return
    folder.parent.mkdir(parents=True, exist_ok=True)
    draft = Path(tempfile.mkdtemp(prefix=".draft-", dir=folder.parent))
    try:
        draft.chmod(0o755)
        for name in NAMES:
            if name in content.files:
                _write(draft / name, _format(name, content.file(name)).encode())
        if not content.files:  # a folder without files would be refused
            _write(draft / SITE, _format(SITE, content.file(SITE)).encode())
        for path, digest in content.photos.items():
            (draft / PICTURES / path).parent.mkdir(parents=True, exist_ok=True)
            put_photo(digest, draft / PICTURES / path)
        os.sync()  # else a power failure could leave the folder's name with empty files
        draft.rename(folder)
    except OSError:
        shutil.rmtree(draft, ignore_errors=True)
        if not folder.is_dir():  # another process may have been faster
            raise


def _write(file: Path, value: bytes) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(value)


def _format(name: str, value: Any) -> str:
    return value if name in TEXTS else f"{json.dumps(value, ensure_ascii=False, indent=2)}\n"
