"""For whoever watches the server: /healthz (alive), /readyz (can take an order), /metrics."""

from collections.abc import Callable

from django.db import Error as AnyDatabaseError
from django.db import connection
from django.http import HttpRequest, HttpResponse, JsonResponse

from oottam.api.writing import writer
from oottam.core.request_context import ROUTE
from oottam.maintenance.exposition import exposition


class HealthMiddleware:
    """Answers before host names are checked: watchers come by address."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """The three addresses; everything else passes."""
        answer = ADDRESSES.get(request.path_info)
        if answer is None or request.method not in ("GET", "HEAD"):
            return self.get_response(request)
        request.META[ROUTE] = request.path_info
        return answer(request)


def _liveness(request: HttpRequest) -> HttpResponse:
    return _answer(200, "ok")


def _readiness(request: HttpRequest) -> HttpResponse:
    """Ready while the tables can be read and written, and orders are being taken.

    Over a new connection, which is given up in time; one that is open waits for a frozen database.
    """
    connection.close()
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1 FROM requests_request LIMIT 1")
    except AnyDatabaseError:
        connection.close()
        return _answer(503, "database unavailable")
    if not writer.accepts():
        return _answer(503, "shutting down")
    if not writer.is_writable():
        return _answer(503, "database takes no writes")
    return _answer(200, "ready")


def _answer(status: int, word: str) -> HttpResponse:
    response = JsonResponse({"status": word}, status=status, headers={"Cache-Control": "no-store"})
    response["Content-Length"] = str(len(response.content))
    return response


ADDRESSES = {"/healthz": _liveness, "/readyz": _readiness, "/metrics": exposition}
