"""Shared fixtures: the server tests' shop, and names of new databases."""

from uuid import uuid4

import pytest

from tests.serving.conftest import dist, environment

__all__ = ["dist", "environment"]


@pytest.fixture
def database_name() -> str:
    """A unique name for a PostgreSQL database."""
    return f"shop_{uuid4().hex}"
