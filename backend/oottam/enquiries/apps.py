"""The enquiries app."""

from django.apps import AppConfig


class EnquiriesConfig(AppConfig):
    """Registers the endpoints when Django starts."""

    name = "oottam.enquiries"

    def ready(self) -> None:
        from oottam.enquiries import api  # noqa: F401, PLC0415 - models are not loaded earlier
