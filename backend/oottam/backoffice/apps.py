"""The back office: the staff's pages."""

from django.apps import AppConfig


class BackofficeConfig(AppConfig):
    """Pages over everybody else's tables; it has none of its own."""

    name = "oottam.backoffice"
    verbose_name = "Back office"

    def ready(self) -> None:
        """From here on the shop's mails lead to it, and its background jobs are known."""
        from oottam.backoffice import jobs, links  # noqa: F401, PLC0415 - models are not loaded earlier
        from oottam.intake import mails  # noqa: PLC0415

        mails.use_staff_link(links.to_request)
