"""Paths of links that chats lengthen by the punctuation after them, as in "(see https://shop.example/order/)."."""

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse

_APPENDED = ").,;:!'\"]>*_ ’”…/"


def trim_path(path: str) -> str:
    """Return a decoded path without appended punctuation, spaces and slashes."""
    return path.rstrip(_APPENDED)


def redirect_permanently(request: HttpRequest, path: str) -> HttpResponse:
    """Redirect to a path of this host, and keep the query."""
    query = request.META.get("QUERY_STRING", "")
    headers = {"Location": f"{path}?{query}" if query else path, "Cache-Control": "no-cache"}
    return HttpResponse(status=HTTPStatus.PERMANENT_REDIRECT, headers=headers)
