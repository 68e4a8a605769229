"""The page of an account link: set a password, or remove the second factor."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from oottam.accounts import links, login
from oottam.accounts.models import AccountLink, Purpose
from oottam.backoffice.access.account import WRONG_PASSWORD
from oottam.backoffice.access.views import FORM, finish_log_in
from oottam.backoffice.shared.decorators import error_page, public_page
from oottam.core.errors import DomainError

TITLES = {
    Purpose.INVITATION: "Choose your password",
    Purpose.PASSWORD: "Choose a new password",
    Purpose.SECOND_FACTOR: "Remove your second factor",
}


@public_page(methods=FORM)
def use(request: HttpRequest, token: str) -> HttpResponse:
    """Use a link by POST only: mail scanners open links too."""
    now = timezone.now()
    try:
        link = links.find(token, now)
        if request.method != "POST":
            return _form(request, link)
        if link.purpose == Purpose.SECOND_FACTOR:
            return _remove_second_factor(request, link, token)
        account = links.use_for_password(
            token=token,
            password=request.POST.get("password", ""),
            confirmation=request.POST.get("again", ""),
            now=now,
        )
    except links.LinkExpiredError:
        message = "This link is no longer valid."
        return error_page(request, 410, "access/link_expired.html", message)
    except DomainError as error:
        return _form(request, link, **{error.field: str(error)})
    return finish_log_in(request, account)


def _remove_second_factor(request: HttpRequest, link: AccountLink, token: str) -> HttpResponse:
    """Require the password as well, so that the link alone is not enough."""
    now, typed = timezone.now(), request.POST.get("password", "")
    name = link.account.get_username()
    if login.check_password(request, name, typed, now) != link.account:
        return _form(request, link, password=WRONG_PASSWORD)
    return finish_log_in(request, links.use_for_second_factor(token=token, now=now))


def _form(request: HttpRequest, link: AccountLink, **errors: str) -> HttpResponse:
    purpose = Purpose(link.purpose)
    context = {
        "title": TITLES[purpose],
        "name": link.account.get_username(),
        "is_for_password": purpose != Purpose.SECOND_FACTOR,
        "is_invitation": purpose == Purpose.INVITATION,
        "errors": errors,
    }
    return render(request, "backoffice/access/link.html", context, status=422 if errors else 200)
