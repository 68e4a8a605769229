"""The background app."""

from typing import Any

from django.apps import AppConfig


class BackgroundConfig(AppConfig):
    """Has one table, for generated files on PostgreSQL."""

    name = "oottam.background"

    def ready(self) -> None:
        """Delete a session's files when the session is deleted."""
        from django.contrib.sessions.models import Session  # noqa: PLC0415 - models are not loaded earlier
        from django.db.models.signals import post_delete  # noqa: PLC0415

        from oottam.background import files  # noqa: PLC0415

        def delete_files(instance: Session, **kwargs: Any) -> None:
            files.delete_of_session(instance.session_key)

        post_delete.connect(
            delete_files, sender=Session, weak=False, dispatch_uid="background.files"
        )
