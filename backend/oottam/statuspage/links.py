"""Paths of a request's status pages, for replies and mails."""

from functools import cache
from uuid import UUID

from django.urls import reverse

from oottam.requests.status_tokens import token_of


def status_path(request_id: UUID) -> str:
    return _status_prefix() + token_of(request_id)


def start_path(request_id: UUID) -> str:
    """Path of the form for missing details."""
    return f"{status_path(request_id)}/start/"


@cache
def _status_prefix() -> str:
    """Cached: every endpoint's response contains the path, and `reverse` costs seven times the token."""
    return reverse("status", args=["x"]).removesuffix("x")
