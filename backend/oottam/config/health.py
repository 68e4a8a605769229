"""Two addresses for whoever watches the server: /healthz (alive), /readyz (can take an order)."""

from collections.abc import Callable

from django.db import Error as AnyDatabaseError
from django.db import connection
from django.http import HttpRequest, HttpResponse, JsonResponse

from oottam.intake import storage


class HealthMiddleware:
    """Answers before host names are checked: watchers come by address."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """The two addresses; everything else passes."""
        if request.method in ("GET", "HEAD"):
            if request.path_info == "/healthz":
                return _answer(200, "ok")
            if request.path_info == "/readyz":
                return _readiness()
        return self.get_response(request)


def _readiness() -> HttpResponse:
    """Ready while the tables can be read and orders are being taken."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1 FROM intake_request LIMIT 1")
    except AnyDatabaseError:
        connection.close()
        return _answer(503, "database unavailable")
    if not storage.accepts():
        return _answer(503, "shutting down")
    return _answer(200, "ready")


def _answer(status: int, word: str) -> HttpResponse:
    response = JsonResponse({"status": word}, status=status, headers={"Cache-Control": "no-store"})
    response["Content-Length"] = str(len(response.content))
    return response
