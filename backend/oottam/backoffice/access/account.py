"""The user's own account: password, second factor, sessions."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from oottam.accounts import administration, login, sessions, totp
from oottam.accounts.models import SecondFactor
from oottam.accounts.roles import Permission, roles_of
from oottam.backoffice.shared.decorators import StaffRequest, staff_action, staff_form, staff_page
from oottam.core.errors import DomainError

WRONG_PASSWORD = "Wrong password."  # noqa: S105 - a message


@staff_page(Permission.OWN_ACCOUNT)
def detail(request: StaffRequest) -> HttpResponse:
    user = request.user
    context = {
        "title": "Your account",
        "roles": [role.label for role in roles_of(user)],
        "factor": SecondFactor.objects.filter(account=user).first(),
        "is_forced": totp.is_required(user),
        "sessions": sessions.list_open(user, timezone.now()),
        "here": request.session.session_key,
    }
    return render(request, "backoffice/access/account.html", context)


@staff_form(Permission.OWN_ACCOUNT)
def password(request: StaffRequest) -> HttpResponse:
    """Change the password, after the old one; all other sessions end."""
    errors: dict[str, str] = {}
    if request.method == "POST":
        now, user = timezone.now(), request.user
        typed = request.POST.get("old", "")
        if login.check_password(request, user.get_username(), typed, now) != user:
            errors = {"old": WRONG_PASSWORD}
        else:
            try:
                administration.set_password(
                    account=user,
                    password=request.POST.get("password", ""),
                    confirmation=request.POST.get("again", ""),
                    session=request.session.session_key,
                    now=now,
                )
            except DomainError as error:
                errors = {error.field: str(error)}
            else:
                sessions.rotate_key(request, user)
                messages.success(request, "Password changed. Other sessions have ended.")
                return redirect("backoffice:account")
    context = {"title": "Change your password", "errors": errors}
    return render(
        request, "backoffice/access/password.html", context, status=422 if errors else 200
    )


@staff_action(Permission.OWN_ACCOUNT)
def end_session(request: StaffRequest, number: int) -> HttpResponse:
    """End one of the user's sessions, perhaps this one."""
    if not administration.end_session(account=request.user, number=number, now=timezone.now()):
        raise Http404
    messages.success(request, "This session has ended.")
    return redirect("backoffice:account")


@staff_action(Permission.OWN_ACCOUNT)
def end_others(request: StaffRequest) -> HttpResponse:
    """End all other sessions."""
    user, here = request.user, request.session.session_key
    ended = administration.end_sessions(account=user, actor=user, session=here, now=timezone.now())
    messages.success(request, f"{ended} ended." if ended else "There was no other session.")
    return redirect("backoffice:account")
