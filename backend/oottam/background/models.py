"""Where generated files lie when several servers share a PostgreSQL database."""

from django.db import models


class CachedPart(models.Model):
    """A row of Django's database cache `made`: its columns are given by it, its name stands in settings.CACHES.

    On PostgreSQL the table is unlogged: its rows reach neither the write-ahead log nor a standby nor a base backup, and
    are gone after a crash. On SQLite it stays empty: the files lie in OOTTAM_VAR/made.
    """

    cache_key = models.CharField(max_length=255, primary_key=True)
    value = models.TextField()
    expires = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        """Never what it holds."""
        return self.cache_key
