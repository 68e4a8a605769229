"""Reads one contract file into a typed value."""

from decimal import Decimal
from pathlib import Path
from typing import Annotated, Any, TypeVar

from django.core.exceptions import ImproperlyConfigured
from pydantic import (
    AfterValidator,
    AliasPath,
    ConfigDict,
    Field,
    GetPydanticSchema,
    TypeAdapter,
    ValidationError,
)
from pydantic.alias_generators import to_camel

from oottam.core.money import paise_from_rupees

T = TypeVar("T")
_Rupees = Annotated[Decimal, AfterValidator(paise_from_rupees)]
Paise = Annotated[int, GetPydanticSchema(lambda _, handler: handler(_Rupees))]  # rupees in the file
# Pydantic settings of the file dataclasses: camel case keys, no type coercion.
FILE_CONFIG = ConfigDict(strict=True, alias_generator=to_camel)


def at(*path: str) -> Any:
    """Take a field's value from this place in the file."""
    return Field(validation_alias=AliasPath(*path))


def read(path: Path, kind: type[T]) -> T:
    """Parse the JSON file at `path` as `kind`; raises ImproperlyConfigured."""
    return parse(path, read_bytes(path), kind)


def parse(path: Path, text: bytes, kind: type[T]) -> T:
    """Parse the text of the JSON file at `path` as `kind`; raises ImproperlyConfigured."""
    try:
        return TypeAdapter(kind).validate_json(text)
    except ValidationError as error:
        raise contract_error(
            path,
            f"is not as agreed: {format_validation_error(error)}. Correct it; its schema is beside it.",
        ) from error


def read_bytes(path: Path) -> bytes:
    """Return the file's bytes; raises ImproperlyConfigured if it cannot be read."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise contract_error(
            path,
            f"cannot be read ({error.strerror}). "
            "Restore the contract folder, or point OOTTAM_CONTRACT to it.",
        ) from error


def contract_error(path: Path, message: str, location: str = "") -> ImproperlyConfigured:
    """Return the error for an invalid contract file; `location` is a line or field."""
    return ImproperlyConfigured(
        f"The contract file {path}{f', {location}:' if location else ''} {message}"
    )


def format_validation_error(error: ValidationError) -> str:
    """Return all errors with their paths: "Field required at categories.0.id"."""
    return "; ".join(
        f"{each['msg']} at {'.'.join(map(str, each['loc']))}" if each["loc"] else each["msg"]
        for each in error.errors(include_url=False)
    )
