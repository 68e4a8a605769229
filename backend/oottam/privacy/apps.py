"""App configuration of privacy."""

from django.apps import AppConfig


class PrivacyConfig(AppConfig):
    """Has no tables; its command is `person`."""

    name = "oottam.privacy"
