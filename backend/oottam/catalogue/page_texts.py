"""Checks contract/texts.json, what the storefront's pages say; the renderer fills its placeholders."""

import difflib
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from oottam.catalogue import files, own_file
from oottam.catalogue.folder import SHIPPED
from oottam.catalogue.json_location import format_path, line_number
from oottam.catalogue.schema import JsonPath

# Their values: frontend/storefront/product/texts.ts.
PLACEHOLDERS = (
    "name",
    "town",
    "location",
    "radius",
    "categories",
    "combo_price",
    "min_days",
    "max_days",
)
PLACEHOLDER = re.compile(r"\{([^{}\n]*)\}")


def check_page_texts(path: Path) -> None:
    """Raise ImproperlyConfigured for a placeholder that is not known."""
    for json_path, text in texts_in(files.read(path, dict[str, Any])):
        if error := unknown_placeholder(text, PLACEHOLDERS):
            line = line_number(own_file.read_text(path), json_path)
            raise files.contract_error(path, error, f"line {line} ({format_path(json_path)})")


def unchanged_screens(path: Path) -> list[str]:
    """Return the screens whose words the file leaves unchanged."""
    own = files.read(path, dict[str, Any])
    shipped = files.read(SHIPPED / "texts.json", dict[str, Any])
    return [
        screen
        for screen, words in shipped.items()
        if screen != "$schema" and {**words, **own.get(screen, {})} == words
    ]


def texts_in(value: Any, path: JsonPath = ()) -> Iterator[tuple[JsonPath, str]]:
    """Yield each text with its place."""
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, dict | list):
        for key, part in value.items() if isinstance(value, dict) else enumerate(value):
            if key != "$schema":
                yield from texts_in(part, (*path, key))


def unknown_placeholder(text: str, known: Sequence[str]) -> str:
    """Return a sentence on the first placeholder of `text` that is not `known`; "" for none."""
    for name in PLACEHOLDER.findall(text):
        if name not in known:
            near = difflib.get_close_matches(name, known, 1, 0.5)
            names = ", ".join(f"{{{known_name}}}" for known_name in known)
            hint = f"Did you mean {{{near[0]}}}?" if near else f"Known are {names}."
            return f"{{{name}}} is not known here. {hint}"
    return ""
