"""The staff's accounts, managed by owners."""

from collections.abc import Callable
from datetime import datetime
from email.utils import formataddr
from typing import Any
from urllib.parse import quote, urlencode

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.models import User
from django.core.mail import EmailMessage
from django.db.models import Exists, OuterRef, Prefetch, QuerySet
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone

from oottam import catalogue
from oottam.accounts import administration, links, sessions
from oottam.accounts.models import AccountLink, Purpose, SecondFactor
from oottam.accounts.roles import Permission, Role
from oottam.backoffice.shared.decorators import StaffRequest, staff_action, staff_form, staff_page
from oottam.core.errors import DomainError
from oottam.outbox.transport import NotSentError, SmtpSession


def role_labels(account: User) -> list[str]:
    """Return the account's roles, in the order of Role."""
    roles = {row.role for row in account.roles.all()}
    return [role.label for role in Role if role in roles]


def _with_related(now: datetime) -> "QuerySet[User]":
    """With roles, valid links, and whether there is a second factor."""
    valid = AccountLink.objects.filter(expires_at__gt=now).order_by("purpose")
    return User.objects.annotate(
        has_second_factor=Exists(SecondFactor.objects.filter(account=OuterRef("pk")))
    ).prefetch_related("roles", Prefetch("links", valid, to_attr="open_links"))


SENTENCES = {
    Purpose.INVITATION: "This link lets you choose the password of your account {name}:",
    Purpose.PASSWORD: "This link lets you choose a new password for your account {name}:",
    Purpose.SECOND_FACTOR: "This link removes the second factor of your account {name}:",
}


def render_link(request: HttpRequest, account: User, purpose: Purpose, token: str) -> HttpResponse:
    """Render the link in response to the POST: a redirect would have to store it."""
    link = request.build_absolute_uri(reverse("backoffice:link", args=[token]))
    brand = catalogue.current().site.brand.name
    subject = f"Your account at {brand}"
    sentence = SENTENCES[purpose].format(name=account.get_username())
    text = f"{sentence}\n\n{link}\n\nIt works once, within 72 hours.\n"
    is_mailed = _mail(account, subject, text)
    query = urlencode({"subject": subject, "body": text}, quote_via=quote)
    context = {
        "title": f"A link for {account.get_username()}",
        "account": account,
        "link": link,
        "is_mailed": is_mailed,
        "mail_failed": is_mailed is False,
        "whatsapp": f"https://wa.me/?text={quote(text, safe='')}",
        "mailto": f"mailto:{quote(account.email)}?{query}" if account.email else "",
    }
    return render(request, "backoffice/staff_accounts/link.html", context)


def _mail(account: User, subject: str, text: str) -> bool | None:
    """Return whether the mail was sent; None without a mail server or address. The outbox would store the link."""
    if not (account.email and settings.MAIL.host):
        return None
    sender = formataddr((catalogue.current().site.brand.name, settings.MAIL.sender))
    mail = EmailMessage(subject, text, sender, [account.email])
    try:
        with SmtpSession() as session:
            session.send(mail)
    except NotSentError:
        return False
    return True


ROLES = (
    (Role.OWNER, "everything, including money, accounts and the audit log"),
    (
        Role.DESK,
        "orders and enquiries, phone orders, payments, plans, delivery runs and the menu's draft",
    ),
    (Role.KITCHEN, "the kitchen sheets"),
    (Role.RIDER, "their own deliveries"),
)


@staff_page(Permission.MANAGE)
def list_view(request: StaffRequest) -> HttpResponse:
    """List every account by name, open ones first."""
    accounts = _with_related(timezone.now()).order_by("-is_active", "username")
    rows = [{"account": account, "roles": role_labels(account)} for account in accounts]
    return render(
        request, "backoffice/staff_accounts/accounts.html", {"title": "Staff", "rows": rows}
    )


