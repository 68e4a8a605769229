"""A small storefront to serve, and a folder for mails."""

from tests.outbox.conftest import clock, use_mail
from tests.serving.conftest import dist

__all__ = ["clock", "dist", "use_mail"]
