"""The plans app."""

from django.apps import AppConfig


class PlansConfig(AppConfig):
    """What staff do with plans, and keeping them in step with their requests."""

    name = "oottam.plans"

    def ready(self) -> None:
        """Connect the receivers."""
        from oottam.plans import receivers  # noqa: F401, PLC0415 - models are not loaded earlier
