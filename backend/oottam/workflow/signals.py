"""What apps above this one can follow."""

from django.dispatch import Signal

# At the end of each change of a request, within its transaction: `action`, a code of the record, and `making`, the
# domain's Change. A receiver may refuse it (DomainError).
request_changed = Signal()
