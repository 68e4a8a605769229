"""The outbox app; its label is that of its tables."""

from django.apps import AppConfig


class OutboxConfig(AppConfig):
    """Holds the outbox; the worker runs in a process of its own (`manage.py deliver_mail`)."""

    name = "oottam.outbox"
    label = "notify"
    verbose_name = "Mail"
