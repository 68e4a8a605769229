"""The handling app."""

from django.apps import AppConfig


class HandlingConfig(AppConfig):
    """What staff add to a request; the request itself stays as it was sent."""

    name = "oottam.handling"
    verbose_name = "Handling"
