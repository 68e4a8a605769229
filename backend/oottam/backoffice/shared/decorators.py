"""The decorators of every staff page: log-in, second factor, permission, HTTP method, common errors.

A view names its permission; a page without one stops the server's start.
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import update_wrapper
from typing import Any, Concatenate, ParamSpec

from django.contrib import messages
from django.contrib.auth.models import User
from django.contrib.auth.views import redirect_to_login
from django.core.checks import CheckMessage, Error, register
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed, JsonResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import Resolver404, URLPattern, URLResolver, resolve
from django.utils import timezone
from django.views.decorators.cache import cache_control

from oottam import catalogue
from oottam.accounts import login, passwords, throttling, totp
from oottam.accounts.roles import Permission, permissions_of
from oottam.audit.log import entries_for
from oottam.core.db.errors import is_read_only
from oottam.core.errors import NotFoundError, StaleError

P = ParamSpec("P")


class StaffRequest(HttpRequest):
    """A request of a user who is logged in."""

    user: User


View = Callable[Concatenate[StaffRequest, P], HttpResponseBase]
GuardedView = Callable[Concatenate[HttpRequest, P], HttpResponseBase]
SAFE_METHODS = ("GET", "HEAD")
BACKOFFICE_ROOT = "/backoffice/"
# Pages are rendered one after the other: with the GIL they would not be faster in parallel, and each further busy thread
# delays the event loop and the writer thread, which store orders.
render_lock = threading.RLock()
LOST = "was=lost"  # query of the log-in page: a posted form was lost
NOTHING_SAVED = "Nothing was saved. This is the page as it is now: please start again here."


def staff_page(
    permission: Permission,
    *,
    methods: tuple[str, ...] = SAFE_METHODS,
    before_second_factor: bool = False,
    waits: bool = False,
) -> "Callable[[View[P]], GuardedView[P]]":
    """Allow users with the permission, by these HTTP methods; responses are not cached.

    `before_second_factor`: also before a user has set up a second factor. `waits`: the view waits for another process;
    other pages are rendered in the meantime.
    """

    def decorate(view: "View[P]") -> "GuardedView[P]":
        def respond(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
            if not request.user.is_authenticated:
                return _redirect_to_log_in(request)
            if not before_second_factor and totp.requires_setup(request):
                return _redirect_to_second_factor(request)
            if permission not in permissions_of(request.user):
                return _forbidden(request)
            if waits or request.method not in SAFE_METHODS:
                return _respond(view, methods, request, *args, **kwargs)
            with render_lock:
                return _respond(view, methods, request, *args, **kwargs)

        return _never_cached(respond, view, permission, methods)

    return decorate


def staff_action(permission: Permission) -> "Callable[[View[P]], GuardedView[P]]":
    """Allow POST only; the view redirects."""
    return staff_page(permission, methods=("POST",))


def staff_form(permission: Permission) -> "Callable[[View[P]], GuardedView[P]]":
    """Allow GET and POST; the view shows a form, and saves it."""
    return staff_page(permission, methods=(*SAFE_METHODS, "POST"))


def public_page(*, methods: tuple[str, ...]) -> "Callable[[GuardedView[P]], GuardedView[P]]":
    """Mark a page that needs no log-in, so that none is public by mistake."""

    def decorate(view: "GuardedView[P]") -> "GuardedView[P]":
        def respond(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
            return _respond(view, methods, request, *args, **kwargs)

        return _never_cached(respond, view, None, methods)

    return decorate


def wants_json(request: HttpRequest) -> bool:
    """Return whether the client is an island, which reads JSON instead of a page."""
    return request.headers.get("Accept", "").startswith("application/json")


def _never_cached(
    respond: "GuardedView[P]", view: Any, permission: Permission | None, methods: tuple[str, ...]
) -> "GuardedView[P]":
    guarded = cache_control(no_store=True)(respond)
    update_wrapper(guarded, view)
    guarded.permission = permission  # type: ignore[attr-defined]
    guarded.methods = methods  # type: ignore[attr-defined]
    return guarded


def _respond(
    view: Any, methods: tuple[str, ...], request: HttpRequest, *args: Any, **kwargs: Any
) -> HttpResponseBase:
    if request.method not in methods:
        return _wrong_method(request, methods)
    try:
        response: HttpResponseBase = view(request, *args, **kwargs)
    except StaleError as error:
        context = {
            "reference": error.reference,
            "entries": entries_for(error.reference)[:3],
            "back": _page_above(request.path),
        }
        return error_page(request, 409, "layout/stale.html", str(error), **context)
    except (throttling.TooManyAttemptsError, passwords.BusyError) as error:
        return _wait(request, error)
    except PermissionDenied:
        return _forbidden(request)
    except (NotFoundError, Http404):
        return error_page(request, 404, "layout/not_found.html", "Page not found.")
    return response


def _wait(
    request: HttpRequest, error: throttling.TooManyAttemptsError | passwords.BusyError
) -> HttpResponse:
    """Refuse a password or code for a while: too many were wrong, or too many people log in at once."""
    seconds = passwords.RETRY_SECONDS
    if isinstance(error, throttling.TooManyAttemptsError):
        seconds = error.seconds
    context = {"minutes": -(-seconds // 60), "is_busy": isinstance(error, passwords.BusyError)}
    page = "layout/too_many_attempts.html"
    response = error_page(request, 429, page, "Please wait", **context)
    response["Retry-After"] = str(seconds)
    return response


def _forbidden(request: HttpRequest) -> HttpResponse:
    return error_page(request, 403, "layout/forbidden.html", "You do not have access to this page.")


def _wrong_method(request: HttpRequest, methods: tuple[str, ...]) -> HttpResponse:
    """Redirect a GET of a form's address (typed, or a restored tab) to the page above it."""
    if request.method not in SAFE_METHODS or wants_json(request):
        return HttpResponseNotAllowed(methods)
    if request.method == "GET" and request.user.is_authenticated:
        messages.info(request, NOTHING_SAVED)
    return redirect(_page_above(request.path))


