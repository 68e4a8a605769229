"""The audit app."""

from django.apps import AppConfig


class AuditConfig(AppConfig):
    """Owns the audit log, in the lowest layer, so that all apps can write to it."""

    name = "oottam.audit"
    verbose_name = "Audit"
