"""Shared fixtures: a small storefront and mail settings."""

from tests.outbox.conftest import clock, use_mail
from tests.serving.conftest import dist

__all__ = ["clock", "dist", "use_mail"]
