"""The status page's app."""

from django.apps import AppConfig


class StatuspageConfig(AppConfig):
    """One page, without models of its own."""

    name = "oottam.statuspage"
    verbose_name = "Status page"

    def ready(self) -> None:
        """From here on replies and acknowledgements lead to it."""
        from oottam.intake import status_page  # noqa: PLC0415 - models are not loaded earlier
        from oottam.statuspage import links  # noqa: PLC0415

        status_page.use_status_path(links.status_path)
