"""Signals for apps above this one."""

from django.dispatch import Signal

# Sent at the end of each edit of a request, within its transaction, with `action` (an audit code) and `edit` (the
# RequestEdit). A receiver may reject the edit by DomainError.
request_changed = Signal()
