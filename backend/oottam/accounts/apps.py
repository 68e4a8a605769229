"""The accounts app; its label stays that of its tables."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """Connects the session signals."""

    name = "oottam.accounts"
    label = "staff"
    verbose_name = "Staff"

    def ready(self) -> None:
        """Import the receivers that record when a session starts and ends."""
        from oottam.accounts import sessions  # noqa: F401, PLC0415 - connects its receivers
