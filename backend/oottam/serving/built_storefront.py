"""Reads the storefront's build output: `site/` with its files, and `routes.json`."""

from pathlib import Path

from django.core.exceptions import ImproperlyConfigured
from pydantic import BaseModel, ConfigDict, ValidationError
from pydantic.alias_generators import to_camel

from oottam.catalogue.files import format_validation_error


class Routes(BaseModel):
    """routes.json: paths relative to /order, files relative to site/, and the other hosts of endpoints."""

    model_config = ConfigDict(alias_generator=to_camel, frozen=True)

    pages: dict[str, str]
    bare_not_found: list[str]
    not_found: str
    bare_not_found_page: str
    call_origins: list[str] = []


def read_routes(dist: Path) -> Routes:
    """Read the routes built in `dist`. Raises ImproperlyConfigured if they are missing or invalid."""
    file = require_built(dist / "routes.json")
    try:
        return Routes.model_validate_json(file.read_bytes())
    except ValidationError as error:
        raise ImproperlyConfigured(
            f"{file} is not as agreed: {format_validation_error(error)}. Run: make build"
        ) from error


def require_built(file: Path) -> Path:
    """Return `file`. Raises ImproperlyConfigured with a remedy if the build has not written it."""
    if not file.is_file():
        raise ImproperlyConfigured(
            f"The storefront is not built: {file} is missing. Run: make build "
            "(or point OOTTAM_STOREFRONT to a built one)."
        )
    return file
