"""The api app; its label is the prefix of its tables."""

from django.apps import AppConfig


class ApiConfig(AppConfig):
    """Serves the endpoints that other apps register."""

    name = "oottam.api"
    label = "intake"
    verbose_name = "Intake"

    def ready(self) -> None:
        """Provide the content of mails."""
        from oottam.api import mails  # noqa: F401, PLC0415 - models are not loaded earlier
