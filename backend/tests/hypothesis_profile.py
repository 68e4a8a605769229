"""Hypothesis settings of tests of rules: fewer examples on PostgreSQL, where the rules are the same."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction
from hypothesis import HealthCheck, settings

EXAMPLES = {"sqlite": 40, "postgresql": 15}
rule_settings = settings(
    max_examples=EXAMPLES[connection.vendor],
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)


@contextmanager
def rolled_back() -> Iterator[None]:
    """Undo one example's changes of the database: pytest-django rolls back only after the last example."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
