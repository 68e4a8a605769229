"""The audit app."""

from django.apps import AppConfig


class AuditConfig(AppConfig):
    """One table, in the lowest layer, so that every app can write to it."""

    name = "oottam.audit"
    verbose_name = "Audit"
