"""Where the built style sheet and scripts of the staff's pages are."""

import json
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


def address(source: str) -> str:
    """The address of what was built from a file of frontend/staff, as "pulse.ts"; KeyError when nothing was."""
    return f"{settings.STATIC_URL}{FOLDER}{_manifest()[f'staff/{source}']['file']}"
