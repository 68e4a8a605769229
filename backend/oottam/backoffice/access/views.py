"""The log-in, its second step, and the log-out."""

from urllib.parse import urlencode

from django.contrib.auth import logout
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone

from oottam.accounts import login, throttling, trusted_devices
from oottam.backoffice.access.tries import counted
from oottam.backoffice.layout.decorators import LOST, SAFE_METHODS, public_page
from oottam.backoffice.layout.navigation import first_place
from oottam.backoffice.layout.redirects import safe_redirect

FORM = (*SAFE_METHODS, "POST")
WRONG = "Wrong name or password. Check capital letters."
WRONG_CODE = (
    "This code is wrong or already used. Wait for the next one, and enter it straight away."
)


@public_page(methods=FORM)
@counted
def enter(request: HttpRequest) -> HttpResponse:
    """Name and password; each try is counted before it is looked at."""
    now = timezone.now()
    if request.method != "POST":
        if login.half_way(request, now):
            return _to("backoffice:second-step", request)
        return _form(request)
    name = request.POST.get("username", "")
    account = login.check_password(request, name, request.POST.get("password", ""), now)
    if account is None:
        return _form(request, name=name[: login.MAX_NAME_LENGTH], wrong=WRONG)
    return let_in(request, account)


@public_page(methods=FORM)
@counted
def second_step(request: HttpRequest) -> HttpResponse:
    """The code of the app, or a recovery code; for those whose password was right a moment ago."""
    now = timezone.now()
    account = login.half_way(request, now)
    if account is None:
        return _to("backoffice:log-in", request)
    if request.method == "POST":
        typed = request.POST.get("code", "")
        if login.take_second_step(request, account, typed, now):
            return _welcome(request, account)
    wrong = WRONG_CODE if request.method == "POST" else ""
    shown = {"title": "Second step", "name": account.get_username(), "wrong": wrong}
    page = "backoffice/access/second_step.html"
    return render(request, page, shown | _beside(request), status=422 if wrong else 200)


@public_page(methods=("POST",))
def leave(request: HttpRequest) -> HttpResponse:
    """End this session, whole or half."""
    logout(request)
    return redirect("backoffice:log-in")


def let_in(request: HttpRequest, account: User) -> HttpResponse:
    """On to what was asked for, or to the second step first, for somebody whose password was right."""
    if login.enter(request, account, timezone.now()):
        return _welcome(request, account)
    return _to("backoffice:second-step", request)


def _welcome(request: HttpRequest, account: User) -> HttpResponse:
    answer = redirect(_asked(request) or first_place(account))
    name = throttling.account_digest(account.get_username())
    trusted_devices.remember(answer, trusted_devices.read(request), name)
    return answer


def _form(request: HttpRequest, *, name: str = "", wrong: str = "") -> HttpResponse:
    shown = {"title": "Log in", "name": name, "wrong": wrong}
    return render(request, "backoffice/access/log_in.html", shown | _beside(request))


def _beside(request: HttpRequest) -> dict[str, object]:
    """Where somebody goes on to, and whether something that was sent was lost on the way here."""
    is_lost = request.method == "GET" and LOST in request.META["QUERY_STRING"].split("&")
    return {"next": _asked(request), "is_lost": is_lost}


def _asked(request: HttpRequest) -> str:
    """The page that somebody wanted to see; "" when it is none of ours."""
    return safe_redirect(request.POST.get("next") or request.GET.get("next", ""), "")


def _to(name: str, request: HttpRequest) -> HttpResponse:
    asked = _asked(request)
    return redirect(f"{reverse(name)}?{urlencode({'next': asked})}" if asked else reverse(name))
