"""App configuration of maintenance; the label stays `operations`."""

from django.apps import AppConfig


class MaintenanceConfig(AppConfig):
    """Has no tables; its commands include backup, restore and purge."""

    name = "oottam.maintenance"
    label = "operations"
