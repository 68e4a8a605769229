"""What a page does where a service refuses an action."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.contrib import messages
from django.http import HttpRequest

from oottam.core.errors import DomainError


@contextmanager
def errors_as_messages(request: HttpRequest) -> Iterator[None]:
    """Show a service's error on the next page; the rest of the block is left out then."""
    try:
        yield
    except DomainError as error:
        messages.error(request, str(error))
