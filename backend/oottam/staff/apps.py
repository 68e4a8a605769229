"""The staff app."""

from django.apps import AppConfig


class StaffConfig(AppConfig):
    """Begins a session's clock at each log-in."""

    name = "oottam.staff"
    verbose_name = "Staff"

    def ready(self) -> None:
        """From here on sessions know when they began."""
        from oottam.staff import sessions  # noqa: F401, PLC0415 - connects itself
