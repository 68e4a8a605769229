"""How often tests of rules try them with whatever is drawn: less on PostgreSQL, where the rules are the same."""

from django.db import connection
from hypothesis import HealthCheck, settings

EXAMPLES = {"sqlite": 40, "postgresql": 15}
of_rules = settings(
    max_examples=EXAMPLES[connection.vendor],
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
