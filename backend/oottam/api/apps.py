"""The api app; its label is the prefix of its tables."""

from django.apps import AppConfig


class ApiConfig(AppConfig):
    """Serves the endpoints that other apps register, and provides the content of mails."""

    name = "oottam.api"
    label = "intake"

    def ready(self) -> None:
        from oottam.api import mails  # noqa: F401, PLC0415 - models are not loaded earlier