def _page_above(path: str) -> str:
    """Return the nearest address above that is a page."""
    while path != BACKOFFICE_ROOT:
        path = path.rstrip("/").rpartition("/")[0] + "/"
        if _is_page(path):
            break
    return path


def _is_page(path: str) -> bool:
    with suppress(Resolver404):
        return "GET" in getattr(resolve(path).func, "methods", ())
    return False


def error_page(
    request: HttpRequest, status: int, template: str, message: str, **context: object
) -> HttpResponse:
    """Render an error page; for an island, `message` as JSON."""
    if wants_json(request):
        return JsonResponse({"message": message}, status=status)
    context = {"title": message, **context}
    return render(request, f"backoffice/{template}", context, status=status)


def server_error_page(request: HttpRequest, error: BaseException | None = None) -> HttpResponse:
    """Render the page of an unexpected error without database and session, as these may have failed."""
    takes_no_writes = is_read_only(error)
    message = "Nothing can be saved at the moment." if takes_no_writes else "Something went wrong."
    status = 503 if takes_no_writes else 500
    if wants_json(request):
        return JsonResponse({"message": message}, status=status)
    # Rendered without the request: the context processor of the navigation reads the database.
    context = {
        "title": message,
        "brand": catalogue.current().site.brand.name,
        "home": BACKOFFICE_ROOT,
        "takes_no_writes": takes_no_writes,
    }
    page = render_to_string("backoffice/layout/server_error.html", context)
    return HttpResponse(page, status=status)


def _redirect_to_log_in(request: HttpRequest) -> HttpResponse:
    if wants_json(request):
        return JsonResponse({"message": "Log in again."}, status=401)
    pending = login.pending_account(request, timezone.now())
    step = "backoffice:second-step" if pending else None
    if request.method in SAFE_METHODS:
        return redirect_to_login(request.get_full_path(), step)
    # The posted form was not taken. The address says so, as a visitor who is not logged in has no session for a message;
    # frontend/backoffice/postedForms.ts offers what was typed again on the form's page.
    page = request.path if _is_page(request.path) else _page_above(request.path)
    response = redirect_to_login(page, step)
    response["Location"] += f"&{LOST}"
    return response


def _redirect_to_second_factor(request: HttpRequest) -> HttpResponse:
    if wants_json(request):
        return JsonResponse({"message": "Set up your second factor first."}, status=403)
    return redirect("backoffice:second-factor")


@register
def check_page_permissions(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    """Report oottam.E010 for each view that was not made by shared/decorators.py."""
    from oottam.backoffice.urls import urlpatterns  # noqa: PLC0415 - views are not loaded earlier

    return [
        Error(
            f"The staff page {pattern.pattern} asks for no permission.",
            hint="Put @staff_page(Permission...) on its view.",
            id="oottam.E010",
        )
        for pattern in patterns(urlpatterns)
        if not hasattr(pattern.callback, "permission")
    ]


def patterns(url_patterns: list[Any]) -> Iterator[URLPattern]:
    """Yield every pattern, those of included lists too."""
    for pattern in url_patterns:
        if isinstance(pattern, URLResolver):
            yield from patterns(pattern.url_patterns)
        else:
            yield pattern
