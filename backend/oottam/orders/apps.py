"""The orders app."""

from django.apps import AppConfig


class OrdersConfig(AppConfig):
    """Registers the endpoints when Django starts."""

    name = "oottam.orders"
    verbose_name = "Orders"

    def ready(self) -> None:
        """Register each endpoint."""
        from oottam.api.endpoints import register  # noqa: PLC0415 - models are not loaded earlier
        from oottam.orders.api import ENDPOINTS  # noqa: PLC0415

        for endpoint in ENDPOINTS:
            register(endpoint)
