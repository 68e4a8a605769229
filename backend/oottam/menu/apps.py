"""The menu app."""

from django.apps import AppConfig


class MenuConfig(AppConfig):
    """Owns the draft, the editions and what is sold out."""

    name = "oottam.menu"
    verbose_name = "Menu"
