"""App configuration of the status pages."""

from django.apps import AppConfig


class StatuspageConfig(AppConfig):
    """Provides the paths of status pages; has no models."""

    name = "oottam.statuspage"

    def ready(self) -> None:
        from oottam.statuspage import links  # noqa: F401, PLC0415 - models are not loaded earlier
