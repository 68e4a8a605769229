"""The enquiries app."""

from django.apps import AppConfig


class EnquiriesConfig(AppConfig):
    """Registers the endpoints when Django starts."""

    name = "oottam.enquiries"
    verbose_name = "Enquiries"

    def ready(self) -> None:
        """Register each endpoint."""
        from oottam.api.endpoints import register  # noqa: PLC0415
        from oottam.enquiries.api import ENDPOINTS  # noqa: PLC0415 - models are not loaded earlier

        for endpoint in ENDPOINTS:
            register(endpoint)
