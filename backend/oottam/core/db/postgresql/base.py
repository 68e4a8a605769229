"""The part that Django asks for by this name."""

from django.db.backends.postgresql import base


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection that takes no writes any more is as useless as a broken one: Django then opens another.

    So it is after a primary was demoted under it, or made read-only. With several hosts in DATABASE_URL
    the next connection looks for the one that takes writes.
    """

    def is_usable(self) -> bool:
        """Whether the server answers, and takes writes; in one question, as Django asks one."""
        if self.connection is None:
            return False
        try:
            answer = self.connection.execute("SELECT current_setting('transaction_read_only')")
            return bool(answer.fetchone() == ("off",))
        except self.Database.Error:
            return False
