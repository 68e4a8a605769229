"""What the storefront's build leaves behind: `site/` with the files, and `routes.json`."""

from pathlib import Path

import msgspec
from django.core.exceptions import ImproperlyConfigured


class Routes(msgspec.Struct, frozen=True, rename="camel"):
    """routes.json: paths are relative to /order, files to site/; calls go to this host and these."""

    pages: dict[str, str]
    bare_not_found: list[str]
    not_found: str
    bare_not_found_page: str
    call_origins: list[str] = []


def read_routes(dist: Path) -> Routes:
    """The routes of the storefront built in `dist`; ImproperlyConfigured when there is none."""
    file = existing(dist / "routes.json")
    try:
        return msgspec.json.decode(file.read_bytes(), type=Routes)
    except msgspec.DecodeError as error:
        raise ImproperlyConfigured(f"{file} is not as agreed: {error}. Run: make build") from error


def existing(file: Path) -> Path:
    """`file`, or ImproperlyConfigured with what to do when the build has not made it."""
    if not file.is_file():
        raise ImproperlyConfigured(
            f"The storefront is not built: {file} is missing. Run: make build "
            "(or point OOTTAM_STOREFRONT to a built one)."
        )
    return file
