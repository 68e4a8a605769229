"""App configuration of the outbox; the tables keep the label `notify`."""

from django.apps import AppConfig


class OutboxConfig(AppConfig):
    """The worker runs in a separate process (`manage.py deliver_mail`)."""

    name = "oottam.outbox"
    label = "notify"