@staff_form(Permission.MANAGE)
def invite(request: StaffRequest) -> HttpResponse:
    """Create an account, and a link by which its person sets a password."""
    posted, errors = request.POST, dict[str, str]()
    if request.method == "POST":
        now = timezone.now()
        try:
            account = administration.create_account(
                name=posted.get("name", ""),
                email=posted.get("email", ""),
                roles=_roles(request),
                actor=request.user,
                now=now,
            )
        except DomainError as error:
            errors = {error.field: str(error)}
        else:
            purpose = Purpose.INVITATION
            token = links.create(account=account, purpose=purpose, actor=request.user, now=now)
            return render_link(request, account, purpose, token)
    context = {
        "title": "Invite someone",
        "name": posted.get("name", ""),
        "email": posted.get("email", ""),
        "roles": _choices(posted.getlist("role")),
        "errors": errors,
    }
    return render(
        request, "backoffice/staff_accounts/invite.html", context, status=422 if errors else 200
    )


@staff_page(Permission.MANAGE)
def detail(request: StaffRequest, number: int) -> HttpResponse:
    return _render(request, number)


@staff_action(Permission.MANAGE)
def change_roles(request: StaffRequest, number: int) -> HttpResponse:
    """Change the roles; the user must log in again."""
    account = get_object_or_404(User, pk=number)
    try:
        administration.change_roles(
            account=account,
            seen=request.POST.get("seen", "").split(),
            roles=_roles(request),
            actor=request.user,
            now=timezone.now(),
        )
    except DomainError as error:
        return _render(request, number, roles=str(error))
    messages.success(request, "Roles saved.")
    return redirect("backoffice:staff-account", number)


def _action(service: Callable[..., Any], message: str) -> Callable[..., HttpResponseBase]:
    """Make the view of a button on the page of an account."""

    @staff_action(Permission.MANAGE)
    def apply_action(request: StaffRequest, number: int) -> HttpResponse:
        account = get_object_or_404(User, pk=number)
        try:
            service(account=account, actor=request.user, now=timezone.now())
        except DomainError as error:
            return _render(request, number, account=str(error))
        messages.success(request, message)
        return redirect("backoffice:staff-account", number)

    return apply_action


# Its audit entries stay.
close = _action(administration.close_account, "The account is closed. You can reopen it.")
reopen = _action(administration.reopen_account, "The account is open again.")
end_sessions = _action(administration.end_sessions, "All sessions of the account have ended.")
withdraw = _action(links.revoke, "The account's links no longer work.")


@staff_action(Permission.MANAGE)
def link(request: StaffRequest, number: int) -> HttpResponse:
    """Make a link: an invitation, a password, or the removal of the second factor."""
    account, now = get_object_or_404(User, pk=number), timezone.now()
    name = request.POST.get("purpose", "")
    if name not in Purpose:
        return _render(request, number, account="Choose what the link is for.")
    purpose = Purpose(name)
    try:
        token = links.create(account=account, purpose=purpose, actor=request.user, now=now)
    except DomainError as error:
        return _render(request, number, account=str(error))
    return render_link(request, account, purpose, token)


def _render(request: StaffRequest, number: int, **errors: str) -> HttpResponse:
    now = timezone.now()
    account = get_object_or_404(_with_related(now), pk=number)
    roles = [role.role for role in account.roles.all()]
    context = {
        "title": account.get_username(),
        "account": account,
        "roles": _choices(request.POST.getlist("role") if "roles" in errors else roles),
        "seen": " ".join(sorted(roles)),
        "sessions": sessions.list_open(account, now),
        "is_invited": not account.has_usable_password(),
        "errors": errors,
    }
    status = 422 if errors else 200
    return render(request, "backoffice/staff_accounts/account.html", context, status=status)


def _roles(request: StaffRequest) -> list[Role]:
    """Return the posted roles; unknown ones are ignored."""
    selected = request.POST.getlist("role")
    return [role for role in Role if role in selected]


def _choices(selected: list[str]) -> list[dict[str, Any]]:
    return [
        {"value": role.value, "label": role.label, "for": what, "ticked": role in selected}
        for role, what in ROLES
    ]
