"""The same small shop as the server's tests have."""

from tests.serving.conftest import dist, environment

__all__ = ["dist", "environment"]
