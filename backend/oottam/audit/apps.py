"""The audit app."""

from django.apps import AppConfig


class AuditConfig(AppConfig):
    """A table of its own, below everything that writes to it."""

    name = "oottam.audit"
    verbose_name = "Audit"
