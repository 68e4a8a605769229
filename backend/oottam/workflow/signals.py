"""Signals for apps above this one, and what it asks of them."""

from django.dispatch import Signal

from oottam.core.hook import Hook
from oottam.outbox.mail_content import Fact
from oottam.requests.models import Request

# Sent at the end of each edit of a request, within its transaction, with `action` (an audit code) and `edit` (the
# RequestEdit). A receiver may reject the edit by DomainError.
request_changed = Signal()


@Hook
def plan_facts(request: Request) -> list[Fact]:
    """Describe a request's days in text that may be sent to its customer."""
    raise NotImplementedError


@Hook
def serves_pin(pin: str) -> bool:
    """Return whether a route delivers to this PIN code."""
    raise NotImplementedError
