"""Reading one contract file into a typed value, or saying what is wrong with it."""

from pathlib import Path
from typing import TypeVar

from django.core.exceptions import ImproperlyConfigured
from pydantic import ConfigDict, TypeAdapter, ValidationError
from pydantic.alias_generators import to_camel

from oottam.core.validation import format_validation_error

T = TypeVar("T")
# Of the dataclasses that files are read as: camel case in the file, and nothing taken for what it is not.
SPELLING = ConfigDict(strict=True, alias_generator=to_camel)


def read(path: Path, kind: type[T]) -> T:
    """The file at `path` as `kind`.

    Raises ImproperlyConfigured, naming the file and what to do about it.
    """
    try:
        return TypeAdapter(kind).validate_json(content(path))
    except ValidationError as error:
        raise wrong(
            path,
            f"is not as agreed: {format_validation_error(error)}. Correct it; its schema is beside it.",
        ) from error


def content(path: Path) -> bytes:
    """Its bytes; raises ImproperlyConfigured where it cannot be read."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise wrong(
            path,
            f"cannot be read ({error.strerror}). "
            "Restore the contract folder, or point OOTTAM_CONTRACT to it.",
        ) from error


def wrong(path: Path, complaint: str, place: str = "") -> ImproperlyConfigured:
    """The error for a contract file that the server cannot work with; `place` is a line, say."""
    return ImproperlyConfigured(
        f"The contract file {path}{f', {place}:' if place else ''} {complaint}"
    )
