"""The owner's pages: who works here, what each may do, who gets in."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.models import User
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from oottam.accounts import administration, links, sessions
from oottam.accounts.models import Purpose
from oottam.accounts.roles import Permission, Role
from oottam.backoffice.layout.decorators import SAFE_METHODS, StaffRequest, staff_action, staff_page
from oottam.backoffice.staff_accounts import invitation, queries

ROLES = (
    (Role.OWNER, "everything, including money, accounts and the audit log"),
    (Role.DESK, "orders and enquiries, phone orders, payments, plans and delivery runs"),
    (Role.KITCHEN, "the kitchen sheets"),
    (Role.RIDER, "their own deliveries"),
)


@staff_page(Permission.MANAGE)
def show_all(request: StaffRequest) -> HttpResponse:
    """Everybody who has an account, or had one."""
    found = queries.all_accounts(timezone.now())
    rows = [{"account": each, "roles": queries.role_labels(each)} for each in found]
    return render(
        request, "backoffice/staff_accounts/accounts.html", {"title": "Staff", "rows": rows}
    )


@staff_page(Permission.MANAGE, methods=(*SAFE_METHODS, "POST"))
def invite(request: StaffRequest) -> HttpResponse:
    """Make an account, and a link by which its person chooses a password."""
    sent, wrong = request.POST, dict[str, str]()
    if request.method == "POST":
        now = timezone.now()
        try:
            account = administration.make(
                name=sent.get("name", ""),
                email=sent.get("email", ""),
                roles=_roles(request),
                actor=request.user,
                now=now,
            )
        except administration.AccountError as error:
            wrong = {error.field: str(error)}
        else:
            purpose = Purpose.INVITATION
            token = links.make(account=account, purpose=purpose, actor=request.user, now=now)
            return invitation.show(request, account, purpose, token)
    shown = {
        "title": "Invite someone",
        "name": sent.get("name", ""),
        "email": sent.get("email", ""),
        "roles": _choices(sent.getlist("role")),
        "wrong": wrong,
    }
    return render(
        request, "backoffice/staff_accounts/invite.html", shown, status=422 if wrong else 200
    )


@staff_page(Permission.MANAGE)
def show(request: StaffRequest, number: int) -> HttpResponse:
    """One account, and what can be done with it."""
    return _page(request, number)


@staff_action(Permission.MANAGE)
def change_roles(request: StaffRequest, number: int) -> HttpResponse:
    """Give somebody other roles; they log in again."""
    account = _account(number)
    try:
        administration.change_roles(
            account=account,
            seen=request.POST.get("seen", "").split(),
            roles=_roles(request),
            actor=request.user,
            now=timezone.now(),
        )
    except administration.AccountError as error:
        return _page(request, number, roles=str(error))
    messages.success(request, "Roles saved.")
    return redirect("backoffice:staff-account", number)


@staff_action(Permission.MANAGE)
def close(request: StaffRequest, number: int) -> HttpResponse:
    """Let somebody in no more; what they did stays in the record."""
    return _do(request, number, administration.close, "The account is closed. You can reopen it.")


@staff_action(Permission.MANAGE)
def open_again(request: StaffRequest, number: int) -> HttpResponse:
    """Let somebody in again."""
    return _do(request, number, administration.open_again, "The account is open again.")


@staff_action(Permission.MANAGE)
def end_sessions(request: StaffRequest, number: int) -> HttpResponse:
    """Log somebody out everywhere."""
    return _do(
        request, number, administration.end_sessions, "All sessions of the account have ended."
    )


@staff_action(Permission.MANAGE)
def withdraw(request: StaffRequest, number: int) -> HttpResponse:
    """Let no link of the account open anything."""
    return _do(request, number, links.withdraw, "The account's links no longer work.")


@staff_action(Permission.MANAGE)
def link(request: StaffRequest, number: int) -> HttpResponse:
    """A new link: another invitation, another password, the second factor taken away."""
    account, now = _account(number), timezone.now()
    asked = request.POST.get("purpose", "")
    if asked not in Purpose:
        return _page(request, number, account="Choose what the link is for.")
    purpose = Purpose(asked)
    try:
        token = links.make(account=account, purpose=purpose, actor=request.user, now=now)
    except administration.AccountError as error:
        return _page(request, number, account=str(error))
    return invitation.show(request, account, purpose, token)


def _do(
    request: StaffRequest, number: int, change: "Callable[..., Any]", done: str
) -> HttpResponse:
    account = _account(number)
    try:
        change(account=account, actor=request.user, now=timezone.now())
    except administration.AccountError as error:
        return _page(request, number, account=str(error))
    messages.success(request, done)
    return redirect("backoffice:staff-account", number)


def _account(number: int) -> User:
    account = User.objects.filter(pk=number).first()
    if account is None:
        raise Http404
    return account


def _page(request: StaffRequest, number: int, **wrong: str) -> HttpResponse:
    now = timezone.now()
    account = queries.account(number, now)
    if account is None:
        raise Http404
    held = [each.role for each in account.roles.all()]
    shown = {
        "title": account.get_username(),
        "account": account,
        "roles": _choices(request.POST.getlist("role") if "roles" in wrong else held),
        "seen": " ".join(sorted(held)),
        "sessions": sessions.seen_by(account, now),
        "is_invited": not account.has_usable_password(),
        "wrong": wrong,
    }
    status = 422 if wrong else 200
    return render(request, "backoffice/staff_accounts/account.html", shown, status=status)


def _roles(request: StaffRequest) -> list[Role]:
    """Those that were ticked; what is no role is left out."""
    ticked = request.POST.getlist("role")
    return [role for role in Role if role in ticked]


def _choices(ticked: list[str]) -> list[dict[str, Any]]:
    return [
        {"value": role.value, "label": role.label, "for": what, "ticked": role in ticked}
        for role, what in ROLES
    ]
