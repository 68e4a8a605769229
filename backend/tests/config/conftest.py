"""Fixtures of the serving tests."""

from tests.serving.conftest import dist, environment

__all__ = ["dist", "environment"]
