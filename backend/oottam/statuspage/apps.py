"""App configuration of the status pages."""

from django.apps import AppConfig


class StatuspageConfig(AppConfig):
    """Has no models."""

    name = "oottam.statuspage"
    verbose_name = "Status page"

    def ready(self) -> None:
        """Provide the paths of status pages."""
        from oottam.statuspage import links  # noqa: F401, PLC0415 - models are not loaded earlier
