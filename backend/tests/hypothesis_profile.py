"""How often tests of rules try them with whatever is drawn: less on PostgreSQL, where the rules are the same."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction
from hypothesis import HealthCheck, settings

EXAMPLES = {"sqlite": 40, "postgresql": 15}
of_rules = settings(
    max_examples=EXAMPLES[connection.vendor],
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)


@contextmanager
def rolled_back() -> Iterator[None]:
    """Leave nothing in the database that the next example would find: pytest-django rolls back after the last one."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
