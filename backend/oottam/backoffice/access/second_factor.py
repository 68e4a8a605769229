"""Setting up a second factor, renewing its recovery codes, switching it off."""

from itertools import groupby
from typing import Any

import segno
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from oottam import catalogue
from oottam.accounts import login, sessions, totp
from oottam.accounts.models import RecoveryCode, SecondFactor
from oottam.accounts.roles import Permission
from oottam.backoffice.access.account import WRONG_PASSWORD
from oottam.backoffice.shared.decorators import StaffRequest, staff_page

QUIET = 4  # modules of light border, as ISO/IEC 18004 requires


def qr_path(text: str) -> tuple[int, str]:
    """Return width and height in modules, border included, and the dark modules as an SVG path."""
    rows = [list(row) for row in segno.make(text, error="m", micro=False).matrix_iter(border=QUIET)]
    drawn: list[str] = []
    for y, row in enumerate(rows):
        x = 0
        for dark, run in groupby(row):
            length = len(list(run))
            if dark:
                drawn.append(f"M{x} {y}h{length}v1h-{length}z")
            x += length
    return len(rows), "".join(drawn)


DRAFT = "second_factor_draft"  # session key: a key that is not confirmed yet
PENDING_KEY_SECONDS = 15 * 60
WRONG_CODE = "This is not the code the app shows now."
set_up_page = staff_page(Permission.OWN_ACCOUNT, before_second_factor=True)
set_up_action = staff_page(Permission.OWN_ACCOUNT, methods=("POST",), before_second_factor=True)


@set_up_page
def detail(request: StaffRequest) -> HttpResponse:
    """Show the next step of the set-up, or the actions on an existing one."""
    return _render(request)


@set_up_action
def begin(request: StaffRequest) -> HttpResponse:
    """After the password, draw a key for the app, which stays in the session until it is confirmed."""
    if not _password_is_right(request):
        return _render(request, begin=WRONG_PASSWORD)
    if not SecondFactor.objects.filter(account=request.user).exists():
        at = int(timezone.now().timestamp())
        request.session[DRAFT] = {"key": totp.new_key(), "at": at}
    return redirect("backoffice:second-factor")


@set_up_action
def confirm(request: StaffRequest) -> HttpResponse:
    """After the app's first code, switch the second factor on. The recovery codes are shown here only."""
    key = _draft(request)
    if key is None or SecondFactor.objects.filter(account=request.user).exists():
        return redirect("backoffice:second-factor")
    try:
        codes = totp.enable(
            account=request.user,
            key=key,
            typed=request.POST.get("code", ""),
            session=request.session.session_key,
            now=timezone.now(),
        )
    except totp.WrongCodeError:
        return _render(request, confirm=WRONG_CODE)
    del request.session[DRAFT]
    request.session[totp.PASSED] = True
    sessions.rotate_key(request, request.user)
    return _codes(request, codes)


@set_up_action
def renew(request: StaffRequest) -> HttpResponse:
    """After the password, make ten new recovery codes."""
    if not SecondFactor.objects.filter(account=request.user).exists():
        return redirect("backoffice:second-factor")
    if not _password_is_right(request):
        return _render(request, renew=WRONG_PASSWORD)
    return _codes(request, totp.renew_recovery_codes(account=request.user, now=timezone.now()))


@set_up_action
def switch_off(request: StaffRequest) -> HttpResponse:
    """After the password, switch it off. A user who must have one is redirected to set up another."""
    if not _password_is_right(request):
        return _render(request, off=WRONG_PASSWORD)
    user, here = request.user, request.session.session_key
    totp.disable(account=user, actor=user, session=here, now=timezone.now())
    request.session.pop(totp.PASSED, None)
    sessions.rotate_key(request, user)
    messages.success(request, "Second factor switched off. Other sessions have ended.")
    return redirect("backoffice:account")


def _render(request: StaffRequest, **errors: str) -> HttpResponse:
    user = request.user
    factor = SecondFactor.objects.filter(account=user).first()
    context: dict[str, Any] = {
        "title": "Second factor",
        "errors": errors,
        "factor": factor,
        "is_forced": totp.is_required(user),
    }
    key = None if factor else _draft(request)
    if factor:
        context["codes_left"] = RecoveryCode.objects.filter(account=user).count()
    if key:
        issuer = catalogue.current().site.brand.name
        size, path = qr_path(totp.provisioning_uri(key, user.get_username(), issuer))
        text = totp.to_base32(key)
        groups = " ".join(text[at : at + 4] for at in range(0, len(text), 4))
        context |= {"key": groups, "qr_size": size, "qr_path": path}
    status = 422 if errors else 200
    return render(request, "backoffice/access/second_factor.html", context, status=status)


def _codes(request: StaffRequest, codes: list[str]) -> HttpResponse:
    """Render in response to the POST: a redirect would have to store the codes."""
    context = {"title": "Your recovery codes", "codes": codes}
    return render(request, "backoffice/access/recovery_codes.html", context)


def _draft(request: StaffRequest) -> str | None:
    draft = request.session.get(DRAFT)
    if draft is None or not 0 <= timezone.now().timestamp() - draft["at"] < PENDING_KEY_SECONDS:
        return None
    return str(draft["key"])


def _password_is_right(request: StaffRequest) -> bool:
    typed, name = request.POST.get("password", ""), request.user.get_username()
    return login.check_password(request, name, typed, timezone.now()) == request.user
