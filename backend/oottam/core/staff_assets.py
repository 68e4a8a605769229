"""Where the built style sheet and scripts of the staff's pages are."""

import json
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

FOLDER = "staff/"  # below the static address, and in the build


@cache
def _manifest() -> dict[str, Any]:
    file = settings.STOREFRONT / FOLDER / "manifest.json"
    try:
        read: dict[str, Any] = json.loads(file.read_text("utf-8"))
    except OSError as error:
        raise ImproperlyConfigured(
            f"The staff's pages have no style sheet: {file} is missing. make storefront builds it."
        ) from error
    return read


@dataclass(frozen=True, slots=True)
class Island:
    """The addresses of an island's script, of what that imports, and of the style sheets of all of them."""

    script: str
    imports: list[str]
    styles: list[str]


def island(source: str) -> Island:
    """What was built from an entry of frontend/backoffice, as "phoneOrder/veg.tsx"; KeyError when nothing was."""
    manifest = _manifest()
    name = f"backoffice/{source}"
    names = [name]
    for each in names:  # grows as it goes: an import may have imports
        names += [more for more in manifest[each].get("imports", []) if more not in names]
    styles = [style for each in reversed(names) for style in manifest[each].get("css", [])]
    return Island(
        script=_below(manifest[name]["file"]),
        imports=[_below(manifest[each]["file"]) for each in names[1:]],
        styles=[_below(style) for style in dict.fromkeys(styles)],
    )


def address(source: str) -> str:
    """The address of what was built from a file of frontend/backoffice, as "newRequestPoller.ts"; KeyError when nothing was."""
    return _below(_manifest()[f"backoffice/{source}"]["file"])


def content(source: str) -> bytes:
    """What was built from a file of frontend/backoffice, for the few that need an address of their own."""
    built: bytes = (
        settings.STOREFRONT / FOLDER / _manifest()[f"backoffice/{source}"]["file"]
    ).read_bytes()
    return built


def _below(file: str) -> str:
    return f"{settings.STATIC_URL}{FOLDER}{file}"
