"""What erased rows leave behind outside the tables: mails as files, and the database's journal."""

from collections.abc import Iterator
from pathlib import Path

from django.conf import settings
from django.db import connection

from oottam.requests.models import Request

BUSY_TIMEOUT_MILLISECONDS = 250  # orders wait as long for the journal at most
_BATCH_SIZE = 500


def mail_files(reference: str) -> list[Path]:
    """The files of a request's mails, those that are being written among them."""
    return list(_folder().glob(f"{reference}.*"))


def delete_mails(reference: str) -> int:
    """Take away the files of a request's mails; how many."""
    found = mail_files(reference)
    for file in found:
        file.unlink(missing_ok=True)
    return len(found)


def delete_orphaned_mails() -> int:
    """Take away files of mails that were on their way while their request was erased; how many."""
    references = sorted({name for file in _files() if (name := file.name.partition(".")[0])})
    return sum(
        delete_mails(reference)
        for start in range(0, len(references), _BATCH_SIZE)
        for reference in Request.objects.filter(
            reference__in=references[start : start + _BATCH_SIZE], erased_at__isnull=False
        ).values_list("reference", flat=True)
    )


def truncate_journal() -> bool:
    """Have SQLite write its journal into the database and empty it; whether nobody stood in the way.

    In the database itself nothing is left: it overwrites what is deleted (PRAGMA secure_delete). The
    journal still holds pages as they were. PostgreSQL's files are its own affair.
    """
    if connection.vendor != "sqlite":
        return True
    if connection.in_atomic_block:
        return False  # what is not committed yet stands in the journal alone
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA busy_timeout")
        patience = cursor.fetchone()[0]
        cursor.execute(f"PRAGMA busy_timeout={BUSY_TIMEOUT_MILLISECONDS}")
        try:
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            busy: int = cursor.fetchone()[0]
        finally:
            cursor.execute(f"PRAGMA busy_timeout={patience}")
    return not busy


def vacuum() -> None:
    """Have SQLite write the whole file afresh: what was deleted before it overwrote deletions is gone."""
    if connection.vendor == "sqlite" and not connection.in_atomic_block:
        with connection.cursor() as cursor:
            cursor.execute("VACUUM")
        truncate_journal()


def _folder() -> Path:
    folder: Path = settings.MAIL.folder
    return folder


def _files() -> "Iterator[Path]":
    return _folder().glob("OT-*") if _folder().is_dir() else iter(())
