"""The guard at the door of every staff page.

A view says which permission it asks for; a page that says nothing stops the server's start
(checks.py). What a page may meet besides its answer is answered here, the same for all: nobody logged
in, a second step that is still to be passed or a second factor to be set up, no permission, a request
that is not there, a form that was made before somebody else's change.
"""

import threading
from collections.abc import Callable
from contextlib import suppress
from functools import update_wrapper
from typing import Any, Concatenate, ParamSpec

from django.contrib import messages
from django.contrib.auth.models import User
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed, JsonResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import Resolver404, resolve
from django.utils import timezone

from oottam import catalogue
from oottam.accounts import login, totp
from oottam.accounts.roles import Permission, permissions_of
from oottam.audit.record import about
from oottam.core.errors import StaleError
from oottam.workflow.services.editing import UnknownRequestError

P = ParamSpec("P")


class StaffRequest(HttpRequest):
    """A request that has passed the guard: somebody is logged in."""

    user: User


View = Callable[Concatenate[StaffRequest, P], HttpResponseBase]
Guarded = Callable[Concatenate[HttpRequest, P], HttpResponseBase]
READING = ("GET", "HEAD")
FIRST = "/backoffice/"
# Pages are made one after the other: Python works on one at a time anyhow, and every thread that wants to work makes the
# server's loop and the writer, which take orders, wait longer for their turn.
one_at_a_time = threading.RLock()
LOST = "was=lost"  # in the address of the log-in
NOTHING_SENT = "Nothing was saved. This is the page as it is now: please start again here."


def staff_page(
    permission: Permission,
    *,
    methods: tuple[str, ...] = READING,
    before_second_factor: bool = False,
    waits: bool = False,
) -> "Callable[[View[P]], Guarded[P]]":
    """Let those see a page who have the permission, by these HTTP methods. What it answers is kept by no cache.

    `before_second_factor`: also those who have to set theirs up, and see nothing else before. `waits`: the view
    waits for another process, and lets other pages be made meanwhile.
    """

    def guard(view: "View[P]") -> "Guarded[P]":
        def answer(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
            if not request.user.is_authenticated:
                return _log_in_first(request)
            if not before_second_factor and totp.must_be_set_up(request):
                return _set_up_first(request)
            if permission not in permissions_of(request.user):
                return _forbidden(request)
            if waits or request.method not in READING:
                return _answer(view, methods, request, *args, **kwargs)
            with one_at_a_time:
                return _answer(view, methods, request, *args, **kwargs)

        return _kept_by_no_cache(answer, view, permission, methods)

    return guard


def staff_action(permission: Permission) -> "Callable[[View[P]], Guarded[P]]":
    """A page that is only posted to, and leads on to another one."""
    return staff_page(permission, methods=("POST",))


def public_page(*, methods: tuple[str, ...]) -> "Callable[[Guarded[P]], Guarded[P]]":
    """A page that comes before the log-in; it says so itself, so that none is open by mistake."""

    def guard(view: "Guarded[P]") -> "Guarded[P]":
        def answer(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
            return _answer(view, methods, request, *args, **kwargs)

        return _kept_by_no_cache(answer, view, None, methods)

    return guard


def wants_json(request: HttpRequest) -> bool:
    """Whether an island asks, which takes JSON in place of a page."""
    return request.headers.get("Accept", "").startswith("application/json")


def _kept_by_no_cache(
    answer: "Guarded[P]", view: Any, permission: Permission | None, methods: tuple[str, ...]
) -> "Guarded[P]":
    def guarded(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        answered = answer(request, *args, **kwargs)
        answered["Cache-Control"] = "no-store"
        return answered

    update_wrapper(guarded, view)
    guarded.permission = permission  # type: ignore[attr-defined]
    guarded.methods = methods  # type: ignore[attr-defined]
    return guarded


def _answer(
    view: Any, methods: tuple[str, ...], request: HttpRequest, *args: Any, **kwargs: Any
) -> HttpResponseBase:
    if request.method not in methods:
        return _wrong_method(request, methods)
    try:
        answer: HttpResponseBase = view(request, *args, **kwargs)
    except StaleError as error:
        shown = {
            "reference": error.reference,
            "entries": about(error.reference)[:3],
            "back": _page_above(request.path),
        }
        return problem(request, 409, "layout/stale.html", str(error), **shown)
    except PermissionDenied:
        return _forbidden(request)
    except (UnknownRequestError, Http404):
        return problem(request, 404, "layout/missing.html", "Page not found.")
    return answer


def _forbidden(request: HttpRequest) -> HttpResponse:
    return problem(request, 403, "layout/forbidden.html", "You do not have access to this page.")


def _wrong_method(request: HttpRequest, methods: tuple[str, ...]) -> HttpResponse:
    """A form's address that was typed, or came back with an old tab, leads to the page above it."""
    if request.method not in READING or wants_json(request):
        return HttpResponseNotAllowed(methods)
    if request.method == "GET" and request.user.is_authenticated:
        messages.info(request, NOTHING_SENT)
    return redirect(_page_above(request.path))


def _page_above(path: str) -> str:
    """The nearest address above that is a page to read."""
    while path != FIRST:
        path = path.rstrip("/").rpartition("/")[0] + "/"
        with suppress(Resolver404):
            if "GET" in getattr(resolve(path).func, "methods", ()):
                break
    return path


def problem(
    request: HttpRequest, status: int, template: str, sentence: str, **shown: object
) -> HttpResponse:
    """A page that says what is wrong; to an island, the sentence as JSON."""
    if wants_json(request):
        return JsonResponse({"message": sentence}, status=status)
    shown = {"title": sentence, **shown}
    return render(request, f"backoffice/{template}", shown, status=status)


def failure(request: HttpRequest) -> HttpResponse:
    """A page for what nobody expected. It asks neither the database nor the session: they may be what failed."""
    sentence = "Something went wrong."
    if wants_json(request):
        return JsonResponse({"message": sentence}, status=500)
    # Without the request, and so without what the frame asks of the database for every other page.
    shown = {"title": sentence, "brand": catalogue.current().site.brand.name, "home": FIRST}
    return HttpResponse(render_to_string("backoffice/layout/failed.html", shown), status=500)


def _log_in_first(request: HttpRequest) -> HttpResponse:
    if wants_json(request):
        return JsonResponse({"message": "Log in again."}, status=401)
    half_way = login.half_way(request, timezone.now())
    step = "backoffice:second-step" if half_way else None
    if request.method in READING:
        return redirect_to_login(request.get_full_path(), step)
    # What was sent is lost with the session; the page that it came from is not. Said in the address: strangers
    # get no session to keep a sentence in.
    answer = redirect_to_login(_page_above(request.path), step)
    answer["Location"] += f"&{LOST}"
    return answer


def _set_up_first(request: HttpRequest) -> HttpResponse:
    if wants_json(request):
        return JsonResponse({"message": "Set up your second factor first."}, status=403)
    return redirect("backoffice:second-factor")
