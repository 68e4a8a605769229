"""Removes traces of erased rows outside the tables: mail files and SQLite's journal."""

from pathlib import Path

from django.conf import settings
from django.db import connection

from oottam.requests.models import Request

BUSY_TIMEOUT_MILLISECONDS = 250  # maximum delay of an order by the checkpoint
_BATCH_SIZE = 500


def mail_files(reference: str) -> list[Path]:
    """Files of a request's mails, including unfinished ones."""
    return list(_folder().glob(f"{reference}.*"))


def delete_mails(reference: str) -> None:
    """Delete the files of a request's mails."""
    for file in mail_files(reference):
        file.unlink(missing_ok=True)


def delete_orphaned_mails() -> None:
    """Delete mail files written while their request was being erased."""
    references = sorted(
        {name for file in _folder().glob("OT-*") if (name := file.name.partition(".")[0])}
    )
    for start in range(0, len(references), _BATCH_SIZE):
        batch = references[start : start + _BATCH_SIZE]
        erased = Request.objects.filter(reference__in=batch, erased_at__isnull=False)
        for reference in erased.values_list("reference", flat=True):
            delete_mails(reference)


def truncate_journal() -> bool:
    """Checkpoint and truncate SQLite's WAL, which still holds old pages; return False if it was busy.

    The database file has no traces, as PRAGMA secure_delete overwrites deleted rows. No effect on
    PostgreSQL.
    """
    if connection.vendor != "sqlite":
        return True
    if connection.in_atomic_block:
        return False  # uncommitted pages are in the journal only
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA busy_timeout")
        previous_timeout = cursor.fetchone()[0]
        cursor.execute(f"PRAGMA busy_timeout={BUSY_TIMEOUT_MILLISECONDS}")
        try:
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            busy: int = cursor.fetchone()[0]
        finally:
            cursor.execute(f"PRAGMA busy_timeout={previous_timeout}")
    return not busy


def _folder() -> Path:
    folder: Path = settings.MAIL.folder
    return folder
