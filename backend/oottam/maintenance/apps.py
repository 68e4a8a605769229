"""The maintenance app; its label is that of its tables."""

from django.apps import AppConfig


class MaintenanceConfig(AppConfig):
    """Has no tables of its own; its commands are backup, restore and purge."""

    name = "oottam.maintenance"
    label = "operations"
