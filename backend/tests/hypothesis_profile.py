"""Hypothesis settings of tests of rules: few examples for every push, more in each nightly run (PROPERTY_EXAMPLES)."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction
from hypothesis import HealthCheck, settings

EXAMPLES = {"sqlite": 12, "postgresql": 6}  # the rules are the same on both
MANY = int(os.environ.get("PROPERTY_EXAMPLES", "0"))
rule_settings = settings(
    max_examples=MANY or EXAMPLES[connection.vendor],
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)


@contextmanager
def rolled_back() -> Iterator[None]:
    """Undo one example's changes of the database: pytest-django rolls back only after the last example."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
