"""The requests app."""

from django.apps import AppConfig


class RequestsConfig(AppConfig):
    """Owns the common request table; other apps own the tables of each kind."""

    name = "oottam.requests"
    verbose_name = "Requests"
