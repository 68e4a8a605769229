"""The notify app."""

from django.apps import AppConfig


class NotifyConfig(AppConfig):
    """Holds the outbox; the worker runs in a process of its own (`manage.py deliver_mail`)."""

    name = "oottam.notify"
    verbose_name = "Mail"
