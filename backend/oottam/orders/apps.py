"""The orders app."""

from django.apps import AppConfig


class OrdersConfig(AppConfig):
    """Registers the endpoints when Django starts."""

    name = "oottam.orders"

    def ready(self) -> None:
        from oottam.orders import api  # noqa: F401, PLC0415 - models are not loaded earlier
