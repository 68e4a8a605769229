"""Everybody's own account: password, second factor, sessions."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from oottam.accounts import administration, login, sessions, totp
from oottam.accounts.models import SecondFactor
from oottam.accounts.roles import Permission, roles_of
from oottam.backoffice.access.tries import counted
from oottam.backoffice.layout.decorators import SAFE_METHODS, StaffRequest, staff_action, staff_page

WRONG_PASSWORD = "Wrong password."  # noqa: S105 - what is said of one


@staff_page(Permission.OWN_ACCOUNT)
def show(request: StaffRequest) -> HttpResponse:
    """What can be changed, and where somebody is logged in."""
    me = request.user
    shown = {
        "title": "Your account",
        "roles": [role.label for role in roles_of(me)],
        "factor": SecondFactor.objects.filter(account=me).first(),
        "is_forced": totp.is_forced(me),
        "sessions": sessions.seen_by(me, timezone.now()),
        "here": request.session.session_key,
    }
    return render(request, "backoffice/access/account.html", shown)


@staff_page(Permission.OWN_ACCOUNT, methods=(*SAFE_METHODS, "POST"))
@counted
def password(request: StaffRequest) -> HttpResponse:
    """Another password, after the old one; all other sessions end."""
    wrong: dict[str, str] = {}
    if request.method == "POST":
        now, me = timezone.now(), request.user
        typed = request.POST.get("old", "")
        if login.check_password(request, me.get_username(), typed, now) != me:
            wrong = {"old": WRONG_PASSWORD}
        else:
            try:
                administration.set_password(
                    account=me,
                    password=request.POST.get("password", ""),
                    again=request.POST.get("again", ""),
                    session=request.session.session_key,
                    now=now,
                )
            except administration.AccountError as error:
                wrong = {error.field: str(error)}
            else:
                sessions.go_on(request, me)
                messages.success(request, "Password changed. Other sessions have ended.")
                return redirect("backoffice:account")
    shown = {"title": "Change your password", "wrong": wrong}
    return render(request, "backoffice/access/password.html", shown, status=422 if wrong else 200)


@staff_action(Permission.OWN_ACCOUNT)
def end_session(request: StaffRequest, number: int) -> HttpResponse:
    """Log one of one's own browsers out; this one too."""
    if not administration.end_session(account=request.user, number=number, now=timezone.now()):
        raise Http404
    messages.success(request, "This session has ended.")
    return redirect("backoffice:account")


@staff_action(Permission.OWN_ACCOUNT)
def end_others(request: StaffRequest) -> HttpResponse:
    """Log out everywhere else."""
    me, here = request.user, request.session.session_key
    ended = administration.end_sessions(account=me, actor=me, session=here, now=timezone.now())
    messages.success(request, f"{ended} ended." if ended else "There was no other session.")
    return redirect("backoffice:account")
