"""The orders app."""

from django.apps import AppConfig


class OrdersConfig(AppConfig):
    """Registers its calls when Django starts."""

    name = "oottam.orders"
    verbose_name = "Orders"

    def ready(self) -> None:
        """From here on the calls are answered."""
        from oottam.api.endpoints import register  # noqa: PLC0415 - models are not loaded earlier
        from oottam.orders.api import ENDPOINTS  # noqa: PLC0415

        for call in ENDPOINTS:
            register(call)
