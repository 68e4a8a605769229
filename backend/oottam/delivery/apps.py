"""The delivery app."""

from collections.abc import Collection
from datetime import date

from django.apps import AppConfig


class DeliveryConfig(AppConfig):
    """Routes, runs and delivery outcomes."""

    name = "oottam.delivery"
    verbose_name = "Delivery"

    def ready(self) -> None:
        """Connect the receiver of door notes, after that of `plans`, which creates the plan."""
        from oottam.delivery import receivers  # noqa: F401, PLC0415 - models are not loaded earlier

    def serves_pin(self, pin: str) -> bool:
        """Return whether a route delivers to this PIN code."""
        from oottam.delivery.models import RoutePin  # noqa: PLC0415

        return RoutePin.objects.filter(pin=pin, route__is_closed=False).exists()

    def routed_boxes(self, day: date) -> Collection[int]:
        """Return the day's boxes that had a route."""
        from oottam.delivery.progress import places_of_boxes  # noqa: PLC0415

        return [box for box, (route, _) in places_of_boxes(day).items() if route]
