"""Where customers find a request, for mails that lead them there."""

from django.urls import reverse

from oottam import catalogue
from oottam.notify.mail_content import Link
from oottam.requests.models import Request
from oottam.requests.status_tokens import token_of


def to_status(request: Request) -> Link | None:
    """The page of this request; None until site.json says where the shop is."""
    origin = catalogue.current().site.origin
    if not origin:
        return None
    return Link("See how far it is", origin + reverse("status", args=[token_of(request.pk)]))
