"""The enquiries app."""

from django.apps import AppConfig


class EnquiriesConfig(AppConfig):
    """Registers its calls when Django starts."""

    name = "oottam.enquiries"
    verbose_name = "Enquiries"

    def ready(self) -> None:
        """From here on the calls are answered."""
        from oottam.enquiries.api import CALLS  # noqa: PLC0415 - models are not loaded earlier
        from oottam.intake.calls import register  # noqa: PLC0415

        for call in CALLS:
            register(call)
