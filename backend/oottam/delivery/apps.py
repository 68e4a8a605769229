"""The delivery app."""

from django.apps import AppConfig


class DeliveryConfig(AppConfig):
    """Who carries which boxes where, and whether they arrived."""

    name = "oottam.delivery"
    verbose_name = "Delivery"
