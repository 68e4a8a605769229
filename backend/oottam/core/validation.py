"""Formats pydantic's errors in configuration files for the operator."""

from pydantic import ValidationError


def format_validation_error(error: ValidationError) -> str:
    """Return all errors with their paths: "Field required at categories.0.id"."""
    return "; ".join(
        f"{each['msg']} at {'.'.join(map(str, each['loc']))}" if each["loc"] else each["msg"]
        for each in error.errors(include_url=False)
    )
