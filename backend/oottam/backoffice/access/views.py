"""Log-in, second step, log-out."""

from urllib.parse import urlencode

from django.contrib.auth import logout
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone

from oottam.accounts import login, throttling, trusted_devices
from oottam.backoffice.shared.decorators import LOST, SAFE_METHODS, public_page
from oottam.backoffice.shared.navigation import start_page
from oottam.backoffice.shared.redirects import safe_redirect

FORM = (*SAFE_METHODS, "POST")
WRONG = "Wrong name or password. Check capital letters."
WRONG_CODE = (
    "This code is wrong or already used. Wait for the next one, and enter it straight away."
)


@public_page(methods=FORM)
def log_in(request: HttpRequest) -> HttpResponse:
    """Check name and password; each attempt is counted before it is checked."""
    now = timezone.now()
    if request.method != "POST":
        if login.pending_account(request, now):
            return _redirect_to("backoffice:second-step", request)
        return _form(request)
    name = request.POST.get("username", "")
    account = login.check_password(request, name, request.POST.get("password", ""), now)
    if account is None:
        return _form(request, name=name[: login.MAX_NAME_LENGTH], error=WRONG)
    return finish_log_in(request, account)


@public_page(methods=FORM)
def second_step(request: HttpRequest) -> HttpResponse:
    """Check the app's code or a recovery code, after a right password."""
    now = timezone.now()
    account = login.pending_account(request, now)
    if account is None:
        return _redirect_to("backoffice:log-in", request)
    if request.method == "POST":
        typed = request.POST.get("code", "")
        if login.verify_second_step(request, account, typed, now):
            return _welcome(request, account)
    error = WRONG_CODE if request.method == "POST" else ""
    context = {"title": "Second step", "name": account.get_username(), "error": error}
    page = "backoffice/access/second_step.html"
    return render(request, page, context | _common_context(request), status=422 if error else 200)


@public_page(methods=("POST",))
def log_out(request: HttpRequest) -> HttpResponse:
    """End this session, also one before its second step."""
    logout(request)
    return redirect("backoffice:log-in")


def finish_log_in(request: HttpRequest, account: User) -> HttpResponse:
    """Redirect a user with the right password to the requested page, or to the second step first."""
    if login.start_session(request, account, timezone.now()):
        return _welcome(request, account)
    return _redirect_to("backoffice:second-step", request)


def _welcome(request: HttpRequest, account: User) -> HttpResponse:
    response = redirect(_requested_page(request) or start_page(account))
    name = throttling.account_digest(account.get_username())
    trusted_devices.set_cookie(response, trusted_devices.read(request), name)
    return response


def _form(request: HttpRequest, *, name: str = "", error: str = "") -> HttpResponse:
    context = {"title": "Log in", "name": name, "error": error}
    return render(request, "backoffice/access/log_in.html", context | _common_context(request))


def _common_context(request: HttpRequest) -> dict[str, object]:
    """Return the requested page, and whether a posted form was lost on the way to the log-in."""
    is_lost = request.method == "GET" and LOST in request.META["QUERY_STRING"].split("&")
    return {"next": _requested_page(request), "is_lost": is_lost}


def _requested_page(request: HttpRequest) -> str:
    """Return the requested page; "" for one outside the back office."""
    return safe_redirect(request.POST.get("next") or request.GET.get("next", ""), "")


def _redirect_to(name: str, request: HttpRequest) -> HttpResponse:
    page = _requested_page(request)
    return redirect(f"{reverse(name)}?{urlencode({'next': page})}" if page else reverse(name))
