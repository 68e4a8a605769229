"""The parts of the content that only the owner changes: the shop's name, contacts, links, payments, map and legal words."""

from collections.abc import Sequence

from oottam.catalogue.folder import TEXTS
from oottam.catalogue.schema import JsonPath
from oottam.menu.content import SITE

# Values of site.json, with all that is below them.
PROTECTED_PATHS: Sequence[JsonPath] = (
    ("brand", "name"),
    ("brand", "nativeName"),
    ("contact", "phone"),
    ("contact", "email"),
    ("contact", "chatNumber"),
    ("origin",),
    ("map",),
    ("social",),
    ("externalLinks",),
    ("legal",),
    ("payment",),
)
# Files that hold something protected.
PROTECTED_FILES = (SITE, *TEXTS)


def is_protected(file: str, path: JsonPath) -> bool:
    """Whether only the owner changes the value, or one that it holds."""
    if file != SITE:
        return file in TEXTS
    return any(all(a == b for a, b in zip(path, each, strict=False)) for each in PROTECTED_PATHS)
