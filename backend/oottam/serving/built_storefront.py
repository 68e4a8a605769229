"""What the storefront's build leaves behind: `site/` with the files, and `routes.json`."""

from pathlib import Path

from django.core.exceptions import ImproperlyConfigured
from pydantic import BaseModel, ConfigDict, ValidationError
from pydantic.alias_generators import to_camel

from oottam.core.validation import format_validation_error


class Routes(BaseModel):
    """routes.json: paths are relative to /order, files to site/; calls go to this host and these."""

    model_config = ConfigDict(alias_generator=to_camel, frozen=True)

    pages: dict[str, str]
    bare_not_found: list[str]
    not_found: str
    bare_not_found_page: str
    call_origins: list[str] = []


def read_routes(dist: Path) -> Routes:
    """The routes of the storefront built in `dist`; ImproperlyConfigured when there is none."""
    file = existing(dist / "routes.json")
    try:
        return Routes.model_validate_json(file.read_bytes())
    except ValidationError as error:
        raise ImproperlyConfigured(
            f"{file} is not as agreed: {format_validation_error(error)}. Run: make build"
        ) from error


def existing(file: Path) -> Path:
    """`file`, or ImproperlyConfigured with what to do when the build has not made it."""
    if not file.is_file():
        raise ImproperlyConfigured(
            f"The storefront is not built: {file} is missing. Run: make build "
            "(or point OOTTAM_STOREFRONT to a built one)."
        )
    return file
