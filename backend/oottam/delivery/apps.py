"""The delivery app."""

from django.apps import AppConfig


class DeliveryConfig(AppConfig):
    """Who carries which boxes where, and whether they arrived."""

    name = "oottam.delivery"
    verbose_name = "Delivery"

    def ready(self) -> None:
        """From here on door notes follow their requests; the schedule, which makes the plan, listens before."""
        from oottam.delivery import receivers  # noqa: F401, PLC0415 - models are not loaded earlier
