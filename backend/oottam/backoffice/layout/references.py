"""The URL converter of references; anything else has no page."""

from django.urls import register_converter

from oottam.requests.identity import ALPHABET, REFERENCE_CHARACTERS


class ReferenceConverter:
    """A reference such as OT-7K2M9QX, in upper case."""

    regex = f"OT-[{ALPHABET}]{{{REFERENCE_CHARACTERS}}}"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


def register() -> None:
    """Make <reference:...> known to URL patterns."""
    register_converter(ReferenceConverter, "reference")
