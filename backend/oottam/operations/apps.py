"""The operations app."""

from django.apps import AppConfig


class OperationsConfig(AppConfig):
    """Has no tables of its own; its commands are backup, restore and purge."""

    name = "oottam.operations"
