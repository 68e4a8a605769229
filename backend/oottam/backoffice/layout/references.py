"""References in addresses: what else stands there is no request."""

from django.urls import register_converter

from oottam.requests.identity import ALPHABET, REFERENCE_CHARACTERS


class ReferenceConverter:
    """OT-7K2M9QX, spelt as it is stored."""

    regex = f"OT-[{ALPHABET}]{{{REFERENCE_CHARACTERS}}}"

    def to_python(self, value: str) -> str:
        """As it stands."""
        return value

    def to_url(self, value: str) -> str:
        """As it stands."""
        return value


def register() -> None:
    """From here on addresses may say <reference:...>."""
    register_converter(ReferenceConverter, "reference")
