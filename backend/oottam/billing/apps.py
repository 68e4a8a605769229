"""The billing app: receipts, bills and their numbers. Payments and refunds are the workflow's tables."""

from django.apps import AppConfig


class BillingConfig(AppConfig):
    """Prices, payments, and the papers about them."""

    name = "oottam.billing"
    verbose_name = "Billing"
