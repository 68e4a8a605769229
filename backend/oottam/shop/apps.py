"""The app of the shop's own pages."""

from django.apps import AppConfig


class ShopConfig(AppConfig):
    """Pages of text, without models."""

    name = "oottam.shop"
    verbose_name = "Shop pages"
