"""The accounts app; its label is that of its tables."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """Begins a session's clock at each log-in."""

    name = "oottam.accounts"
    label = "staff"
    verbose_name = "Staff"

    def ready(self) -> None:
        """From here on sessions know when they began."""
        from oottam.accounts import sessions  # noqa: F401, PLC0415 - connects itself
