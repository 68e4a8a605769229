"""Monitoring URLs: /healthz (alive), /readyz (accepts orders), /metrics."""

from collections.abc import Callable

from django.db import Error as AnyDatabaseError
from django.db import connection
from django.http import HttpRequest, HttpResponse, JsonResponse

from oottam.api.writing import writer
from oottam.core.request_context import ROUTE
from oottam.maintenance.exposition import exposition


class HealthMiddleware:
    """Responds before the host name is checked: monitoring uses IP addresses."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Respond to the three URLs; pass other requests on."""
        respond = RESPONDERS.get(request.path_info)
        if respond is None or request.method not in ("GET", "HEAD"):
            return self.get_response(request)
        request.META[ROUTE] = request.path_info
        return respond(request)


def _readiness(request: HttpRequest) -> HttpResponse:
    """Check that the tables are readable and writable, and that the writer accepts orders.

    Uses a new connection, which has a timeout; an open one would block on a frozen database.
    """
    connection.close()
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1 FROM requests_request LIMIT 1")
    except AnyDatabaseError:
        connection.close()
        return _respond(503, "database unavailable")
    if not writer.WRITER.accepts:
        return _respond(503, "shutting down")
    if not writer.is_writable():
        return _respond(503, "database takes no writes")
    return _respond(200, "ready")


def _respond(status: int, state: str) -> HttpResponse:
    response = JsonResponse({"status": state}, status=status, headers={"Cache-Control": "no-store"})
    response["Content-Length"] = str(len(response.content))
    return response


RESPONDERS: dict[str, Callable[[HttpRequest], HttpResponse]] = {
    "/healthz": lambda _: _respond(200, "ok"),
    "/readyz": _readiness,
    "/metrics": exposition,
}
