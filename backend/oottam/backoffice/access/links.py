"""Where a link leads that an owner has made: a password for the account, or its second factor taken away."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from oottam.accounts import administration, links, login
from oottam.accounts.models import AccountLink, Purpose
from oottam.backoffice.access.account import WRONG_PASSWORD
from oottam.backoffice.access.tries import counted
from oottam.backoffice.access.views import FORM, let_in
from oottam.backoffice.layout.decorators import problem, public_page

SAID = {
    Purpose.INVITATION: "Choose your password",
    Purpose.PASSWORD: "Choose a new password",
    Purpose.SECOND_FACTOR: "Remove your second factor",
}


@public_page(methods=FORM)
@counted
def use(request: HttpRequest, token: str) -> HttpResponse:
    """Looking at it uses nothing up: programs that read mails look at links too."""
    now = timezone.now()
    try:
        link = links.find(token, now)
        if request.method != "POST":
            return _form(request, link)
        if link.purpose == Purpose.SECOND_FACTOR:
            return _take_second_factor_away(request, link, token)
        account = links.use_for_password(
            token=token,
            password=request.POST.get("password", ""),
            again=request.POST.get("again", ""),
            now=now,
        )
    except links.LinkExpiredError:
        sentence = "This link is no longer valid."
        return problem(request, 410, "access/used_up.html", sentence)
    except administration.AccountError as error:
        return _form(request, link, **{error.field: str(error)})
    return let_in(request, account)


def _take_second_factor_away(request: HttpRequest, link: AccountLink, token: str) -> HttpResponse:
    """The link alone does not do: whoever finds it has no password."""
    now, typed = timezone.now(), request.POST.get("password", "")
    name = link.account.get_username()
    if login.check_password(request, name, typed, now) != link.account:
        return _form(request, link, password=WRONG_PASSWORD)
    return let_in(request, links.use_for_second_factor(token=token, now=now))


def _form(request: HttpRequest, link: AccountLink, **wrong: str) -> HttpResponse:
    purpose = Purpose(link.purpose)
    shown = {
        "title": SAID[purpose],
        "name": link.account.get_username(),
        "is_for_password": purpose != Purpose.SECOND_FACTOR,
        "is_invitation": purpose == Purpose.INVITATION,
        "wrong": wrong,
    }
    return render(request, "backoffice/access/link.html", shown, status=422 if wrong else 200)
