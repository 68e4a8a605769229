"""The privacy app."""

from django.apps import AppConfig


class PrivacyConfig(AppConfig):
    """Has no tables of its own; its command is person."""

    name = "oottam.privacy"
