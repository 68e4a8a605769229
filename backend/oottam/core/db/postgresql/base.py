"""The backend module that Django loads by this name."""

from django.db.backends.postgresql import base


class DatabaseWrapper(base.DatabaseWrapper):
    """Treats a read-only connection as broken, so that Django opens a new one.

    A primary becomes read-only when it is demoted. With several hosts in DATABASE_URL the new
    connection finds the current primary.
    """

    def is_usable(self) -> bool:
        """Whether the server responds and accepts writes; checked in one query."""
        if self.connection is None:
            return False
        try:
            answer = self.connection.execute("SELECT current_setting('transaction_read_only')")
            return bool(answer.fetchone() == ("off",))
        except self.Database.Error:
            return False
