"""The background app."""

from typing import Any

from django.apps import AppConfig


class BackgroundConfig(AppConfig):
    """One table, used on PostgreSQL alone, for the files that jobs make."""

    name = "oottam.background"
    verbose_name = "Background jobs"

    def ready(self) -> None:
        """A session that ends, however it does, takes its files with it."""
        from django.contrib.sessions.models import Session  # noqa: PLC0415 - models are not loaded earlier
        from django.db.models.signals import post_delete  # noqa: PLC0415

        from oottam.background import files  # noqa: PLC0415

        def forget(instance: Session, **kwargs: Any) -> None:
            files.delete_of_session(instance.session_key)

        post_delete.connect(forget, sender=Session, weak=False, dispatch_uid="background.files")
