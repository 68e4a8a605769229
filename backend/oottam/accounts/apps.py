"""The accounts app; its label stays that of its tables."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """Connects the receivers that record when a session starts and ends."""

    name = "oottam.accounts"
    label = "staff"

    def ready(self) -> None:
        from oottam.accounts import sessions  # noqa: F401, PLC0415 - connects its receivers
