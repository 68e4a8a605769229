"""Context of the current HTTP request, for the log."""

from contextvars import ContextVar

# WSGI environ key, set by the responder: the URL pattern, such as /backoffice/link/<str:token>/.
# URLs themselves may contain personal data.
ROUTE = "oottam.route"

NONE = "-"
request_id: ContextVar[str] = ContextVar("request_id", default=NONE)


def current_request_id() -> str:
    """Return the current HTTP request's id; "" outside requests, such as in commands."""
    current = request_id.get()
    return "" if current == NONE else current
