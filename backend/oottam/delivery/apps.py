"""The delivery app."""

from django.apps import AppConfig


class DeliveryConfig(AppConfig):
    """Routes, runs and delivery outcomes."""

    name = "oottam.delivery"

    def ready(self) -> None:
        """Connect the receiver of door notes, after that of `plans`, which creates the plan."""
        from oottam.delivery import receivers  # noqa: F401, PLC0415 - models are not loaded earlier
