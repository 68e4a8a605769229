"""App configuration of reporting."""

from typing import Any

from django.apps import AppConfig
from django.db import connections
from django.db.models.signals import post_migrate, pre_migrate


class ReportingConfig(AppConfig):
    """Drops the totals' triggers before migrations and creates them again afterwards."""

    name = "oottam.reporting"

    def ready(self) -> None:
        """Connect the migration signals: SQLite rebuilds tables, which loses triggers or fails on them."""
        pre_migrate.connect(_drop_triggers, sender=self)
        post_migrate.connect(_create_triggers, sender=self)


def _drop_triggers(*, plan: Any, using: str, **_: Any) -> None:
    from oottam.reporting import triggers  # noqa: PLC0415 - models are not loaded earlier

    if plan:
        triggers.drop(connections[using])


def _create_triggers(*, using: str, **_: Any) -> None:
    from oottam.reporting import triggers  # noqa: PLC0415 - models are not loaded earlier

    triggers.create(connections[using])
