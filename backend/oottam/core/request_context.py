"""What is known of the request being answered, for the log."""

from contextvars import ContextVar

# WSGI environ key: the pattern of the address, as /backoffice/requests/request/<path:object_id>/change/.
# Whoever answers sets it; an address itself may hold anything, a name or a phone number included.
ROUTE = "oottam.route"

NONE = "-"
request_id: ContextVar[str] = ContextVar("request_id", default=NONE)


def known() -> str:
    """The id of the request being answered; "" where none is, as in a command of the operator's."""
    identity = request_id.get()
    return "" if identity == NONE else identity
