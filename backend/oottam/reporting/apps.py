"""The reporting app."""

from typing import Any

from django.apps import AppConfig
from django.db import connections
from django.db.models.signals import post_migrate, pre_migrate


class ReportingConfig(AppConfig):
    """What reports add up, and the sums of days that are over."""

    name = "oottam.reporting"
    verbose_name = "Reporting"

    def ready(self) -> None:
        """Tables are changed without triggers at them, which SQLite would lose or refuse; sums are made again after it."""
        pre_migrate.connect(_without_triggers, sender=self)
        post_migrate.connect(_with_triggers, sender=self)


def _without_triggers(*, plan: Any, using: str, **_: Any) -> None:
    from oottam.reporting import triggers  # noqa: PLC0415 - models are not loaded earlier

    if plan:
        triggers.drop(connections[using])


def _with_triggers(*, using: str, **_: Any) -> None:
    from oottam.reporting import triggers  # noqa: PLC0415 - models are not loaded earlier

    triggers.create(connections[using])
