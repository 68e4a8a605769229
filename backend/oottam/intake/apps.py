"""The intake app."""

from django.apps import AppConfig


class IntakeConfig(AppConfig):
    """Holds every request; the calls themselves are registered by the apps that own them."""

    name = "oottam.intake"
    verbose_name = "Requests"
