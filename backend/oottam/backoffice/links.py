"""Where staff find things, for mails that lead them there."""

from django.urls import reverse

from oottam import catalogue
from oottam.outbox.mail_content import Link


def to_request(reference: str) -> Link | None:
    """A request's own page; None until site.json says where the shop is."""
    origin = catalogue.current().site.origin
    page = reverse("backoffice:request", args=[reference])
    return Link("Open in the back office", f"{origin}{page}") if origin else None
