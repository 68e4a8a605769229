"""The billing app: receipts, bills and their numbers. Payments and refunds are the workflow's tables."""

from django.apps import AppConfig


class BillingConfig(AppConfig):
    """Prices, payments, and the papers about them."""

    name = "oottam.billing"
    verbose_name = "Billing"

    def ready(self) -> None:
        """Connect the receiver that issues and cancels receipts with payments."""
        from oottam.billing import receivers  # noqa: F401, PLC0415 - models are not loaded earlier
