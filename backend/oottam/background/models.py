"""The table of generated files on PostgreSQL."""

from django.db import models


class CachedPart(models.Model):
    """A row of Django's database cache `made` (settings.CACHES), which defines the columns.

    On PostgreSQL the table is unlogged: rows are not in the write-ahead log, standbys or base backups, and are lost
    after a crash. On SQLite it is empty: files are in OOTTAM_VAR/made.
    """

    cache_key = models.CharField(max_length=255, primary_key=True)
    value = models.TextField()
    expires = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        """Return the key, without the content."""
        return self.cache_key
