"""Where customers find a request, for replies and mails that lead them there."""

from functools import cache
from uuid import UUID

from django.urls import reverse

from oottam.requests.status_tokens import token_of


def status_path(request_id: UUID) -> str:
    """The path of this request's page."""
    return _before_the_token() + token_of(request_id)


def start_path(request_id: UUID) -> str:
    """The path of the page that asks its customer for what is missing."""
    return f"{status_path(request_id)}/start/"


@cache
def _before_the_token() -> str:
    """Looked up once: every reply to a call carries the path, and Django's look-up costs seven times the token."""
    return reverse("status", args=["x"]).removesuffix("x")
