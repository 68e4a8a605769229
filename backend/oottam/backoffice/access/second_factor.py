"""The pages on which somebody sets their second factor up, renews its codes, or switches it off."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from oottam import catalogue
from oottam.accounts import login, sessions, totp
from oottam.accounts.models import RecoveryCode, SecondFactor
from oottam.accounts.roles import Permission
from oottam.backoffice.access.account import WRONG_PASSWORD
from oottam.backoffice.access.tries import counted
from oottam.backoffice.layout import qr
from oottam.backoffice.layout.decorators import StaffRequest, staff_page

DRAFT = "second_factor_draft"  # in the session: a key that is not asked for yet
DRAFT_SECONDS = 15 * 60
WRONG_CODE = "This is not the code the app shows now."
asked_for = staff_page(Permission.OWN_ACCOUNT, before_second_factor=True)
posted = staff_page(Permission.OWN_ACCOUNT, methods=("POST",), before_second_factor=True)


@asked_for
def show(request: StaffRequest) -> HttpResponse:
    """The next step of setting it up, or what can be done with the one that is there."""
    return _page(request)


@posted
@counted
def begin(request: StaffRequest) -> HttpResponse:
    """After the password: a key for the app, which is kept for a quarter of an hour until it is confirmed."""
    if not _password_is_right(request):
        return _page(request, begin=WRONG_PASSWORD)
    if not SecondFactor.objects.filter(account=request.user).exists():
        at = int(timezone.now().timestamp())
        request.session[DRAFT] = {"key": totp.new_key(), "at": at}
    return redirect("backoffice:second-factor")


@posted
def confirm(request: StaffRequest) -> HttpResponse:
    """After the app's first code: it is asked for from now on. The codes are shown here, and nowhere later."""
    key = _draft(request)
    if key is None or SecondFactor.objects.filter(account=request.user).exists():
        return redirect("backoffice:second-factor")
    try:
        codes = totp.switch_on(
            account=request.user,
            key=key,
            typed=request.POST.get("code", ""),
            session=request.session.session_key,
            now=timezone.now(),
        )
    except totp.WrongCodeError:
        return _page(request, confirm=WRONG_CODE)
    del request.session[DRAFT]
    request.session[totp.PASSED] = True
    sessions.go_on(request, request.user)
    return _codes(request, codes)


@posted
@counted
def renew(request: StaffRequest) -> HttpResponse:
    """After the password: ten new recovery codes."""
    if not SecondFactor.objects.filter(account=request.user).exists():
        return redirect("backoffice:second-factor")
    if not _password_is_right(request):
        return _page(request, renew=WRONG_PASSWORD)
    return _codes(request, totp.renew_codes(account=request.user, now=timezone.now()))


@posted
@counted
def switch_off(request: StaffRequest) -> HttpResponse:
    """After the password: the password alone is asked for. Whoever must have one sets up another."""
    if not _password_is_right(request):
        return _page(request, off=WRONG_PASSWORD)
    me, here = request.user, request.session.session_key
    totp.switch_off(account=me, actor=me, session=here, now=timezone.now())
    request.session.pop(totp.PASSED, None)
    sessions.go_on(request, me)
    messages.success(request, "Second factor switched off. Other sessions have ended.")
    return redirect("backoffice:account")


def _page(request: StaffRequest, **wrong: str) -> HttpResponse:
    me = request.user
    factor = SecondFactor.objects.filter(account=me).first()
    shown: dict[str, Any] = {
        "title": "Second factor",
        "wrong": wrong,
        "factor": factor,
        "is_forced": totp.is_forced(me),
    }
    key = None if factor else _draft(request)
    if factor:
        shown["codes_left"] = RecoveryCode.objects.filter(account=me).count()
    if key:
        issuer = catalogue.current().site.brand.name
        size, path = qr.path(totp.address(key, me.get_username(), issuer))
        written = totp.written(key)
        groups = " ".join(written[at : at + 4] for at in range(0, len(written), 4))
        shown |= {"key": groups, "qr_size": size, "qr_path": path}
    status = 422 if wrong else 200
    return render(request, "backoffice/access/second_factor.html", shown, status=status)


def _codes(request: StaffRequest, codes: list[str]) -> HttpResponse:
    """In answer to the post itself: a page to go on to would have to keep them somewhere."""
    shown = {"title": "Your recovery codes", "codes": codes}
    return render(request, "backoffice/access/recovery_codes.html", shown)


def _draft(request: StaffRequest) -> str | None:
    held = request.session.get(DRAFT)
    if held is None or not 0 <= timezone.now().timestamp() - held["at"] < DRAFT_SECONDS:
        return None
    return str(held["key"])


def _password_is_right(request: StaffRequest) -> bool:
    typed, name = request.POST.get("password", ""), request.user.get_username()
    return login.check_password(request, name, typed, timezone.now()) == request.user
