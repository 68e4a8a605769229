"""The requests app."""

from django.apps import AppConfig


class RequestsConfig(AppConfig):
    """Holds every request; what is particular to a kind lies with the app that takes it."""

    name = "oottam.requests"
    verbose_name = "Requests"
