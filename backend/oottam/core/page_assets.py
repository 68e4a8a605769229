"""URLs of the built style sheets and scripts of the pages that the server renders, and the shop's content that some read."""

import json
from collections.abc import Mapping
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

FOLDER = "staff/"  # below STATIC_URL, and in the build
_page_content: ContextVar[Mapping[str, Any] | None] = ContextVar("page_content", default=None)


@cache
def _manifest() -> dict[str, Any]:
    file = settings.STOREFRONT / FOLDER / "manifest.json"
    try:
        read: dict[str, Any] = json.loads(file.read_text("utf-8"))
    except OSError as error:
        raise ImproperlyConfigured(
            f"The server's pages have no style sheet: {file} is missing. make storefront builds it."
        ) from error
    return read


@dataclass(frozen=True, slots=True)
class Island:
    """URLs of an island's script, its imports, and the style sheets of all of them."""

    script: str
    imports: list[str]
    styles: list[str]


def island(source: str) -> Island:
    """Return the build of an entry, such as "backoffice/phoneOrder/veg.tsx". Raises KeyError if missing."""
    manifest = _manifest()
    names = [source]
    for each in names:  # grows during iteration: imports may have imports
        names += [more for more in manifest[each].get("imports", []) if more not in names]
    styles = [style for each in reversed(names) for style in manifest[each].get("css", [])]
    return Island(
        script=_static_url(manifest[source]["file"]),
        imports=[_static_url(manifest[each]["file"]) for each in names[1:]],
        styles=[_static_url(style) for style in dict.fromkeys(styles)],
    )


def url_of(source: str) -> str:
    """Return the URL of a built file, such as "statuspage/status.css". Raises KeyError if missing."""
    return _static_url(_manifest()[source]["file"])


def content(source: str) -> bytes:
    """Return the content of a built file, for scripts that are served at another URL."""
    built: bytes = (settings.STOREFRONT / FOLDER / _manifest()[source]["file"]).read_bytes()
    return built


def _static_url(file: str) -> str:
    return f"{settings.STATIC_URL}{FOLDER}{file}"


def page_content() -> Mapping[str, Any]:
    """What frontend/shared/content.ts reads from a page: the request's, or that of the build."""
    content = _page_content.get() or _built_content()
    return {**content, "groups": {}}


def pin_page_content(content: Mapping[str, Any] | None) -> None:
    """Make `content`, read from content.json, that of this request."""
    _page_content.set(content)


@cache
def _built_content() -> Mapping[str, Any]:
    read: Mapping[str, Any] = json.loads((settings.STOREFRONT / "content.json").read_text("utf-8"))
    return read
