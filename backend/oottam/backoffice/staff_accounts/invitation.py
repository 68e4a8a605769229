"""An account's link: shown to the owner who made it, and mailed where possible."""

from email.utils import formataddr
from urllib.parse import quote, urlencode

from django.conf import settings
from django.contrib.auth.models import User
from django.core.mail import EmailMessage
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from oottam import catalogue
from oottam.accounts.models import Purpose
from oottam.outbox.transport import NotSentError, SmtpSession

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
