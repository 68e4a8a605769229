"""The shop app."""

from django.apps import AppConfig


class ShopConfig(AppConfig):
    """Serves text pages; has no models."""

    name = "oottam.shop"
    verbose_name = "Shop pages"
