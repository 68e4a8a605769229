"""The same small shop as the server's tests have, and databases to come back or to move to."""

from uuid import uuid4

import pytest

from tests.serving.conftest import dist, environment

__all__ = ["dist", "environment"]


@pytest.fixture
def database_name() -> str:
    """Of a PostgreSQL database that no other test has."""
    return f"shop_{uuid4().hex}"
