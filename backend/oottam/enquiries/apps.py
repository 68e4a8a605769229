"""The enquiries app."""

from django.apps import AppConfig


class EnquiriesConfig(AppConfig):
    """Registers its calls when Django starts."""

    name = "oottam.enquiries"
    verbose_name = "Enquiries"

    def ready(self) -> None:
        """From here on the calls are answered."""
        from oottam.api.endpoints import register  # noqa: PLC0415
        from oottam.enquiries.api import ENDPOINTS  # noqa: PLC0415 - models are not loaded earlier

        for call in ENDPOINTS:
            register(call)
